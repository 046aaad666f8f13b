/** Quotations in a line without escapes, as `core/match/quoted.ts` finds them in lines that are read. */
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DOT,
  EQUALS,
  isQuote,
  isSpace,
  isWord,
  SPACE,
} from './bytes';
import { textAt } from './memory';

const MAX_KEY: i32 = 64;

/** True where a quote mark may open a text; an apostrophe inside a word does not. */
export function mayOpen(at: i32): bool {
  return isQuote(textAt(at)) && !isWord(textAt(at - 1));
}

/** Where the text that a mark at `at` opens is closed; `end` where it is not. */
export function closing(at: i32, end: i32): i32 {
  const quote = textAt(at);
  for (let i = at + 1; i < end; i++) if (textAt(i) === quote && closes(i + 1, end)) return i;
  return end;
}

/** True for a text of one word, which can be an exception’s class. */
export function isOneWord(start: i32, end: i32): bool {
  for (let i = start; i < end; i++) if (textAt(i) === SPACE) return false;
  return true;
}

function closes(at: i32, end: i32): bool {
  let next = at;
  while (next < end && isSpace(textAt(next))) next++;
  if (next >= end) return true;
  const byte = textAt(next);
  if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === CLOSE_PAREN || byte === COMMA) return true;
  if (byte === COLON || byte === BACKSLASH || isQuote(byte)) return true;
  return next > at && isWord(byte) && isKey(next, end);
}

function isKey(at: i32, end: i32): bool {
  let i = at;
  while (i < end && i - at < MAX_KEY && (isWord(textAt(i)) || textAt(i) === DOT)) i++;
  return textAt(i) === EQUALS;
}
