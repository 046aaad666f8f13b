/** Finds and rewrites zeromq.js loops that one malformed message can end. */
import type { Edit } from '../finding';
import type { FixPlace } from '../fix';
import { freeName, indentUnit, movedRight } from '../layout';
import { answersReason, sharedLineReason } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { expectedCount } from './expectedCount';
import { purposeReason, throwReason } from './loopReason';
import { isCaught, namesIn, type SocketLoop, socketClass, socketLoops, walkOwn } from './socketLoop';

/** A loop with what can throw out of it. */
interface OpenLoop {
  readonly found: SocketLoop;
  readonly throws: readonly SyntaxNode[];
  /** The names that hold the message or something made from it. */
  readonly names: ReadonlySet<string>;
}

/** Calls that throw on bytes of another kind. */
const decoders = new Set(['decode', 'unpack', 'parse', 'deserialize', 'decodeMulti']);

/** The places of a file. */
export function dropPlaces(file: SourceFile): FixPlace[] {
  return openLoops(file).map((open) => {
    const { found, throws } = open;
    const start = found.loop.start;
    const end = Math.max(found.target.end, ...throws.map((node) => node.end));
    const against = reasonAgainst(file, open);
    if (against) return { start, end, applicability: 'display-only', why: against, edits: [] };
    const why = throws.some((node) => node.type === 'throw_statement')
      ? 'The throw leaves the receive loop, so one malformed message ends it.'
      : 'A message that cannot be decoded throws out of the receive loop and ends it.';
    return { start, end, applicability: 'safe', why, edits: dropEdits(file, found) };
  });
}

/** The loops that a message can end. */
export function openLoops(file: SourceFile): OpenLoop[] {
  return socketLoops(file).flatMap((found) => {
    const names = followed(file, found);
    const throws = [...walkOwn(found.body)].filter(
      (node) => throwsFor(file, node, names) && !isCaught(node, found.body),
    );
    return throws.length > 0 ? [{ found, throws, names }] : [];
  });
}

/** The names that hold the message or something made from it. */
function followed(file: SourceFile, { body, names }: SocketLoop): Set<string> {
  const all = new Set(names);
  for (const node of walkOwn(body)) {
    const name = node.type === 'variable_declarator' ? childIn(node, 'name') : undefined;
    const value = childIn(node, 'value');
    if (name && value && namesIn(file, value).some((used) => all.has(used))) {
      for (const bound of namesIn(file, name)) all.add(bound);
    }
  }
  return all;
}

function throwsFor(file: SourceFile, node: SyntaxNode, names: ReadonlySet<string>): boolean {
  if (node.type === 'throw_statement') return true;
  if (node.type !== 'call_expression') return false;
  const callee = childIn(node, 'function');
  const given = childIn(node, 'arguments');
  const name = callee ? file.textOf(childIn(callee, 'property') ?? callee) : '';
  return decoders.has(name) && !!given && namesIn(file, given).some((used) => names.has(used));
}

function reasonAgainst(file: SourceFile, { found, throws, names }: OpenLoop): string | undefined {
  if (socketClass(file, found) === 'Reply') return answersReason;
  const purpose = purposeReason(file, found, names);
  if (purpose) return purpose;
  for (const node of throws) {
    const reason = node.type === 'throw_statement' ? throwReason(file, node, found) : undefined;
    if (reason) return reason;
  }
  const lines = found.body.children.every((node) => node.type === 'comment' || file.ownsItsLines(node));
  return lines && bracesOwnTheirLines(file, found.body) ? undefined : sharedLineReason;
}

/** True when nothing but the head of the loop stands beside its opening brace, and nothing before its closing one. */
export function bracesOwnTheirLines(file: SourceFile, body: SyntaxNode): boolean {
  const close = body.end - 1;
  const line = file.lineStart(close);
  return file.text[close] === '}' && line > body.start && file.text.slice(line, close).trim() === '';
}

/** Takes the frames as one array, guards everything behind, logs and counts what is dropped. */
function dropEdits(file: SourceFile, { loop, target, body }: SocketLoop): Edit[] {
  const indent = file.indentAt(loop.start);
  // A comment behind the head of the loop stands on the loop's own line.
  const firstLine = body.children.find((child) => file.lineStart(child.start) > loop.start) ?? body;
  const unit = indentUnit(file, loop, firstLine);
  const inner = indent + unit;
  const frames = target.type === 'identifier' ? file.textOf(target) : freeName(file, file.root, ['frames', 'received']);
  const counter = freeName(file, file.root, ['dropped', 'droppedMessages']);
  const start = file.nextLine(body.start);
  const end = file.lineStart(body.end - 1) - 1;
  const lines = [
    `${inner}try {`,
    ...opening(file, target, frames).map((line) => inner + unit + line),
    movedRight(file, start, end, unit),
    `${inner}} catch (error) {`,
    `${inner}${unit}${counter} += 1;`,
    `${inner}${unit}const sent = ${frames}.map((frame) => \`\${frame.length} bytes \${frame.subarray(0, 64).toString('hex')}\`);`,
    `${inner}${unit}console.error(\`Dropped message \${${counter}}, frames: \${sent.join(', ')}\`, error);`,
    `${inner}}`,
  ];
  const at = file.lineStart(loop.start);
  return [
    { start: at, end: at, newText: `${indent}let ${counter} = 0;${file.newline}` },
    { start: target.start, end: target.end, newText: frames },
    { start, end: file.lineEnd(end), newText: lines.join(file.newline) },
  ];
}

/** Check of the number of frames and the original pattern. */
function opening(file: SourceFile, target: SyntaxNode, frames: string): string[] {
  if (target.type !== 'array_pattern') return [];
  const { test, words } = expectedCount(file, target, frames);
  return [
    ...(test ? [`if (${test}) throw new Error(\`expected ${words}, received \${${frames}.length}\`);`] : []),
    `const ${file.textOf(target)} = ${frames};`,
  ];
}
