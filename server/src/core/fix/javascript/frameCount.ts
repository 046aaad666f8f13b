/** Checks the number of frames that an array pattern takes for granted: JavaScript binds what is missing to undefined. */
import type { Edit } from '../finding';
import type { FixPlace } from '../fix';
import { freeName, indentUnit } from '../layout';
import type { SourceFile } from '../sourceFile';
import { bracesOwnTheirLines, openLoops } from './dropLoop';
import { expectedCount } from './expectedCount';
import { type SocketLoop, socketLoops } from './socketLoop';
import { statementEnd, statementEndBefore } from './style';

/** Loops that unpack the frames in their head and are not rewritten as a whole. */
export function countPlaces(file: SourceFile): FixPlace[] {
  const open = new Set(openLoops(file).map(({ found }) => found.loop));
  return socketLoops(file).flatMap((found) => {
    const answers = found.classes?.has('Reply') || found.classes?.has('Request');
    if (answers || found.receive || open.has(found.loop) || found.target.type !== 'array_pattern') return [];
    const edits = countEdits(file, found);
    if (edits.length === 0) return [];
    const why = 'JavaScript binds frames that are missing to undefined and leaves out those beyond the pattern.';
    return [{ start: found.loop.start, end: found.target.end, applicability: 'unsafe', why, edits }];
  });
}

function countEdits(file: SourceFile, { loop, target, body }: SocketLoop): Edit[] {
  const frames = freeName(file, file.root, ['frames', 'received']);
  const { test, words } = expectedCount(file, target, frames);
  const first = body.children.find((child) => file.lineStart(child.start) > loop.start);
  if (!test || !first || !file.ownsItsLines(first) || !bracesOwnTheirLines(file, body)) return [];
  const unit = indentUnit(file, loop, first);
  const inner = file.indentAt(loop.start) + unit;
  const at = file.nextLine(body.start);
  const stop = statementEnd(file);
  const lines = [
    `if (${test}) {`,
    `${unit}console.warn(\`Dropped a message of \${${frames}.length} frames, expected ${words}\`)${stop}`,
    `${unit}continue${stop}`,
    '}',
    `const ${file.textOf(target)} = ${frames}${statementEndBefore(file, at)}`,
  ];
  return [
    { start: target.start, end: target.end, newText: frames },
    { start: at, end: at, newText: lines.map((line) => inner + line + file.newline).join('') },
  ];
}
