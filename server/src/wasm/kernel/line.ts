/** The line around a hit, as far as it is known from its raw bytes. */
import {
  AMPERSAND,
  BACKSLASH,
  CARET,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  CR,
  DOT,
  ESC,
  GREATER,
  isBreak,
  isDigit,
  isQuote,
  isSpace,
  LETTER_M,
  LF,
  OPEN_BRACKET,
  OPEN_PAREN,
  SEMICOLON,
} from './bytes';
import { isEnd, isStart, length, text, textAt } from './memory';

/** A line is looked at this far in either direction; a longer one could hold anything. The host’s margin is longer. */
const REACH: i32 = 1 << 12;
/** Longest colour code looked for. */
const MAX_COLOUR: i32 = 24;

export let lineStart: i32 = 0;
export let lineEnd: i32 = 0;
/** Number of the line among all that were found; none has 0. */
export let lineCount: i32 = 0;
/** True where cleaning the line, or undoing escapes in it, changes nothing. */
export let isPlain: bool = false;
/** True where the line, or a text in it, may end in an ellipsis. */
export let hasDots: bool = false;

/** Forgets the line: another text follows. */
export function forgetLine(): void {
  lineStart = 0;
  lineEnd = 0;
}

/** Finds the line of a position, unless it is the one found last. */
export function moveTo(position: i32): void {
  if (position >= lineStart && position < lineEnd) return;
  lineCount++;
  const floor = max(0, position - REACH);
  const ceiling = min(length, position + REACH);
  let start = position;
  while (start > floor && !isBreak(textAt(start - 1))) start--;
  const end = breakFrom(position, ceiling);
  lineStart = start;
  lineEnd = end;
  isPlain = (start > floor || (start === 0 && isStart)) && (end < ceiling || (end === length && isEnd));
  hasDots = endsCut();
  for (let i = start; i < end; i++) if (load<u8>(marks + textAt(i)) !== 0) take(i);
}

/** The first line break of [from, end); `end` where there is none. */
function breakFrom(from: i32, end: i32): i32 {
  let at = from;
  while (at + 8 <= end) {
    const bytes = load<u64>(text + at);
    if ((zeros(bytes ^ (LOWEST * LF)) | zeros(bytes ^ (LOWEST * CR))) !== 0) break;
    at += 8;
  }
  while (at < end && !isBreak(textAt(at))) at++;
  return at;
}

/** Not 0 where one of eight bytes is 0. */
function zeros(bytes: u64): u64 {
  return (bytes - LOWEST) & ~bytes & (LOWEST << 7);
}

/** True where the last byte can end a mark of what was cut: `[truncated]`, `(truncated)`, the `>` of a pager. */
function endsCut(): bool {
  let end = lineEnd;
  while (end > lineStart && isSpace(textAt(end - 1))) end--;
  const last = textAt(end - 1);
  return last === CLOSE_PAREN || last === CLOSE_BRACKET || last === GREATER;
}

/** By byte: 1 for one that can say something of its line. */
const marks: usize = memory.data(256);
/** The lowest bit of each of eight bytes. */
const LOWEST: u64 = ((<u64>0x01010101) << 32) | 0x01010101;

/** Fills the table. */
export function prepareMarks(): void {
  for (let i = 0; i < 256; i++) store<u8>(marks + i, isMark(<u8>i) ? 1 : 0);
}

/** Bytes that can say something of their line. Beyond ASCII there are lookalikes, the ellipsis and marks that are taken out. */
function isMark(byte: u8): bool {
  if (byte >= 0xc2) return true;
  return byte === DOT || byte === OPEN_BRACKET || byte === OPEN_PAREN || isQuote(byte) || isAltered(byte);
}

function isAltered(byte: u8): bool {
  return byte >= 0xc2 || byte === ESC || byte === CARET || byte === AMPERSAND || byte === BACKSLASH;
}

function take(at: i32): void {
  const byte = textAt(at);
  const next = textAt(at + 1);
  if (byte === DOT) hasDots = hasDots || next === DOT;
  // Strings of a tuple may follow, which are joined …
  else if (byte === OPEN_PAREN) isPlain = isPlain && !isQuote(next);
  // … or two quote marks that stand for one, as in CSV and YAML.
  else if (isQuote(byte)) isPlain = isPlain && next !== byte;
  else if (isAltered(byte) || isColour(at)) isPlain = false;
}

/** True for a colour code without its first byte. */
function isColour(at: i32): bool {
  let i = at + 1;
  const limit = min(lineEnd, at + MAX_COLOUR);
  while (i < limit && (isDigit(textAt(i)) || textAt(i) === SEMICOLON)) i++;
  return i > at + 1 && i < limit && textAt(i) === LETTER_M;
}
