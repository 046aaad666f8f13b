/** Facts of one C, C++ or CUDA file. */
import type { Node } from 'web-tree-sitter';
import { blankLiterals, readableCpp, unknownText } from '../source/cppCode';
import type { CppNames } from '../source/cppMessage';
import { cppNames } from '../source/cppNames';
import { type CppEmitted, readCppSite, readCppThrow } from '../source/cppStatement';
import { ancestorsOf } from '../source/tree';
import { type CppCandidate, cppCandidates, endOfStatement } from './cppCandidates';
import { cppFunction, cppGuards, cppHandler, functionAbove } from './cppPlace';
import { readTables } from './cppTables';
import type { Fact } from './fact';
import { factsOf } from './facts';
import type { FileHarvest } from './files';
import { testedNames } from './guards';
import { emptyHarvest, type HarvestSource, type SkippedFile } from './source';

/**
 * Reads a whole file. Its macros stop the grammar in places: a statement that is no node of the tree there, or that
 * stands in the body of a macro, is parsed alone.
 */
export function harvestCpp(source: HarvestSource): FileHarvest | SkippedFile {
  const code = blankLiterals(source.text);
  const candidates = cppCandidates(code);
  const hasTable = /\bcase\b[^;{}?]{1,80}:\s*\{?\s*return\s*\(?\s*"|\]\s*=\s*"|\{\s*-?[\w:]+\s*,\s*"/.test(code);
  if (candidates.length === 0 && !hasTable) return emptyHarvest();
  const readable = readableCpp(source.text, code);
  const root = source.parse(readable)?.rootNode;
  if (!root) return { file: source.file, reason: 'it could not be parsed in time' };
  const names = cppNames(root);
  const facts: Fact[] = [];
  const unread: number[] = [];
  const lineAt = lineCounter(source.text);
  let done = 0;
  for (const candidate of candidates) {
    // What stands inside a statement that was read is part of its text.
    if (candidate.at < done) continue;
    const leaf = root.descendantForIndex(candidate.at, candidate.at + candidate.name.length);
    if (!leaf || /string|comment|char_literal/.test(leaf.type)) continue;
    const around = ancestorsOf(leaf, root);
    if (around[0]?.type === 'function_declarator') continue;
    const whole = isWhole(leaf, candidate) ? readAt(leaf, around, candidate, names) : undefined;
    const emitted = whole && whole.messages.length > 0 ? whole : alone(candidate);
    if (!emitted || emitted.messages.length === 0) continue;
    const line = lineAt(candidate.at);
    const place = {
      kind: emitted.kind,
      level: emitted.level,
      exception: emitted.exception,
      file: source.file,
      function: cppFunction(around) ?? functionAbove(code, candidate.at),
      line,
      endLine: line + emitted.node.endPosition.row - emitted.node.startPosition.row,
      guards: emitted.condition === undefined ? cppGuards(leaf, around) : testedNames(emitted.condition),
      wraps: cppHandler(around),
    };
    facts.push(...factsOf(place, emitted.messages));
    if (emitted === whole) done = emitted.node.endIndex;
  }
  if (hasTable) facts.push(...readTables(root, source.file, names));
  return { ...emptyHarvest(), facts, unread };

  /** Reads the statement as a text of its own. */
  function alone(candidate: CppCandidate): CppEmitted | undefined {
    const end = endOfStatement(code, candidate.at);
    const text = statementText(readable.slice(candidate.at, end), code.slice(candidate.at, end));
    if (!text.includes('"') && candidate.site?.prefix === undefined) return undefined;
    const tree = source.parse(`void f(){${text};}`);
    const start = 'void f(){'.length;
    const root = tree?.rootNode;
    const leaf = root?.descendantForIndex(start, start + candidate.name.length);
    const emitted = root && leaf ? readAt(leaf, ancestorsOf(leaf, root), candidate, names) : undefined;
    if (!emitted?.messages.length && isLoss(candidate, text)) unread.push(lineAt(candidate.at));
    return emitted;
  }
}

function readAt(leaf: Node, around: readonly Node[], { site }: CppCandidate, names: CppNames): CppEmitted | undefined {
  if (site) return readCppSite(leaf, around, site, names);
  const [statement] = around;
  return statement?.type === 'throw_statement' ? readCppThrow(statement, names) : undefined;
}

/** False inside the body of a macro, which the grammar leaves as text. */
function isWhole(leaf: Node, { name }: CppCandidate): boolean {
  return leaf.text === name;
}

/** Line continuations, directives, a parameter behind a text that no text follows, `#` before any other parameter. */
const forPreprocessor =
  /\\(?=\r?\n)|^[ \t]*#[ \t]*(?:if|ifdef|ifndef|else|elif|endif)\b.*$|(?<="\s{0,80})#\s{0,9}[A-Za-z_]\w*\b(?!\s{0,80}")|##|#(?=\s*[A-Za-z_])/gm;

/**
 * The statement without what the preprocessor would take out.
 *
 * @param code the same range with comments and literals blanked, where a `#` is none of a text
 */
function statementText(text: string, code: string): string {
  let clean = '';
  let done = 0;
  for (const { index, 0: found } of code.matchAll(forPreprocessor)) {
    // The grammar reads no name at the end of texts side by side.
    const isLastName = /^#\s*[A-Za-z_]\w*$/.test(found);
    clean += text.slice(done, index) + (isLastName ? `"${unknownText}"` : ' '.repeat(found.length));
    done = index + found.length;
  }
  return clean + text.slice(done);
}

/** True where a text stands in the statement; what is only printed is often no message. */
function isLoss({ site }: CppCandidate, text: string): boolean {
  return site?.kind !== 'print' && /"[^"\n]*"/.test(text);
}

/** 1-based line of an offset; offsets must not fall. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (at) => {
    while (next >= 0 && next < at) {
      line++;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}
