/**
 * Whether the text around a piece of a literal can be the rest of the literal. This dismisses most places that hold a
 * piece by chance, before any line is read. Where a text may have been copied, wrapped, escaped, coloured or cut, the
 * doubt counts for it: the comparison proper decides later.
 */
import {
  AMPERSAND,
  APOSTROPHE,
  BACKSLASH,
  BACKTICK,
  CARET,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COMMA,
  CR,
  DOT,
  ESC,
  GREATER,
  isDigit,
  isSpace,
  LF,
  OPEN_BRACKET,
  OPEN_PAREN,
  PIPE,
  QUOTE,
  SEMICOLON,
} from './bytes';

import { BESIDE, END } from './engine/layout';

const LETTER_E = 69;
const LETTER_F = 70;
const LETTER_P = 80;
const LETTER_M = 109;
const LETTER_N = 110;
const LETTER_T = 116;

/** True where the text from `at` on can be the literal of a pool from its byte `from` on. */
export function agreesBehind(pool: Uint8Array, from: number, bytes: Uint8Array, at: number, end: number): boolean {
  let i = from;
  let k = at;
  let isColumn = false;
  while (k < end) {
    const wanted = pool[i] ?? END;
    if (!isText(wanted)) return true;
    const found = bytes[k] ?? 0;
    if (wanted === found || (isQuote(wanted) && isQuote(found))) {
      i++;
      k++;
    } else if (found === LF || found === CR || isDisguised(bytes, k)) {
      return true;
    } else if (isSpace(found)) {
      // Two spaces where the text has one: another column may begin.
      isColumn ||= isSpace(bytes[k - 1]);
      k++;
    } else if (isSpace(wanted)) {
      i++;
    } else return isColumn || isCutOrJoin(bytes, k) || wanted >= 128 || found >= 128;
  }
  return true;
}

/**
 * How the text before `at` agrees with the literal before `from`. whole: down to the literal’s first byte. softly: to
 * a place where a copy may differ.
 */
export function agreesBefore(
  pool: Uint8Array,
  from: number,
  bytes: Uint8Array,
  at: number,
): 'whole' | 'softly' | 'differs' {
  let i = from - 1;
  let k = at - 1;
  while (k >= 0) {
    const wanted = pool[i] ?? END;
    if (!isText(wanted)) return 'whole';
    const found = bytes[k] ?? 0;
    if (wanted === found || (isQuote(wanted) && isQuote(found))) {
      i--;
      k--;
    } else if (found === LF || found === CR || endsDisguise(bytes, k)) {
      return 'softly';
    } else if (isSpace(found)) {
      k--;
    } else if (isSpace(wanted)) {
      // An escaped line end: `\n`.
      if (found === LETTER_N && bytes[k - 1] === BACKSLASH) return 'softly';
      i--;
    } else return wanted >= 128 || found >= 128 || endsPrefix(bytes, k) ? 'softly' : 'differs';
  }
  return isText(pool[i]) ? 'softly' : 'whole';
}

/** True where a text was cut (`..`, `[truncated]`, `>`), or one string of a tuple ends (`', '`). */
function isCutOrJoin(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at] ?? 0;
  if (byte === GREATER) return true;
  if (byte === OPEN_BRACKET || byte === OPEN_PAREN) return bytes[at + 1] === LETTER_T || bytes[at + 1] === DOT;
  return (byte === DOT && bytes[at + 1] === DOT) || (isQuote(byte) && bytes[at + 1] === COMMA);
}

/** True where the prefix of a continuation line, or the mark that opens a string of a tuple, may end. */
function endsPrefix(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at] ?? 0;
  if (isQuote(byte)) return isSpace(bytes[at - 1]) || bytes[at - 1] === OPEN_PAREN;
  if (!isSpace(bytes[at + 1])) return false;
  // pytest’s margin.
  if (byte === LETTER_E) return at === 0 || bytes[at - 1] === LF;
  // CRI marks whole and partial lines: `stderr F `.
  if (byte === LETTER_F || byte === LETTER_P) return isSpace(bytes[at - 1]);
  return byte === CLOSE_BRACKET || byte === CLOSE_PAREN || byte === GREATER || byte === PIPE;
}

/** True where an escape, a colour code or an HTML entity may begin, in whose place the literal goes on. */
function isDisguised(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  if (byte === BACKSLASH || byte === ESC || byte === AMPERSAND) return true;
  // The quote mark of CSV and YAML that is written twice.
  if (isQuote(byte ?? 0) && byte === bytes[at - 1]) return true;
  if (byte === CARET) return bytes[at + 1] === OPEN_BRACKET;
  return byte === OPEN_BRACKET && isDigit(bytes[at + 1]);
}

/** True where an escape, a colour code or an HTML entity may end. */
function endsDisguise(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  if (byte === LETTER_M) return isDigit(bytes[at - 1]) || bytes[at - 1] === OPEN_BRACKET;
  return byte === BACKSLASH || byte === SEMICOLON || (isQuote(byte ?? 0) && byte === bytes[at + 1]);
}

/** True for a byte of a literal, as against a mark between texts. */
export function isText(byte: number | undefined): boolean {
  return byte !== undefined && byte < BESIDE;
}

function isQuote(byte: number): boolean {
  return byte === QUOTE || byte === APOSTROPHE || byte === BACKTICK;
}
