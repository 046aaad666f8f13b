/** Logical lines of scripts, Dockerfiles and units: those that a mark or a quote continues are one. */
import { lineEnd } from './lines';
import { type Piece, PieceBuilder, partOf, plainPiece } from './piece';
import { gone } from './templates';

/** Longest command whose quotes are followed over line ends, in UTF-16 units. */
const maxQuoted = 10_000;

/** The logical lines of a script that speak of vLLM. */
export function vllmLines(script: Piece): Piece[] {
  const lines: Piece[] = [];
  for (let at = 0; at < script.text.length; ) {
    const end = commandEnd(script.text, at);
    const line = script.text.slice(at, end);
    if (line.includes('vllm') && !/^\s*#/.test(line)) lines.push(partOf(script, at, end));
    at = end + 1;
  }
  return lines;
}

/** End of a command at an offset: JSON in quotes may span lines. */
function commandEnd(text: string, from: number): number {
  const plain = logicalEnd(text, from);
  if (!text.slice(from, plain).includes('vllm')) return plain;
  let quote = '';
  for (let at = from; at < text.length && at < from + maxQuoted; at++) {
    const here = text[at] ?? '';
    if (here === '\\' && quote !== "'") at += text.startsWith('\r\n', at + 1) ? 2 : 1;
    else if (quote !== '') quote = here === quote ? '' : quote;
    else if (here === '"' || here === "'") quote = here;
    else if (here === '#' && /\s/.test(text[at - 1] ?? ' ')) at = lineEnd(text, at) - 1;
    else if (here === '\n' && !isGone(text, at)) return at;
  }
  return quote === '' ? text.length : plain;
}

/** End of the line at an offset, escaped line ends followed. */
function logicalEnd(text: string, from: number): number {
  return continuedEnd(text, from, undefined);
}

/**
 * End of the line at an offset, escaped line ends followed.
 *
 * @param comment lines that may stand among those that go on, and end nothing
 */
export function continuedEnd(text: string, from: number, comment: RegExp | undefined): number {
  for (let at = from; ; ) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    if (at > from && isGone(text, end)) {
      at = end + 1;
      continue;
    }
    const isComment = comment?.test(text.slice(at, Math.min(end, at + 100))) ?? false;
    if (isComment && at === from) return end;
    if (!isComment && !/\\[ \t]*\r?$/.test(text.slice(Math.max(at, end - 10), end))) return end;
    at = end + 1;
  }
}

/** True for a line that holds nothing but a template, such as a condition, by its end. */
function isGone(text: string, end: number): boolean {
  let at = end - 1;
  let found = false;
  for (; at >= 0 && text[at] !== '\n' && (text[at] === gone || (text[at] ?? '').trim() === ''); at--) {
    found ||= text[at] === gone;
  }
  return found && (at < 0 || text[at] === '\n');
}

/** A logical line without the lines of comments in it, and without the marks that continue it. */
export function continuedLine(text: string, start: number, end: number, comment: RegExp): Piece {
  if (!text.slice(start, end).includes('\n')) return plainPiece(text.slice(start, end), start);
  const line = new PieceBuilder();
  for (let at = start; at < end; ) {
    const stop = Math.min(lineEnd(text, at), end);
    const part = text.slice(at, stop);
    const length = part.replace(/\\\s*$/, '').length;
    if (at === start || !comment.test(part)) {
      line.copyAll(plainPiece(part.slice(0, length), at));
      if (stop < end) line.add(' ', at + length, stop);
    }
    at = stop + 1;
  }
  return line.build(start);
}
