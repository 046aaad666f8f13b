/** Reads lists of strings in JSON and in the flow style of YAML, `["a", 'b', c]`. */
import { type Piece, PieceBuilder, partOf } from './piece';
import { type Word, wordOf } from './words';

/** Most items read of one list. */
const maxItems = 2000;

/** The strings of a JSON list that opens a piece; undefined for what is none. */
export function jsonWords(piece: Piece): Word[] | undefined {
  const words: Word[] = [];
  let at = 1;
  while (at < piece.text.length && words.length < maxItems) {
    const here = piece.text[at] ?? '';
    if (here === ']') return words;
    if (here === ',' || here.trim() === '') {
      at++;
      continue;
    }
    if (here !== '"') return undefined;
    const close = closingQuote(piece.text, at);
    if (close < 0) return undefined;
    const inner = unescapedQuotes(partOf(piece, at + 1, close), piece.to(at));
    words.push(wordOf(inner, piece.from(at), piece.to(close), 'flow'));
    at = close + 1;
  }
  return undefined;
}

/** Index of the double quote that closes the one at an index; -1 for none. */
function closingQuote(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
]);

/** What stands between double quotes, for a reader that knows the escapes of JSON and YAML. */
export function unescapedQuotes(piece: Piece, empty: number): Piece {
  if (!piece.text.includes('\\')) return piece;
  const value = new PieceBuilder();
  for (let at = 0; at < piece.text.length; at++) {
    if (piece.text[at] !== '\\') {
      value.copy(piece, at);
      continue;
    }
    const mark = piece.text[at + 1] ?? '';
    const digits = { x: 2, u: 4, U: 8 }[mark] ?? 0;
    const code = digits > 0 ? Number.parseInt(piece.text.slice(at + 2, at + 2 + digits), 16) : Number.NaN;
    const text = code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (escapes.get(mark) ?? mark);
    value.add(text, piece.from(at), piece.to(Math.min(at + 1 + digits, piece.text.length - 1)));
    at += 1 + (Number.isNaN(code) ? 0 : digits);
  }
  return value.build(empty);
}
