/** Small helpers on UTF-8 bytes. Positions are offsets, ranges are [start, end). */

export const TAB = 9;
export const LF = 10;
export const CR = 13;
export const ESC = 27;
export const SPACE = 32;
export const QUOTE = 34;
export const AMPERSAND = 38;
export const APOSTROPHE = 39;
export const OPEN_PAREN = 40;
export const CLOSE_PAREN = 41;
export const COMMA = 44;
export const MINUS = 45;
export const DOT = 46;
export const SLASH = 47;
export const COLON = 58;
export const SEMICOLON = 59;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const CARET = 94;
export const UNDERSCORE = 95;
export const BACKTICK = 96;
export const OPEN_BRACE = 123;
export const PIPE = 124;
export const CLOSE_BRACE = 125;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Most bytes that an array holds itself; a longer one, and one that an encoder made, has a buffer beside it. */
const OWN_BYTES = 64;
const short = new Uint8Array(OWN_BYTES);

/** UTF-8 bytes of a string. Catalogs have many short ones, of which a buffer would take several times the bytes. */
export function encode(text: string): Uint8Array {
  if (text.length > OWN_BYTES) return encoder.encode(text);
  const { read, written } = encoder.encodeInto(text, short);
  return read === text.length ? short.slice(0, written) : encoder.encode(text);
}

/** Text of a range; bytes that are not UTF-8 become U+FFFD. */
export function decode(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return decoder.decode(bytes.subarray(start, end));
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

export function isUpper(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 65 && byte <= 90;
}

export function isLower(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 97 && byte <= 122;
}

/** A letter of ASCII. */
export function isLetter(byte: number | undefined): boolean {
  const lower = (byte ?? 0) | 32;
  return lower >= 97 && lower <= 122;
}

/** Letters, digits, underscore, and every byte of a character beyond ASCII. */
export function isWord(byte: number | undefined): boolean {
  return byte !== undefined && (isLower(byte) || isUpper(byte) || isDigit(byte) || byte === UNDERSCORE || byte >= 128);
}

/** Space and tab, and line ends where they stand inside a text. */
export function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === LF || byte === CR;
}

/** First position at or after `at` that holds no white space. */
export function skipSpaces(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && isSpace(bytes[i])) i++;
  return i;
}

/** Last position at or after `start` that has white space before it alone: the end of the range without trailing space. */
export function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  let i = end;
  while (i > start && isSpace(bytes[i - 1])) i--;
  return i;
}

/** True where the ASCII text stands at that position, wholly before `end`. */
export function hasText(bytes: Uint8Array, at: number, end: number, text: string): boolean {
  if (at < 0 || at + text.length > end) return false;
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** First position in [start, end) where `needle` stands wholly before `end`; -1 if nowhere. */
export function indexOf(bytes: Uint8Array, needle: Uint8Array, start: number, end: number): number {
  const first = needle[0];
  if (first === undefined) return -1;
  const last = end - needle.length;
  for (let i = bytes.indexOf(first, start); i !== -1 && i <= last; i = bytes.indexOf(first, i + 1)) {
    let k = 1;
    while (k < needle.length && bytes[i + k] === needle[k]) k++;
    if (k === needle.length) return i;
  }
  return -1;
}

/** End of the run of digits at that position, at least `min` and at most `max` of them; -1 if it is shorter. */
export function digitsEnd(bytes: Uint8Array, at: number, end: number, min: number, max: number): number {
  let i = at;
  while (i < end && i - at < max && isDigit(bytes[i])) i++;
  return i - at < min ? -1 : i;
}
