/** Reads the escapes of string literals, in the dialects of Python, C, Rust, Go and JSON. */
import { hexValue } from '../bytes';
import { utf8Bytes } from '../text';

/** What differs between languages. */
export interface Dialect {
  /**
   * What digits behind a backslash are: up to three octal ones (C, Python), `\0` alone (Rust), up to three behind a `0`
   * (echo), up to three decimal ones (Lua, OCaml, Haskell).
   */
  readonly digits: 'octal' | 'nul' | 'behind-zero' | 'decimal';
  /** Code points up to 0xff stand for one byte (JSON and Python text made from Latin-1), or are written as UTF-8 (Go). */
  readonly unicode: 'byte' | 'utf8';
  /** Characters from 0x80 to 0xff that stand unescaped: one byte each, or UTF-8. */
  readonly plain: 'byte' | 'utf8';
}

/** Python's bytes literals, C strings, strace and gdb. */
export const cDialect: Dialect = { digits: 'octal', unicode: 'utf8', plain: 'utf8' };
/** Rust's byte strings as `Debug` of the bytes crate writes them. */
export const rustDialect: Dialect = { digits: 'nul', unicode: 'utf8', plain: 'utf8' };
/** JSON strings, and Python text that holds one byte in each character. */
export const latin1Dialect: Dialect = { digits: 'octal', unicode: 'byte', plain: 'byte' };
/** `echo -e` and `printf '%b'` of a shell: `\0203` (POSIX echo). */
export const echoDialect: Dialect = { ...cDialect, digits: 'behind-zero' };
/** Strings of OCaml, Lua and Haskell: `\131`. */
export const decimalDialect: Dialect = { ...cDialect, digits: 'decimal' };
/** Python text decoded with `surrogateescape`: only \udc80 to \udcff are bytes, all else is UTF-8 (PEP 383). */
export const surrogateDialect: Dialect = { digits: 'octal', unicode: 'utf8', plain: 'utf8' };

/** What was read of a literal. */
export interface Unescaped {
  readonly bytes: Uint8Array;
  /** Offset behind the closing quote, or where reading ended. */
  readonly end: number;
  /** The closing quote was found. */
  readonly closed: boolean;
  /** The text ended within an escape. */
  readonly cutEscape: boolean;
}

const named = new Map([
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['b', 8],
  ['f', 12],
  ['v', 11],
  ['a', 7],
  ['e', 27],
  ['\\', 92],
  ["'", 39],
  ['"', 34],
  ['/', 47],
  // Ruby escapes # before a brace.
  ['#', 35],
]);

/** Names of control characters in strings of Haskell, in the order of their numbers (Haskell 2010 report 2.6). */
const controls =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US SP'.split(
    ' ',
  );

/** The control character whose name stands at an offset; -1 for the `&` that only ends a number. */
function controlAt(text: string, at: number): { value: number; length: number } | undefined {
  if (text.charAt(at) === '&') return { value: -1, length: 1 };
  if (text.startsWith('DEL', at)) return { value: 127, length: 3 };
  const value = controls.findIndex(
    (name) => text.startsWith(name, at) && !(name === 'SO' && text.charAt(at + 2) === 'H'),
  );
  return value < 0 ? undefined : { value, length: controls[value]?.length ?? 0 };
}

/** A growing run of bytes. */
class ByteSink {
  #bytes = new Uint8Array(64);
  #length = 0;

  push(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow();
    this.#bytes[this.#length++] = byte;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  pushCodePoint(code: number, style: 'byte' | 'utf8'): void {
    if (code >= 0xdc80 && code <= 0xdcff) this.push(code - 0xdc00);
    else if (code < 0x80 || (code <= 0xff && style === 'byte')) this.push(code);
    else for (const byte of utf8Bytes(String.fromCodePoint(code))) this.push(byte);
  }

  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}

/** Value of `digits` hex digits at an offset, or -1 where there are fewer. */
function hexAt(text: string, offset: number, digits: number): number {
  let value = 0;
  for (let i = 0; i < digits; i++) {
    const digit = hexValue(text.charCodeAt(offset + i));
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** Reads one escape whose backslash stands at `at`; gives the offset behind it, or -1 where the text is cut. */
function readEscape(text: string, at: number, dialect: Dialect, sink: ByteSink): number {
  const letter = text.charAt(at + 1);
  if (letter === '') return -1;
  if (letter === '\n') return dialect.digits === 'nul' ? behindBlanks(text, at + 2) : at + 2;
  if (letter === 'x') return readHexEscape(text, at, sink);
  if (letter === 'u' || letter === 'U') return readUnicodeEscape(text, at, letter === 'u' ? 4 : 8, dialect, sink);
  if (letter >= '0' && letter <= (dialect.digits === 'decimal' ? '9' : '7'))
    return readDigits(text, at + 1, dialect, sink);
  const control = dialect.digits === 'decimal' ? controlAt(text, at + 1) : undefined;
  if (control) {
    if (control.value >= 0) sink.push(control.value);
    return at + 1 + control.length;
  }
  const byte = named.get(letter);
  if (byte === undefined) {
    // Python keeps an unknown escape as it stands.
    sink.push(92);
    return at + 1;
  }
  sink.push(byte);
  return at + 2;
}

/** Rust drops the blanks with which a line goes on. */
function behindBlanks(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text.charAt(at))) at++;
  return at;
}

function readHexEscape(text: string, at: number, sink: ByteSink): number {
  if (text.charAt(at + 2) === '{') return readBracedEscape(text, at, sink, 'byte');
  const value = hexAt(text, at + 2, 2);
  if (value >= 0) {
    sink.push(value);
    return at + 4;
  }
  return -1;
}

function readUnicodeEscape(text: string, at: number, digits: number, dialect: Dialect, sink: ByteSink): number {
  if (text.charAt(at + 2) === '{') return readBracedEscape(text, at, sink, 'utf8');
  const value = hexAt(text, at + 2, digits);
  if (value < 0 || value > 0x10ffff) return -1;
  const low = text.startsWith('\\u', at + 6) ? hexAt(text, at + 8, 4) : -1;
  if (value >= 0xd800 && value < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
    sink.pushCodePoint(0x10000 + (value - 0xd800) * 0x400 + (low - 0xdc00), 'utf8');
    return at + 12;
  }
  sink.pushCodePoint(value, dialect.unicode);
  return at + 2 + digits;
}

/** Rust's and JavaScript's `\u{1f642}`, and `\x{83}` of Perl, Erlang and Elixir: at most 6 digits. */
function readBracedEscape(text: string, at: number, sink: ByteSink, style: 'byte' | 'utf8'): number {
  const close = text.indexOf('}', at + 3);
  const digits = close - at - 3;
  const value = digits > 0 && digits <= 6 ? hexAt(text, at + 3, digits) : -1;
  if (value < 0 || value > 0x10ffff) return -1;
  sink.pushCodePoint(value, style);
  return close + 1;
}

function readDigits(text: string, at: number, dialect: Dialect, sink: ByteSink): number {
  if (dialect.digits === 'nul') {
    sink.push(0);
    return at + 1;
  }
  const radix = dialect.digits === 'decimal' ? 10 : 8;
  const start = dialect.digits === 'behind-zero' && text.charAt(at) === '0' ? at + 1 : at;
  let value = 0;
  let end = start;
  while (end < start + 3 && isDigitOf(text.charCodeAt(end), radix)) {
    value = value * radix + (text.charCodeAt(end) - 48);
    end++;
  }
  sink.push(value & 255);
  return end;
}

function isDigitOf(code: number, radix: 8 | 10): boolean {
  return code >= 48 && code < 48 + radix;
}

/**
 * Reads from `start` to the closing quote, or to `limit` where there is none.
 * @param quote The closing quote, or the empty string for bare escapes.
 */
export function unescapeText(text: string, start: number, quote: string, dialect: Dialect, limit: number): Unescaped {
  const sink = new ByteSink();
  let at = start;
  while (at < limit) {
    if (quote !== '' && text.startsWith(quote, at)) {
      return { bytes: sink.take(), end: at + quote.length, closed: true, cutEscape: false };
    }
    if (text.charAt(at) === '\\') {
      const next = readEscape(text, at, dialect, sink);
      if (next < 0 || next > limit) return { bytes: sink.take(), end: at, closed: false, cutEscape: true };
      at = next;
    } else {
      const code = text.codePointAt(at) ?? 0;
      sink.pushCodePoint(code, dialect.plain);
      at += code > 0xffff ? 2 : 1;
    }
  }
  return { bytes: sink.take(), end: at, closed: false, cutEscape: false };
}
