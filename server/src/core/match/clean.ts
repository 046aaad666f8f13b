/**
 * What copying, viewers and terminals do to a line, undone before it is read: control sequences (ECMA-48) are taken
 * out; curly quotes, no-break spaces and HTML entities become the characters they stand for.
 */
import {
  AMPERSAND,
  APOSTROPHE,
  BACKSLASH,
  CARET,
  CLOSE_BRACKET,
  ESC,
  encode,
  hasText,
  isDigit,
  OPEN_BRACKET,
  QUOTE,
  SEMICOLON,
  SPACE,
} from './bytes';
import { TextView, ViewBuilder } from './view';

const NO_BREAK_SPACE = encode('\u00a0');
const BEL = 7;
const HASH = 35;
const LETTER_M = 109;
/** Longest sequence looked for; window titles (OSC) are the long ones. */
const MAX_SEQUENCE = 256;

/** The part of a view, cleaned; the part itself where nothing is to be done. */
export function cleaned(view: TextView, start: number, end: number): TextView {
  const first = firstUnclean(view.bytes, start, end);
  if (first === end) return view.slice(start, end);
  const builder = new ViewBuilder(end - start);
  builder.append(view, start, first);
  for (let i = first; i < end; ) {
    const after = codeEnd(view.bytes, i, end);
    const lookalike = after > i ? undefined : lookalikeAt(view.bytes, i, end);
    if (lookalike) builder.push(lookalike.byte, view.rawAt(i));
    else if (after === i) builder.push(view.bytes[i] ?? 0, view.rawAt(i));
    i = Math.max(after, i + (lookalike?.length ?? 1));
  }
  return builder.build(view.rawAt(end));
}

/**
 * The whole text with no-break spaces as spaces, for the search, which looks for literals as they are written; the text
 * itself where it has none. What else is cleaned is undone line by line.
 */
export function withPlainSpaces(bytes: Uint8Array): TextView {
  const whole = new TextView(bytes, null, 0);
  let at = noBreakSpace(bytes, 0);
  if (at < 0) return whole;
  const builder = new ViewBuilder(bytes.length);
  let done = 0;
  for (; at >= 0; at = noBreakSpace(bytes, done)) {
    builder.append(whole, done, at);
    builder.push(SPACE, at);
    done = at + NO_BREAK_SPACE.length;
  }
  builder.append(whole, done, bytes.length);
  return builder.build(bytes.length);
}

/** The first U+00A0 from a position on; -1 where there is none. */
function noBreakSpace(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xc2, from);
  while (at >= 0 && bytes[at + 1] !== 0xa0) at = bytes.indexOf(0xc2, at + 1);
  return at;
}

/** A text as {@link cleaned} would leave it; for templates, which are compared with cleaned text. */
export function cleanedText(text: string): string {
  return text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replaceAll('\u00a0', ' ');
}

function firstUnclean(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    if (isSuspect[bytes[i] as number] === 1 && (codeEnd(bytes, i, end) > i || lookalikeAt(bytes, i, end))) return i;
  }
  return end;
}

/** First bytes of what is cleaned: ESC, `#`, `^`, `[`, `&`, and UTF-8 of U+00A0, U+2018 to U+201D, U+FEFF. */
const isSuspect = new Uint8Array(256);
for (const byte of [ESC, HASH, CARET, OPEN_BRACKET, AMPERSAND, 0xc2, 0xe2, 0xef]) isSuspect[byte] = 1;

interface Lookalike {
  readonly byte: number;
  readonly length: number;
}

const entities: readonly (readonly [text: string, byte: number])[] = [
  ['&lt;', 60],
  ['&gt;', 62],
  ['&amp;', AMPERSAND],
  ['&quot;', QUOTE],
  ['&#39;', APOSTROPHE],
  ['&#x27;', APOSTROPHE],
  ['&nbsp;', SPACE],
];
const characters: readonly (readonly [bytes: Uint8Array, byte: number])[] = [
  [NO_BREAK_SPACE, SPACE],
  [encode('\u2018'), APOSTROPHE],
  [encode('\u2019'), APOSTROPHE],
  [encode('\u201c'), QUOTE],
  [encode('\u201d'), QUOTE],
];

/** The ASCII character that something longer at that position stands for. */
function lookalikeAt(bytes: Uint8Array, at: number, end: number): Lookalike | undefined {
  const byte = bytes[at] ?? 0;
  if (byte === AMPERSAND) {
    const entity = entities.find(([text]) => hasText(bytes, at, end, text));
    return entity && { byte: entity[1], length: entity[0].length };
  }
  if (byte < 0xc2) return undefined;
  const found = characters.find(([text]) => at + text.length <= end && text.every((part, i) => bytes[at + i] === part));
  return found && { byte: found[1], length: found[0].length };
}

/** End of the control sequence, or byte order mark, at that position; the position itself where there is none. */
function codeEnd(bytes: Uint8Array, at: number, end: number): number {
  const byte = bytes[at];
  if (byte === ESC) return escapeEnd(bytes, at, end);
  // U+FEFF: a byte order mark, or a zero-width space that a copy left behind.
  if (byte === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) return at + 3;
  // Caret notation, as `cat -v` and some web pages print it: `^[[0m`.
  if (byte === CARET && bytes[at + 1] === OPEN_BRACKET) return controlEnd(bytes, at, at + 2, end);
  // rsyslog’s `#033[0m`.
  if (byte === HASH && hasText(bytes, at, end, '#033[')) return controlEnd(bytes, at, at + 4, end);
  // A colour whose ESC byte a viewer dropped: `[0;36m`. Only this unmistakable form.
  if (byte === OPEN_BRACKET) return colourEnd(bytes, at, end);
  return at;
}

function escapeEnd(bytes: Uint8Array, at: number, end: number): number {
  const kind = bytes[at + 1];
  if (kind === OPEN_BRACKET) return Math.max(controlEnd(bytes, at, at + 1, end), at + 1);
  if (kind === CLOSE_BRACKET) return titleEnd(bytes, at, end);
  // A two-byte escape such as ESC 7; a lone ESC at the end of the line goes as well.
  return Math.min(at + 2, end);
}

/** CSI: `[`, parameter bytes 0x30-0x3f, intermediate bytes 0x20-0x2f, a final byte 0x40-0x7e. */
function controlEnd(bytes: Uint8Array, at: number, bracket: number, end: number): number {
  if (bytes[bracket] !== OPEN_BRACKET) return at;
  let i = bracket + 1;
  const limit = Math.min(end, bracket + 32);
  while (i < limit && (bytes[i] ?? 0) >= 0x20 && (bytes[i] ?? 0) <= 0x3f) i++;
  const final = bytes[i] ?? 0;
  return i < limit && final >= 0x40 && final <= 0x7e ? i + 1 : at;
}

/** OSC: up to BEL or ESC `\`. */
function titleEnd(bytes: Uint8Array, at: number, end: number): number {
  const limit = Math.min(end, at + MAX_SEQUENCE);
  for (let i = at + 2; i < limit; i++) {
    if (bytes[i] === BEL) return i + 1;
    if (bytes[i] === ESC && bytes[i + 1] === BACKSLASH) return i + 2;
  }
  return at + 1;
}

/** A colour code without its first byte. */
function colourEnd(bytes: Uint8Array, at: number, end: number): number {
  let i = at + 1;
  const limit = Math.min(end, at + 24);
  while (i < limit && (isDigit(bytes[i]) || bytes[i] === SEMICOLON)) i++;
  return i > at + 1 && i < limit && bytes[i] === LETTER_M ? i + 1 : at;
}
