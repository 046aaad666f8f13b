/** Rewrites a zeromq.js loop so that one bad message cannot end it. */
import type { Edit } from '../finding';
import { freeName, indentUnit, movedRight } from '../layout';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode, walk } from '../syntax';
import { expectedCount } from './expectedCount';
import { namesIn, type SocketLoop } from './socketLoop';
import { quoteOf, statementEnd, statementEndBefore } from './style';

/** Takes the frames as one array, guards everything behind, logs and counts what is dropped. */
export function dropEdits(file: SourceFile, found: SocketLoop): Edit[] {
  const { loop, target, body, receive } = found;
  const indent = file.indentAt(loop.start);
  // A comment behind the head of the loop stands on the loop's own line.
  const firstLine = body.children.find((child) => file.lineStart(child.start) > loop.start) ?? body;
  const unit = indentUnit(file, loop, firstLine);
  const inner = indent + unit;
  const isKept = target.type === 'identifier' && !isSet(file, target, body);
  const frames = isKept ? file.textOf(target) : freeName(file, file.root, ['frames', 'received']);
  const counter = freeName(file, file.root, ['dropped', 'droppedMessages']);
  const start = file.nextLine(receive ? receive.end : body.start);
  const end = file.lineStart(body.end - 1) - 1;
  const stop = statementEnd(file);
  const quote = quoteOf(file);
  const lines = [
    `${inner}try {`,
    ...(isKept ? [] : opening(file, found, frames)).map((line) => inner + unit + line),
    movedRight(file, start, end, unit),
    `${inner}} catch (error) {`,
    `${inner}${unit}${counter} += 1${stop}`,
    `${inner}${unit}const sent = ${frames}.map((frame) => \`\${frame.length} bytes \${frame.subarray(0, 64).toString(${quote}hex${quote})}\`)${stop}`,
    `${inner}${unit}console.error(\`Dropped message \${${counter}}, frames: \${sent.join(${quote}, ${quote})}\`, error)${stop}`,
    `${inner}}`,
  ];
  const at = file.aboveComments(loop.start);
  return [
    { start: at, end: at, newText: `${indent}let ${counter} = 0${stop}${file.newline}` },
    { start: target.start, end: target.end, newText: frames },
    { start, end: file.lineEnd(end), newText: lines.join(file.newline) },
  ];
}

/** True where the loop gives the name another value. */
function isSet(file: SourceFile, target: SyntaxNode, body: SyntaxNode): boolean {
  const name = file.textOf(target);
  return [...walk(body)].some((node) => {
    const left = childIn(node, 'left') ?? (node.type === 'update_expression' ? childIn(node, 'argument') : undefined);
    return !!left && namesIn(file, left).includes(name) && left.type !== 'member_expression';
  });
}

/** Check of the number of frames and the original pattern, declared as it was. */
function opening(file: SourceFile, { loop, target, receive, body }: SocketLoop, frames: string): string[] {
  const keyword = /\b(?:const|let|var)\b/.exec(file.text.slice((receive ?? loop).start, target.start))?.[0] ?? 'const';
  const stop = statementEnd(file);
  const behind = statementEndBefore(file, file.nextLine(receive ? receive.end : body.start));
  const bound = `${keyword} ${file.textOf(target)} = ${frames}${behind}`;
  if (target.type !== 'array_pattern') return [bound];
  const { test, words } = expectedCount(file, target, frames);
  return [
    ...(test ? [`if (${test}) throw new Error(\`expected ${words}, received \${${frames}.length}\`)${stop}`] : []),
    bound,
  ];
}
