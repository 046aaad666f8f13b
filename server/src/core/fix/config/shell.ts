/** Splits a shell script, or one command line, into simple commands and their words. */
import { type Piece, PieceBuilder } from './piece';
import { gone } from './templates';
import { type Word, wordOf } from './words';

/** Most words read of one text. */
const maxWords = 20_000;

/** How a line end reads: as the end of a command, or as a blank, as in folded text. */
export type LineEnds = 'end' | 'blank';

/** The words of each simple command, in order; redirections, and what they go to, are left out. */
export function simpleCommands(piece: Piece, lineEnds: LineEnds = 'end'): Word[][] {
  const commands: Word[][] = [];
  let words: Word[] = [];
  let count = 0;
  let isTarget = false;
  for (let at = 0; at < piece.text.length && count < maxWords; ) {
    const gap = gapAt(piece.text, at, lineEnds);
    if (gap > at) {
      at = gap;
      continue;
    }
    const operator = operatorAt(piece.text, at);
    if (operator !== '') {
      isTarget = /[<>]/.test(operator);
      if (!isTarget && words.length > 0) {
        commands.push(words);
        words = [];
      }
      at += operator.length;
      continue;
    }
    const { word, next } = wordAt(piece, at);
    count++;
    // The number of a descriptor, as in `2>`.
    const isDescriptor = /^\d$/.test(word.value) && /[<>]/.test(piece.text[next] ?? '');
    if (!isTarget && !isDescriptor) words.push(word);
    isTarget = false;
    at = next;
  }
  return words.length > 0 ? [...commands, words] : commands;
}

/** Index behind the blanks, escaped line ends and comments at an index. */
function gapAt(text: string, start: number, lineEnds: LineEnds): number {
  const here = text[start] ?? '';
  if (here === gone) return lineWithout(text, start);
  if (here === '\n' && lineEnds === 'end') return start;
  if (here.trim() === '') return start + 1;
  if (here === '\\' && /^\\\r?\n/.test(text.slice(start, start + 3))) return start + (text[start + 1] === '\r' ? 3 : 2);
  if (here !== '#') return start;
  const line = text.indexOf('\n', start);
  return line < 0 ? text.length : line;
}

/** Index behind what is hidden at an index, and behind its line: a condition between two lines does not part them. */
function lineWithout(text: string, start: number): number {
  let at = start;
  while (at < text.length && (text[at] === gone || (text[at] !== '\n' && (text[at] ?? '').trim() === ''))) at++;
  return text[at] === '\n' ? at + 1 : at;
}

/** What parts commands, or leads to a file, at an index; empty for a word. */
function operatorAt(text: string, at: number): string {
  return /^(?:\n|&>>?|>>|>&|>\||<<-?|<&|&&|\|\||;;|[;&|<>()])/.exec(text.slice(at, at + 3))?.[0] ?? '';
}

const ends = /[\s;&|<>()]/;

function wordAt(piece: Piece, start: number): { readonly word: Word; readonly next: number } {
  const { text } = piece;
  const value = new PieceBuilder();
  let at = start;
  while (at < text.length && !ends.test(text[at] ?? '')) {
    const here = text[at] ?? '';
    if (here === "'" || here === '"') at = addQuoted(value, piece, at);
    else if (here === '\\') {
      if (/^\\\r?\n/.test(text.slice(at, at + 3))) break;
      if (at + 1 < text.length) value.add(text[at + 1] ?? '', piece.from(at), piece.to(at + 1));
      at += 2;
    } else if (here === '`' || (here === '$' && /[({]/.test(text[at + 1] ?? ''))) {
      const stop = here === '`' ? closing(text, at) + 1 : expansionEnd(text, at + 1);
      for (; at < Math.min(stop, text.length); at++) value.copy(piece, at);
    } else {
      value.copy(piece, at);
      at++;
    }
  }
  const next = Math.max(Math.min(at, text.length), start + 1);
  return { word: wordOf(value.build(piece.to(start)), piece.from(start), piece.to(next - 1)), next };
}

/** Adds what stands in the quotes that open at an index; gives the index behind them. */
function addQuoted(value: PieceBuilder, piece: Piece, open: number): number {
  const { text } = piece;
  const close = closing(text, open);
  for (let at = open + 1; at < close; at++) {
    const isEscape = text[open] === '"' && text[at] === '\\' && at + 1 < close;
    if (isEscape && /["\\$`]/.test(text[at + 1] ?? '')) {
      value.add(text[at + 1] ?? '', piece.from(at), piece.to(at + 1));
      at++;
    } else if (isEscape && text[at + 1] === '\n') {
      at++;
    } else {
      value.copy(piece, at);
    }
  }
  return close + 1;
}

/** Index of the quote that closes the one at an index; the end where none does. */
function closing(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\' && text[open] !== "'") at++;
    else if (text[at] === text[open]) return at;
  }
  return text.length;
}

/** Index behind the bracket that closes the one of `$(` or `${`, quotes followed; the end where none does. */
function expansionEnd(text: string, open: number): number {
  const [opening, close] = text[open] === '(' ? ['(', ')'] : ['{', '}'];
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const here = text[at];
    if (here === '\\') at++;
    else if (here === '"' || here === "'") at = closing(text, at);
    else if (here === opening) depth++;
    else if (here === close && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Words that may stand before a command in a script. */
const leading = new Set(['if', 'then', 'elif', 'else', 'do', 'while', 'until', '!', '{', 'time', 'exec']);

/** A simple command without words of the shell's own, and without variables set for it. */
export function bareCommand(words: readonly Word[]): readonly Word[] {
  const first = words.findIndex(({ value }) => !leading.has(value) && !/^\w+\+?=/.test(value));
  return first < 0 ? [] : words.slice(first);
}
