/** Bytes by name, and classes of them. */
export const TAB: u8 = 9;
export const LF: u8 = 10;
export const CR: u8 = 13;
export const ESC: u8 = 27;
export const SPACE: u8 = 32;
export const QUOTE: u8 = 34;
export const AMPERSAND: u8 = 38;
export const APOSTROPHE: u8 = 39;
export const OPEN_PAREN: u8 = 40;
export const CLOSE_PAREN: u8 = 41;
export const COMMA: u8 = 44;
export const MINUS: u8 = 45;
export const DOT: u8 = 46;
export const SLASH: u8 = 47;
export const COLON: u8 = 58;
export const SEMICOLON: u8 = 59;
export const EQUALS: u8 = 61;
export const GREATER: u8 = 62;
export const LETTER_E: u8 = 69;
export const LETTER_F: u8 = 70;
export const LETTER_P: u8 = 80;
export const OPEN_BRACKET: u8 = 91;
export const BACKSLASH: u8 = 92;
export const CLOSE_BRACKET: u8 = 93;
export const CARET: u8 = 94;
const UNDERSCORE: u8 = 95;
export const BACKTICK: u8 = 96;
export const LETTER_M: u8 = 109;
export const LETTER_N: u8 = 110;
export const LETTER_O: u8 = 111;
export const LETTER_T: u8 = 116;
export const PIPE: u8 = 124;
export const CLOSE_BRACE: u8 = 125;

/** Marks of the pool (`core/match/engine/layout.ts`): run-time text, the end of a template, and the first of all marks. */
export const HOLE: u8 = 0xff;
export const END: u8 = 0xfe;
const FIRST_MARK: u8 = 0xfd;

/** True for a byte of a literal, as against a mark between texts. */
export function isText(byte: u8): bool {
  return byte < FIRST_MARK;
}

export function isSpace(byte: u8): bool {
  return byte === SPACE || (byte >= 9 && byte <= 13 && byte !== 11 && byte !== 12);
}

export function isDigit(byte: u8): bool {
  return byte >= 48 && byte <= 57;
}

/** A letter of ASCII. */
export function isLetter(byte: u8): bool {
  const lower = byte | 32;
  return lower >= 97 && lower <= 122;
}

/** Letters, digits, underscore, and every byte of a character beyond ASCII. */
export function isWord(byte: u8): bool {
  return isName(byte) || byte >= 128;
}

/** The same of ASCII alone. */
export function isName(byte: u8): bool {
  return isLetter(byte) || isDigit(byte) || byte === UNDERSCORE;
}

export function isBreak(byte: u8): bool {
  return byte === LF || byte === CR;
}

/** Marks that quote a string of data. */
export function isQuote(byte: u8): bool {
  return byte === QUOTE || byte === APOSTROPHE;
}

/** Marks that stand for each other in copies. */
export function isAnyQuote(byte: u8): bool {
  return isQuote(byte) || byte === BACKTICK;
}
