/**
 * Whether the text around a piece of a literal can be the rest of the literal. This dismisses most places that hold a
 * piece by chance, before any line is read. Where a text may have been copied, wrapped, escaped, coloured or cut, the
 * doubt counts for it, as it does where the loaded part of a document ends: the comparison proper decides later.
 */
import {
  AMPERSAND,
  BACKSLASH,
  CARET,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COMMA,
  DOT,
  ESC,
  GREATER,
  isAnyQuote,
  isBreak,
  isDigit,
  isSpace,
  isText,
  LETTER_E,
  LETTER_F,
  LETTER_M,
  LETTER_N,
  LETTER_P,
  LETTER_T,
  LF,
  OPEN_BRACKET,
  OPEN_PAREN,
  PIPE,
  SEMICOLON,
} from './bytes';
import { isStart, length, poolAt, textAt } from './memory';
import { mayVaryBefore, mayVaryBehind } from './variant';

/** Where the text differed that was looked at last. */
export let differsAt: i32 = 0;

/** True where the text from `at` on can be the literal from its byte `from` on. */
export function agreesBehind(from: i32, at: i32): bool {
  let i = from;
  let k = at;
  let isColumn = false;
  while (k < length) {
    const wanted = poolAt(i);
    if (!isText(wanted)) return true;
    const found = textAt(k);
    if (wanted === found || (isAnyQuote(wanted) && isAnyQuote(found))) {
      i++;
      k++;
    } else if (isBreak(found) || isDisguised(k) || mayVaryBehind(i, k)) {
      return true;
    } else if (isSpace(found)) {
      // Two spaces where the text has one: another column may begin.
      isColumn = isColumn || isSpace(textAt(k - 1));
      k++;
    } else if (isSpace(wanted)) {
      i++;
    } else {
      differsAt = k;
      return isColumn || isCutOrJoin(k) || wanted >= 128 || found >= 128;
    }
  }
  return true;
}

/** How the text before a place agrees with the literal. softly: down to a place where a copy may differ. */
export const DIFFERS = 0;
const SOFTLY = 1;
export const WHOLE = 2;

/** How the text before `at` agrees with the literal before `from`: WHOLE, down to its first byte. */
export function agreesBefore(from: i32, at: i32): i32 {
  let i = from - 1;
  let k = at - 1;
  while (k >= 0) {
    if (i < 0) return WHOLE;
    const wanted = poolAt(i);
    if (!isText(wanted)) return WHOLE;
    const found = textAt(k);
    if (wanted === found || (isAnyQuote(wanted) && isAnyQuote(found))) {
      i--;
      k--;
    } else if (isBreak(found) || endsDisguise(k) || mayVaryBefore(i, k)) {
      return SOFTLY;
    } else if (isSpace(found)) {
      k--;
    } else if (isSpace(wanted)) {
      // An escaped line end: `\n`.
      if (found === LETTER_N && textAt(k - 1) === BACKSLASH) return SOFTLY;
      i--;
    } else {
      differsAt = k;
      return wanted >= 128 || found >= 128 || endsPrefix(k) ? SOFTLY : DIFFERS;
    }
  }
  return i >= 0 && isText(poolAt(i)) ? SOFTLY : isStart ? WHOLE : SOFTLY;
}

/** True where a text was cut (`..`, `[truncated]`, `>`), or one string of a tuple ends (`', '`). */
function isCutOrJoin(at: i32): bool {
  const byte = textAt(at);
  const next = textAt(at + 1);
  if (byte === GREATER) return true;
  if (byte === OPEN_BRACKET || byte === OPEN_PAREN) return next === LETTER_T || next === DOT;
  return (byte === DOT && next === DOT) || (isAnyQuote(byte) && next === COMMA);
}

/** True where the prefix of a continuation line, or the mark that opens a string of a tuple, may end. */
function endsPrefix(at: i32): bool {
  const byte = textAt(at);
  const before = textAt(at - 1);
  if (isAnyQuote(byte)) return isSpace(before) || before === OPEN_PAREN;
  if (!isSpace(textAt(at + 1))) return false;
  // pytest’s margin.
  if (byte === LETTER_E) return at === 0 || before === LF;
  // CRI marks whole and partial lines: `stderr F `.
  if (byte === LETTER_F || byte === LETTER_P) return isSpace(before);
  return byte === CLOSE_BRACKET || byte === CLOSE_PAREN || byte === GREATER || byte === PIPE;
}

/** True where an escape, a colour code or an HTML entity may begin, in whose place the literal goes on. */
function isDisguised(at: i32): bool {
  const byte = textAt(at);
  if (byte === BACKSLASH || byte === ESC || byte === AMPERSAND) return true;
  // The quote mark of CSV and YAML that is written twice.
  if (isAnyQuote(byte) && byte === textAt(at - 1)) return true;
  if (byte === CARET) return textAt(at + 1) === OPEN_BRACKET;
  return byte === OPEN_BRACKET && isDigit(textAt(at + 1));
}

/** True where an escape, a colour code or an HTML entity may end. */
function endsDisguise(at: i32): bool {
  const byte = textAt(at);
  if (byte === LETTER_M) return isDigit(textAt(at - 1)) || textAt(at - 1) === OPEN_BRACKET;
  return byte === BACKSLASH || byte === SEMICOLON || (isAnyQuote(byte) && byte === textAt(at + 1));
}
