/**
 * Small changes of wording between versions, and between copies: an ending (`layer`, `layers`), the case of a letter, a
 * mark of punctuation, a number, `is not` for `isn't`. A text with another word in such a place is another text. The
 * kernel of the search has the same rules (`server/src/wasm/kernel/variant.ts`).
 */
import { APOSTROPHE, BACKTICK, COMMA, DOT, isDigit, isLetter, isSpace, QUOTE } from './bytes';

/** Shorter literals are compared as they are written. */
const MIN_VARIED = 24;
/** Bytes that must agree behind a change, or all that are left. */
const AFTER = 8;
/** Where fewer are left, the text must end there: else a value may have taken the place of the literal's end. */
const LEAST_AFTER = 4;
/** Longest ending that is added or left out. */
const MAX_ENDING = 3;

const LETTER_N = 110;
const LETTER_O = 111;
const LETTER_T = 116;

/** Where a literal and a text go on behind a change. */
interface Behind {
  readonly literal: number;
  readonly text: number;
}

/** Where both go on behind a small change at `i` of the literal and `k` of the text; undefined where there is none. */
export function behindVariant(
  literal: Uint8Array,
  i: number,
  bytes: Uint8Array,
  k: number,
  end: number,
): Behind | undefined {
  if (literal.length < MIN_VARIED || i === 0) return undefined;
  const goesOn = (skipped: number, added: number): Behind | undefined =>
    agreesBehind(literal, i + skipped, bytes, k + added, end) ? { literal: i + skipped, text: k + added } : undefined;
  if (isNumber(literal, i) || isNumber(bytes, k)) {
    const number = goesOn(numberEnd(literal, i) - i, numberEnd(bytes, k) - k);
    if (number) return number;
  }
  const wanted = literal[i] ?? 0;
  const found = bytes[k] ?? 0;
  if (isLetter(wanted) && (wanted ^ found) === 32) return goesOn(1, 1);
  const mark = isMark(wanted)
    ? isMark(found)
      ? goesOn(1, 1)
      : goesOn(1, 0)
    : isMark(found)
      ? goesOn(0, 1)
      : undefined;
  if (mark) return mark;
  const added = endingAt(bytes, k, end);
  const longer = added > 0 ? goesOn(0, added) : undefined;
  if (longer) return longer;
  const left = endingAt(literal, i, literal.length);
  return (left > 0 ? goesOn(left, 0) : undefined) ?? behindNot(literal, i, bytes, k, goesOn);
}

/** `does not` and `cannot` for `doesn't` and `can't`, either way. */
function behindNot(
  literal: Uint8Array,
  i: number,
  bytes: Uint8Array,
  k: number,
  goesOn: (skipped: number, added: number) => Behind | undefined,
): Behind | undefined {
  const skipped = notLength(literal, i);
  const added = notLength(bytes, k);
  return skipped > 0 && added > 0 ? goesOn(skipped, added) : undefined;
}

/** Length of ` not`, `not`, `n't` or `'t` at a position; 0 for anything else. */
function notLength(bytes: Uint8Array, at: number): number {
  const start = isSpace(bytes[at]) ? at + 1 : at;
  if (bytes[start] === LETTER_N && bytes[start + 1] === LETTER_O && bytes[start + 2] === LETTER_T)
    return start + 3 - at;
  const mark = bytes[at] === LETTER_N ? at + 1 : at;
  const byte = bytes[mark];
  const isQuote = byte === APOSTROPHE || byte === QUOTE || byte === BACKTICK;
  return isQuote && bytes[mark + 1] === LETTER_T ? mark + 2 - at : 0;
}

function agreesBehind(literal: Uint8Array, i: number, bytes: Uint8Array, k: number, end: number): boolean {
  const size = Math.min(AFTER, literal.length - i);
  if (k + size > end || (size < LEAST_AFTER && k + size < end)) return false;
  for (let n = 0; n < size; n++) if (literal[i + n] !== bytes[k + n]) return false;
  return true;
}

/** True inside or right behind a number. */
function isNumber(bytes: Uint8Array, at: number): boolean {
  return isDigit(bytes[at]) || (isDigit(bytes[at - 1]) && (bytes[at] === DOT || bytes[at] === COMMA));
}

function numberEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while (isDigit(bytes[end]) || bytes[end] === DOT || bytes[end] === COMMA) end++;
  return end;
}

/** Letters from `at` to the end of a word that began before, if they are few enough for an ending; else 0. */
function endingAt(bytes: Uint8Array, at: number, end: number): number {
  if (!isLetter(bytes[at - 1])) return 0;
  let stop = at;
  while (stop < end && isLetter(bytes[stop])) stop++;
  return stop - at <= MAX_ENDING ? stop - at : 0;
}

/** Printable ASCII that is no letter, no digit and no space. */
function isMark(byte = 0): boolean {
  return byte > 32 && byte < 127 && !isLetter(byte) && !isDigit(byte);
}
