/**
 * Quoted text inside a line: fields of JSON and logfmt, Python’s dicts, tuples and reprs. A message may begin inside
 * such a text as it may on a line of its own. Strings in source code (`raise X("…")`, `log("…")`) are not taken.
 */
import {
  APOSTROPHE,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DOT,
  decode,
  EQUALS,
  hasText,
  isSpace,
  isWord,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUOTE,
  skipSpaces,
} from './bytes';
import { pushUnescaped, unescaped } from './escape';
import { isExceptionClass } from './starts';
import { type TextView, ViewBuilder } from './view';

/** A quoted text and what stands before it. */
export interface Quoted {
  /** The text, escapes undone. */
  readonly view: TextView;
  /** Where it stood in the outer view, quote marks not counted. */
  readonly start: number;
  readonly end: number;
  /** Name of the field (`"msg": "…"`), if it has one. */
  readonly key: string | null;
  /** Exception class of a repr: `RuntimeError('…')`. */
  readonly exception: string | null;
}

interface Opening {
  /** First byte of the text. */
  readonly start: number;
  readonly quote: number;
  /** Backslashes before the quote mark: 1 inside a JSON string, 3 inside a JSON string in one. */
  readonly slashes: number;
  readonly key: string | null;
  readonly exception: string | null;
}

/** The outermost quoted text at or after `from` that holds a position; undefined where none does. */
export function quotedAt(view: TextView, from: number, position: number, end: number): Quoted | undefined {
  const { bytes } = view;
  for (let i = from; i <= position; ) {
    const opening = openingAt(bytes, i, from);
    if (!opening) {
      i++;
      continue;
    }
    const close = closing(bytes, opening, end);
    if (close > position) return quoted(view, opening, close);
    i = Math.max(close, i) + 1;
  }
  return undefined;
}

/** The strings of a tuple that begins at `at`, joined: `('Not supported for ', 'this GPU.')`. */
export function tupleAt(view: TextView, at: number, end: number): Quoted | undefined {
  const { bytes } = view;
  if (bytes[at] !== OPEN_PAREN || !isQuote(bytes[at + 1])) return undefined;
  const builder = new ViewBuilder(end - at);
  let i = at + 1;
  while (i < end && bytes[i] !== CLOSE_PAREN) {
    const quote = bytes[i];
    if (quote === COMMA || isSpace(quote)) {
      i++;
    } else if (isQuote(quote)) {
      const opening = { start: i + 1, quote: quote ?? 0, slashes: 0, key: null, exception: null };
      const close = Math.min(closing(bytes, opening, end), end);
      for (let k = i + 1; k < close; ) k = pushUnescaped(builder, view, k, close);
      i = close + 1;
    } else {
      builder.push(quote ?? 0, view.rawAt(i++));
    }
  }
  return { view: builder.build(view.rawAt(i)), start: at + 2, end: i, key: null, exception: null };
}

function quoted(view: TextView, opening: Opening, close: number): Quoted {
  let text = view.slice(opening.start, close);
  // A quote mark behind n backslashes stands in log2(n + 1) strings; its own text is escaped once more.
  for (let left = opening.slashes; left >= 0; left = left === 0 ? -1 : (left - 1) >> 1) {
    text = unescaped(text, 0, text.length);
  }
  return { view: text, start: opening.start, end: close, key: opening.key, exception: opening.exception };
}

/** The string that opens with the quote mark at `at`, if data (not code or prose) opens it. */
function openingAt(bytes: Uint8Array, at: number, from: number): Opening | undefined {
  const quote = bytes[at];
  if (!isQuote(quote)) return undefined;
  let slash = at;
  while (slash > from && bytes[slash - 1] === BACKSLASH) slash--;
  let before = slash;
  while (before > from && isSpace(bytes[before - 1])) before--;
  if (before === from) return undefined;
  const mark = bytes[before - 1];
  const start = { start: at + 1, quote: quote ?? 0, slashes: at - slash, key: null, exception: null };
  if (mark === COLON || mark === EQUALS) return { ...start, key: keyBefore(bytes, before - 1, from) };
  if (mark === COMMA || mark === OPEN_BRACKET || mark === OPEN_BRACE) return start;
  return mark === OPEN_PAREN ? callOpening(bytes, before - 1, from, start) : undefined;
}

/** Behind a parenthesis only a tuple or an exception’s repr holds data; anything else is a call in source code. */
function callOpening(bytes: Uint8Array, paren: number, from: number, start: Opening): Opening | undefined {
  let name = paren;
  while (name > from && (isWord(bytes[name - 1]) || bytes[name - 1] === DOT)) name--;
  if (name === paren) return start;
  const exception = decode(bytes, name, paren);
  if (!isExceptionClass(exception)) return undefined;
  const raised = ['raise ', 'throw ', 'new ', 'except '].some((word) => {
    return hasText(bytes, name - word.length, bytes.length, word);
  });
  return raised ? undefined : { ...start, exception };
}

/** Position of the mark that closes a string: the same mark behind as many backslashes; `end` where it is cut off. */
function closing(bytes: Uint8Array, { start, quote, slashes }: Opening, end: number): number {
  let run = 0;
  for (let i = start; i < end; i++) {
    if (bytes[i] === BACKSLASH) {
      run++;
      continue;
    }
    if (bytes[i] === quote && run === slashes && closes(bytes, i + 1, end)) return i - slashes;
    run = 0;
  }
  return end;
}

/** An apostrophe inside a text closes nothing: what follows a closing mark is the end, or punctuation of data. */
function closes(bytes: Uint8Array, at: number, end: number): boolean {
  const next = skipSpaces(bytes, at, end);
  if (next >= end) return true;
  const byte = bytes[next];
  if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === CLOSE_PAREN || byte === COMMA) return true;
  // The next key of logfmt, or a quote mark of the string around this one.
  return (
    byte === COLON || isQuote(byte) || byte === BACKSLASH || (next > at && isWord(byte) && fieldAt(bytes, next, end))
  );
}

function fieldAt(bytes: Uint8Array, at: number, end: number): boolean {
  let i = at;
  while (i < end && i - at < 64 && (isWord(bytes[i]) || bytes[i] === DOT)) i++;
  return bytes[i] === EQUALS;
}

function keyBefore(bytes: Uint8Array, mark: number, from: number): string | null {
  let stop = mark;
  while (stop > from && (isSpace(bytes[stop - 1]) || isQuote(bytes[stop - 1]) || bytes[stop - 1] === BACKSLASH)) stop--;
  let start = stop;
  while (start > from && stop - start < 64 && (isWord(bytes[start - 1]) || bytes[start - 1] === DOT)) start--;
  return start < stop ? decode(bytes, start, stop) : null;
}

function isQuote(byte: number | undefined): boolean {
  return byte === QUOTE || byte === APOSTROPHE;
}
