/** One word of a command line, however it is quoted. */
import { type Piece, partOf } from './piece';

/** How a word is written: in a shell, in a flow list, as an item of a block list. */
export type WordForm = 'shell' | 'flow' | 'block';

/** A word. Offsets are those of the whole file. */
export interface Word {
  /** The word with its quotes. */
  readonly start: number;
  readonly end: number;
  /** The word as the program gets it, as far as quotes go; variables stay as they are. */
  readonly value: string;
  /** `value` with its places. */
  readonly piece: Piece;
  readonly form: WordForm;
}

/** A word in [start, end) of a file, of which the program gets a piece. */
export function wordOf(piece: Piece, start: number, end: number, form: WordForm = 'shell'): Word {
  return { start, end, value: piece.text, piece, form };
}

/** [start, end) of what a word holds, without the quotes around all of it. */
export function innerOf({ piece, start }: Word): { readonly start: number; readonly end: number } {
  const length = piece.text.length;
  if (length === 0) return { start: start + 1, end: start + 1 };
  return { start: piece.from(0), end: piece.to(length - 1) };
}

/** What stands behind the first units of a word. */
export function restOf(word: Word, from: number): Word {
  const piece = partOf(word.piece, from);
  return wordOf(piece, word.piece.to(from - 1), word.end, word.form);
}

/** True where something fills a value in later: a variable, a template, a placeholder. */
export function isOpen(value: string): boolean {
  return /[$`\uE000\uE001]|\{\{|^<.*>$|%[a-zA-Z]/.test(value);
}
