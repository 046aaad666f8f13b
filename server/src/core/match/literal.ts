/**
 * Comparing a literal of a template with text. Two texts count as equal where they differ only in how they were
 * copied: a run of white space for another, one kind of quote mark for another.
 */
import { APOSTROPHE, BACKTICK, isSpace, LF, QUOTE, SPACE } from './bytes';
import { behindVariant } from './variant';

/** Every quote mark as an apostrophe, every white space as a space, all else as itself. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === QUOTE || byte === BACKTICK) return APOSTROPHE;
  return isSpace(byte) ? SPACE : byte;
});

/** True where a byte of a literal and one of a text count as equal. */
export function isSameByte(wanted: number, found: number | undefined): boolean {
  return found !== undefined && folded[wanted] === folded[found];
}

/** How far a literal agrees with the text at a position. */
export interface Agreement {
  /** Bytes of the literal that agree, a run of white space counted once. */
  readonly agreed: number;
  /** End of the agreeing text. */
  readonly end: number;
  /** Places where white space is missing or added, or the wording varies. */
  readonly slips: number;
  /** True where the whole literal agrees. */
  readonly whole: boolean;
}

/** Compares from the literal’s first byte on, as far as it goes, with at most `maxSlips` slips. */
export function agree(literal: Uint8Array, bytes: Uint8Array, at: number, end: number, maxSlips: number): Agreement {
  let i = 0;
  let k = at;
  let agreed = 0;
  let slips = 0;
  while (i < literal.length && k < end) {
    const wanted = folded[literal[i] ?? 0] ?? 0;
    const found = folded[bytes[k] ?? 0] ?? 0;
    if (wanted === found) {
      agreed++;
      i = wanted === SPACE ? spacesEnd(literal, i, literal.length) : i + 1;
      k = wanted === SPACE ? spacesEnd(bytes, k, end) : k + 1;
      continue;
    }
    if (agreed === 0) break;
    // A terminal wraps inside words: the line end stands for nothing.
    if (bytes[k] === LF && i > 0 && !isSpace(literal[i - 1])) {
      k = spacesEnd(bytes, k, end);
      continue;
    }
    if (slips === maxSlips) break;
    const behind = behindVariant(literal, i, bytes, k, end);
    if (behind) {
      i = behind.literal;
      k = behind.text;
    } else if (found === SPACE) k = spacesEnd(bytes, k, end);
    else if (wanted === SPACE) i = spacesEnd(literal, i, literal.length);
    else break;
    slips++;
  }
  // White space at the end of a text is often lost; a literal that lacks only that has agreed.
  if (k === end) i = spacesEnd(literal, i, literal.length);
  return { agreed, end: k, slips, whole: i === literal.length };
}

/** A literal found whole in a text. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly slips: number;
}

/** First place in [start, end) where the whole literal agrees. */
export function find(
  literal: Uint8Array,
  bytes: Uint8Array,
  start: number,
  end: number,
  maxSlips: number,
): Found | undefined {
  const first = folded[literal[0] ?? 0];
  const second = folded[literal[1] ?? 0];
  for (let at = start; at < end; at++) {
    if (folded[bytes[at] as number] !== first) continue;
    // Literals often begin with a space, as words do: the byte after it decides sooner.
    if (maxSlips === 0 && literal.length > 1 && at + 1 < end) {
      const next = folded[bytes[at + 1] as number];
      if (next !== second && next !== SPACE) continue;
    }
    const stop = wholeEnd(literal, bytes, at, end);
    if (stop >= 0) return { start: at, end: stop, slips: 0 };
    if (maxSlips === 0) continue;
    const agreement = agree(literal, bytes, at, end, maxSlips);
    if (agreement.whole) return { start: at, end: agreement.end, slips: agreement.slips };
  }
  return undefined;
}

/** End of the literal where it stands whole and without slips at a position; -1 elsewhere. */
function wholeEnd(literal: Uint8Array, bytes: Uint8Array, at: number, end: number): number {
  let i = 0;
  let k = at;
  while (i < literal.length && k < end) {
    const wanted = folded[literal[i] as number] as number;
    const found = folded[bytes[k] as number] as number;
    if (wanted !== found) {
      // A terminal’s wrap inside a word stands for nothing.
      if (bytes[k] !== LF || i === 0 || isSpace(literal[i - 1])) return -1;
      k = spacesEnd(bytes, k, end);
    } else if (wanted === SPACE) {
      i = spacesEnd(literal, i, literal.length);
      k = spacesEnd(bytes, k, end);
    } else {
      i++;
      k++;
    }
  }
  if (k === end) i = spacesEnd(literal, i, literal.length);
  return i === literal.length ? k : -1;
}

/** The literal’s place at the very end of [start, end), for a template that ends with it. */
export function findAtEnd(literal: Uint8Array, bytes: Uint8Array, start: number, end: number): Found | undefined {
  const first = folded[literal[0] ?? 0];
  for (let at = Math.max(start, end - literal.length * 2); at < end; at++) {
    if (folded[bytes[at] ?? 0] !== first) continue;
    if (wholeEnd(literal, bytes, at, end) === end) return { start: at, end, slips: 0 };
  }
  return undefined;
}

function spacesEnd(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && isSpace(bytes[i])) i++;
  return i;
}
