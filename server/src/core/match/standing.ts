/**
 * Whether the literals of a wording can stand on a line, told from its raw bytes before anything is read. A piece of one
 * literal stands there; most such lines lack the others, so that whatever is peeled off or joined to them they would not
 * be believed. What is said here of a line is an upper bound for what `compare` finds in any part of it.
 */
import { isEnough } from './belief';
import {
  AMPERSAND,
  APOSTROPHE,
  BACKSLASH,
  CARET,
  CR,
  DOT,
  ESC,
  isSpace,
  LF,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUOTE,
  skipSpaces,
  trimEnd,
} from './bytes';
import { colourEnd } from './clean';
import { slipsFor } from './compare';
import { HOLE } from './engine/layout';
import { reachOnLine } from './literal';
import { byteSet } from './prefix/layer';
import { isText } from './surrounding';
import { WEAK_IN_ALL, WEAK_LITERAL } from './template';

/**
 * line: on this line alone. joined: only if lines before or after belong to it. nowhere: not at all.
 */
export type Standing = 'line' | 'joined' | 'nowhere';

/** A line is looked at this far in either direction; a longer one could hold anything. */
const REACH = 1 << 12;

/** The line around a position, as far as it is known. */
export class RawLine {
  start = 0;
  end = 0;
  /** True where cleaning the line, or undoing escapes in it, changes nothing. */
  isPlain = false;
  /** True where the line, or a text in it, may end in an ellipsis. */
  hasDots = false;

  /** Finds the line of a position in a text that ends at `limit`. */
  moveTo(bytes: Uint8Array, position: number, limit: number): void {
    const floor = Math.max(0, position - REACH);
    const ceiling = Math.min(limit, position + REACH);
    let start = position;
    while (start > floor && !isBreak(bytes[start - 1] as number)) start--;
    let end = position;
    while (end < ceiling && !isBreak(bytes[end] as number)) end++;
    this.start = start;
    this.end = end;
    this.isPlain = (start > floor || start === 0) && (end < ceiling || end === limit);
    this.hasDots = endsCut[bytes[trimEnd(bytes, start, end) - 1] as number] === 1;
    for (let i = start; i < end; i++) this.take(bytes, i);
  }

  private take(bytes: Uint8Array, at: number): void {
    const mark = marks[bytes[at] as number];
    if (mark === 0) return;
    if (mark === DOTTED) this.hasDots ||= bytes[at + 1] === DOT;
    else if (mark === OPENING) this.isPlain &&= !isQuote(bytes[at + 1]);
    else if (mark === QUOTING) this.isPlain &&= bytes[at + 1] !== bytes[at];
    else if (mark === ALTERED || colourEnd(bytes, at, this.end) > at) this.isPlain = false;
  }
}

const DOTTED = 1;
const BRACKETED = 2;
const ALTERED = 3;
/** Strings of a tuple may follow, which are joined … */
const OPENING = 4;
/** … or two quote marks that stand for one, as in CSV and YAML. */
const QUOTING = 5;
/** Last bytes of a line that was cut: `[truncated]`, `(truncated)`, the `>` of a pager. */
const endsCut = byteSet(')]>');
/** What a byte can say of its line. Beyond ASCII there are lookalikes, the ellipsis and marks that are taken out. */
const marks = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === DOT) return DOTTED;
  if (byte === OPEN_BRACKET) return BRACKETED;
  if (byte === OPEN_PAREN) return OPENING;
  if (isQuote(byte)) return QUOTING;
  return byte >= 0xc2 || [ESC, CARET, AMPERSAND, BACKSLASH].includes(byte) ? ALTERED : 0;
});

/** How the template whose texts begin at `start` of a pool can stand on a plain line. */
export function standingOn(line: RawLine, bytes: Uint8Array, pool: Uint8Array, start: number): Standing {
  const begins = pool[start] !== HOLE;
  let at = line.start;
  let agreed = 0;
  let cut = 0;
  let total = 0;
  let isWhole = true;
  let isStrong = false;
  let end = start;
  for (let i = begins ? start : start + 1; isText(pool[i]); i = pool[end] === HOLE ? end + 1 : end) {
    end = textEnd(pool, i);
    total += weightIn(pool, i, end);
    isStrong ||= isJoined(pool, i, end);
    if (at < 0) continue;
    const reached = reachOnLine(pool, i, end, bytes, at, line.end, slipsFor({ length: end - i }));
    if (reached >= 0) {
      at = reached;
      agreed += weightIn(pool, i, end);
      continue;
    }
    isWhole = false;
    if (agreed > 0 || begins) cut = Math.max(cut, -1 - reached);
    // Without its first literal nothing else of a text counts.
    if (agreed === 0) at = -1;
  }
  if (isWhole || isEnough(agreed + cut, total, line.hasDots)) return 'line';
  return isStrong || total >= WEAK_IN_ALL ? 'joined' : 'nowhere';
}

/** True for a literal that is put together from several lines: a long one, or one that holds a line end. */
function isJoined(pool: Uint8Array, start: number, end: number): boolean {
  const length = trimEnd(pool, start, end) - skipSpaces(pool, start, end);
  return length >= WEAK_LITERAL || pool.subarray(start, end).includes(LF);
}

/** Bytes of a literal as `weightOf` counts them. */
function weightIn(pool: Uint8Array, start: number, end: number): number {
  let weight = 0;
  for (let i = start; i < end; i++) if (i === start || !isSpace(pool[i]) || !isSpace(pool[i - 1])) weight++;
  return weight;
}

function textEnd(pool: Uint8Array, start: number): number {
  let end = start;
  while (isText(pool[end])) end++;
  return end;
}

function isQuote(byte: number | undefined): boolean {
  return byte === QUOTE || byte === APOSTROPHE;
}

function isBreak(byte: number): boolean {
  return byte === LF || byte === CR;
}
