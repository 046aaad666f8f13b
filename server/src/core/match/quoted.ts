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
  isUpper,
  isWord,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUOTE,
  skipSpaces,
} from './bytes';
import { pushUnescaped, unescaped } from './escape';
import { headsFrom, isExceptionClass } from './starts';
import { type TextView, ViewBuilder } from './view';

/** A quoted text and what stands before it. */
export interface Quoted {
  /** The text, escapes undone. */
  readonly view: TextView;
  /** Where it stood in the outer view, quote marks not counted. */
  readonly start: number;
  readonly end: number;
  /** False where the line ends before the text’s closing mark. */
  readonly closed: boolean;
  /** Name of the field (`"msg": "…"`), if it has one. */
  readonly key: string | null;
  /** Exception class of a repr: `RuntimeError('…')`. */
  readonly exception: string | null;
}

const BANG = 33;

interface Opening {
  /** First byte of the text. */
  readonly start: number;
  readonly quote: number;
  /** Backslashes before the quote mark: 1 inside a JSON string, 3 inside a JSON string in one. */
  readonly slashes: number;
  readonly key: string | null;
  readonly exception: string | null;
  /** False for a string of source code or prose. */
  readonly data: boolean;
  /** True for a field of CSV and a string of YAML, in which a quote mark is written twice. */
  readonly doubled: boolean;
}

/** What is known of the line that a string stands in. */
interface Line {
  /** An exception’s class stands before: no source code follows. */
  readonly isMessage: boolean;
  /** A logger’s prefix stands before. */
  readonly logged: boolean;
}

/**
 * The outermost quoted text at or after `from` that holds a position; undefined where none does.
 *
 * @param logged true where a logger’s prefix stands before `from`: a text in quotes is then data
 */
export function quotedAt(
  view: TextView,
  from: number,
  position: number,
  end: number,
  logged = false,
): Quoted | undefined {
  const { bytes } = view;
  // What follows an exception’s class is no source code: `ClientResponseError: 400, message='…'`.
  const isMessage = headsFrom(bytes, from, end).some(({ kind }) => kind === 'class');
  const brackets = new Brackets();
  for (let i = from; i <= position; ) {
    if (!isQuote(bytes[i]) || (isWord(bytes[i - 1]) && !isPrinted(bytes, i, from))) {
      brackets.pass(bytes, i, from);
      i++;
      continue;
    }
    const opening = openingAt(bytes, i, from, brackets, { isMessage, logged });
    const close = closing(bytes, opening, end);
    if (opening.data && close > position) return quoted(view, opening, close, close < end);
    // A string of code is passed over whole; a quote mark that opens nothing is passed alone.
    i = opening.data || close < end ? Math.max(close, i) + 1 : i + 1;
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
      const opening = {
        start: i + 1,
        quote: quote ?? 0,
        slashes: 0,
        key: null,
        exception: null,
        data: true,
        doubled: false,
      };
      const close = Math.min(closing(bytes, opening, end), end);
      for (let k = i + 1; k < close; ) k = pushUnescaped(builder, view, k, close);
      i = close + 1;
    } else {
      builder.push(quote ?? 0, view.rawAt(i++));
    }
  }
  return { view: builder.build(view.rawAt(i)), start: at + 2, end: i, closed: i < end, key: null, exception: null };
}

function quoted(view: TextView, opening: Opening, close: number, closed: boolean): Quoted {
  let text = opening.doubled ? undoubled(view, opening.start, close) : view.slice(opening.start, close);
  // A quote mark behind n backslashes stands in log2(n + 1) strings; its own text is escaped once more.
  for (let left = opening.slashes; left >= 0; left = left === 0 ? -1 : (left - 1) >> 1) {
    text = unescaped(text, 0, text.length);
  }
  return { view: text, start: opening.start, end: close, closed, key: opening.key, exception: opening.exception };
}

/** A field of CSV, or a string of YAML, with each pair of quote marks as the one that it stands for. */
function undoubled(view: TextView, start: number, end: number): TextView {
  const builder = new ViewBuilder(end - start);
  for (let i = start; i < end; i++) {
    builder.push(view.bytes[i] ?? 0, view.rawAt(i));
    if (isQuote(view.bytes[i]) && view.bytes[i + 1] === view.bytes[i]) i++;
  }
  return builder.build(view.rawAt(end));
}

/** What an open bracket holds: data, the fields of an object’s repr, or the arguments of a call in source code. */
type Holds = 'data' | 'fields' | 'code';

/** Brackets that are open at a position. */
class Brackets {
  private readonly open: Holds[] = [];

  /** What the innermost open bracket holds; undefined outside of all. */
  get innermost(): Holds | undefined {
    return this.open.at(-1);
  }

  /** Takes note of the byte at `at`. */
  pass(bytes: Uint8Array, at: number, from: number): void {
    const byte = bytes[at];
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === CLOSE_PAREN) this.open.pop();
    if (byte !== OPEN_BRACE && byte !== OPEN_BRACKET && byte !== OPEN_PAREN) return;
    // What stands in the arguments of a call is source code as well.
    this.open.push(this.innermost === 'code' ? 'code' : heldBy(bytes, at, from));
  }
}

/** A parenthesis after a class name opens a repr, after another name or a macro’s `!` a call, else a tuple. */
function heldBy(bytes: Uint8Array, paren: number, from: number): Holds {
  const before = bytes[paren - 1];
  if (bytes[paren] === OPEN_BRACE) return 'data';
  if (bytes[paren] === OPEN_BRACKET) return paren > from && before === BANG ? 'code' : 'data';
  if (paren === from || (!isWord(before) && before !== BANG && before !== CLOSE_PAREN)) return 'data';
  const name = nameStart(bytes, paren, from);
  if (isMade(bytes, name)) return 'code';
  // Bindings give their classes names in lower case: `nixlBackendError('…')`.
  if (reprClass(bytes, paren, from) !== null) return 'data';
  return isUpper(bytes[lastPartStart(bytes, name, paren)]) ? 'fields' : 'code';
}

function nameStart(bytes: Uint8Array, end: number, from: number): number {
  let start = end;
  while (start > from && (isWord(bytes[start - 1]) || bytes[start - 1] === DOT)) start--;
  return start;
}

function lastPartStart(bytes: Uint8Array, start: number, end: number): number {
  let i = end;
  while (i > start && bytes[i - 1] !== DOT) i--;
  return i;
}

/** True where source code makes the object named at that position. */
function isMade(bytes: Uint8Array, name: number): boolean {
  return ['raise ', 'throw ', 'new ', 'except ', 'return '].some((word) => {
    return hasText(bytes, name - word.length, bytes.length, word);
  });
}

/** The exception class before a parenthesis, where it is a repr and not raised or built by source code. */
function reprClass(bytes: Uint8Array, paren: number, from: number): string | null {
  const name = nameStart(bytes, paren, from);
  const exception = decode(bytes, name, paren);
  return isExceptionClass(exception) && !isMade(bytes, name) ? exception : null;
}

/** The string that opens with the quote mark at `at`; `data` where data, not code or prose, opens it. */
function openingAt(bytes: Uint8Array, at: number, from: number, brackets: Brackets, line: Line): Opening {
  let slash = at;
  while (slash > from && bytes[slash - 1] === BACKSLASH) slash--;
  let before = slash;
  while (before > from && isSpace(bytes[before - 1])) before--;
  const mark = before === from ? undefined : bytes[before - 1];
  const opening = {
    start: at + 1,
    quote: bytes[at] ?? 0,
    slashes: at - slash,
    key: null,
    exception: null,
    data: false,
    doubled: false,
  };
  if (isPrinted(bytes, at, from)) return { ...opening, data: true };
  if (isWhole(bytes, at, from, brackets, line)) return { ...opening, data: true, doubled: mark === COMMA };
  if (mark === COLON) {
    // YAML writes a quote mark inside such a string twice.
    return { ...opening, key: keyBefore(bytes, before - 1, from), data: true, doubled: bytes[at] === APOSTROPHE };
  }
  if (mark === EQUALS) {
    const key = keyBefore(bytes, before - 1, from);
    const data = key !== null && (line.isMessage || isField(bytes, before - 1 - key.length, from, brackets));
    return { ...opening, key, data };
  }
  if (mark === OPEN_PAREN) {
    const exception = reprClass(bytes, before - 1, from);
    return { ...opening, exception, data: brackets.innermost === 'data' };
  }
  return {
    ...opening,
    data: (mark === COMMA || mark === OPEN_BRACKET || mark === OPEN_BRACE) && brackets.innermost === 'data',
  };
}

const traceback = 'Traceback (most recent call last):\\n';
const panic = 'panicked at ';

/** True for the repr of a printed traceback, and for the message of a panic as Rust printed it before 1.73. */
function isPrinted(bytes: Uint8Array, at: number, from: number): boolean {
  if (at === from && hasText(bytes, at - panic.length, at, panic)) return true;
  return hasText(bytes, at + 1, bytes.length, traceback);
}

/**
 * True where a whole message, or a field of CSV, is put in double quotes: klog’s `E0722 … controller.go:71] "…" err="…"`,
 * `2026-07-22T08:14:55Z,gpu-17,"…"`.
 */
function isWhole(bytes: Uint8Array, at: number, from: number, brackets: Brackets, { logged }: Line): boolean {
  if (bytes[at] !== QUOTE || brackets.innermost !== undefined) return false;
  if (at === from) return logged;
  return bytes[at - 1] === COMMA && (logged || bytes[from] === QUOTE);
}

/**
 * True for `name="…"` as loggers and reprs write it. `detail="…"` as the first thing on a line, or after a comma
 * outside of a repr, is an argument in source code.
 */
function isField(bytes: Uint8Array, key: number, from: number, brackets: Brackets): boolean {
  if (brackets.innermost !== undefined) return brackets.innermost !== 'code';
  let before = key;
  while (before > from && isSpace(bytes[before - 1])) before--;
  return before < key && before > from && bytes[before - 1] !== COMMA;
}

/** Position of the mark that closes a string: the same mark behind as many backslashes; `end` where it is cut off. */
function closing(bytes: Uint8Array, { start, quote, slashes, doubled }: Opening, end: number): number {
  let run = 0;
  for (let i = start; i < end; i++) {
    if (bytes[i] === BACKSLASH) {
      run++;
      continue;
    }
    if (doubled && i > start && bytes[i] === quote && bytes[i + 1] === quote) {
      i++;
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
