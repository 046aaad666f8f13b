/** Finds the places of a source text that a fix can change. */
import type { Tree } from 'web-tree-sitter';
import { configLanguages } from './config/languages';
import type { Finding, SourceText } from './finding';
import { type EntryWithin, type Fix, type FixPlace, toFinding } from './fix';
import { fixes } from './fixes/all';
import { withoutUnclosed } from './python/unclosed';
import { SourceFile } from './sourceFile';
import { readSyntax, type SyntaxNode } from './syntax';

/**
 * Parses a text, or gives undefined where it has no grammar for the LSP language id or gave up. The fixer frees the
 * tree.
 */
export type ParseSource = (language: string, text: string) => Tree | undefined;

/** Finds fixes in source text. */
export interface Fixer {
  /** Findings in source order, withheld ones included; empty for an unknown language. Never throws. */
  find(source: SourceText): Finding[];
}

/** Longest text looked at, in UTF-16 units: far above any source file written by hand. */
export const maxSourceLength = 2_000_000;

/** Makes a fixer for the languages that `parse` knows; `entryWithin` says which entries its findings answer. */
export function createFixer(parse: ParseSource, entryWithin: EntryWithin = () => undefined): Fixer {
  return {
    find(source) {
      if (source.text.length > maxSourceLength) return [];
      const candidates = fixes.filter((fix) => fix.languages.includes(source.language) && fix.mayApply(source.text));
      if (candidates.length === 0) return [];
      const parsed = isPlain(source) ? { root: plainRoot(source), isWhole: true } : parsedRoot(source, parse);
      if (!parsed) return [];
      const file = new SourceFile(source, parsed.root);
      const placesOf = (fix: Fix) =>
        parsed.isWhole ? fix.find(file) : fix.find(file).map((place) => withCare(file, place));
      return candidates
        .flatMap((fix) => placesOf(fix).map((place) => toFinding(fix, file, place, entryWithin)))
        .sort((a, b) => a.start - b.start || a.end - b.end);
    },
  };
}

/** Languages that are read line by line: templates of manifests are no valid YAML. */
function isPlain({ language }: SourceText): boolean {
  return configLanguages.includes(language);
}

function plainRoot({ text }: SourceText): SyntaxNode {
  return { type: 'text', field: null, start: 0, end: text.length, parent: null, children: [] };
}

/** A tree, and whether all of its text could be read. */
interface Parsed {
  readonly root: SyntaxNode;
  readonly isWhole: boolean;
}

function parsedRoot({ language, text }: SourceText, parse: ParseSource): Parsed | undefined {
  const tree = parse(language, language === 'rust' ? readableRust(text) : text);
  const readable = language === 'python' && tree?.rootNode.hasError ? withoutUnclosed(text) : text;
  if (readable === text) return copied(tree, tree?.rootNode.hasError === false);
  tree?.delete();
  return copied(parse(language, readable), false);
}

function copied(tree: Tree | undefined, isWhole: boolean): Parsed | undefined {
  const root = tree && readSyntax(tree);
  tree?.delete();
  return root && { root, isWhole };
}

/** A place in a file of which a part cannot be read: nothing is proved there, and what cannot be read is not rewritten. */
function withCare(file: SourceFile, place: FixPlace): FixPlace {
  const broken = [place, ...place.edits].some((part) => file.nodes('ERROR', part).length > 0);
  if (broken && place.edits.length > 0) {
    const why = 'A part of this code cannot be read, such as a bracket that is not closed, so it is not rewritten.';
    return { ...place, applicability: 'display-only', why, edits: [] };
  }
  if (place.applicability !== 'safe') return place;
  return {
    ...place,
    applicability: 'unsafe',
    why: `${place.why} A part of this file cannot be read, such as a bracket or a quote that is not closed.`,
  };
}

/**
 * The text with a borrowed variable of the name `raw` under another name of the same length: tree-sitter-rust 0.24 takes
 * `&raw)` for the start of a raw borrow (`&raw const x`) and gives a tree with errors.
 */
function readableRust(text: string): string {
  return text.replace(/&raw(?=[),;.[?\]}])/g, '&r_w');
}

/** Applies edits that do not overlap, in any order. */
export function applyEdits(text: string, edits: readonly Finding['edits'][number][]): string {
  let result = text;
  // Insertions at one place come out in their order, as the Language Server Protocol has it.
  for (const edit of [...edits].reverse().sort((a, b) => b.start - a.start || b.end - a.end)) {
    result = result.slice(0, edit.start) + edit.newText + result.slice(edit.end);
  }
  return result;
}
