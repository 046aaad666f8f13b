/** Terminal control sequences (ECMA-48), taken out of a line before it is read. */
import { BACKSLASH, CARET, CLOSE_BRACKET, ESC, isDigit, OPEN_BRACKET } from './bytes';
import { type TextView, ViewBuilder } from './view';

const BEL = 7;
const LETTER_M = 109;
const SEMICOLON = 59;
/** Longest sequence looked for; window titles (OSC) are the long ones. */
const MAX_SEQUENCE = 256;

/** The part of a view without terminal codes; the part itself where it has none. */
export function withoutCodes(view: TextView, start: number, end: number): TextView {
  const first = firstCode(view.bytes, start, end);
  if (first === end) return view.slice(start, end);
  const builder = new ViewBuilder(end - start);
  builder.append(view, start, first);
  for (let i = first; i < end; ) {
    const after = codeEnd(view.bytes, i, end);
    if (after > i) i = after;
    else builder.push(view.bytes[i] ?? 0, view.rawAt(i++));
  }
  return builder.build(view.rawAt(end));
}

function firstCode(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) if (codeEnd(bytes, i, end) > i) return i;
  return end;
}

/** End of the sequence at that position; the position itself where there is none. */
function codeEnd(bytes: Uint8Array, at: number, end: number): number {
  const byte = bytes[at];
  if (byte === ESC) return escapeEnd(bytes, at, end);
  // U+FEFF: a byte order mark, or a zero-width space that a copy left behind.
  if (byte === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) return at + 3;
  // Caret notation, as `cat -v` and some web pages print it: `^[[0m`.
  if (byte === CARET && bytes[at + 1] === OPEN_BRACKET) return controlEnd(bytes, at, at + 2, end);
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

function colourEnd(bytes: Uint8Array, at: number, end: number): number {
  let i = at + 1;
  const limit = Math.min(end, at + 24);
  while (i < limit && (isDigit(bytes[i]) || bytes[i] === SEMICOLON)) i++;
  return i > at + 1 && i < limit && bytes[i] === LETTER_M ? i + 1 : at;
}
