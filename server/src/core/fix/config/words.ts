/** Splits the words of a command line, with where each stands and how it is quoted. */

/** One word. Offsets are those of the whole file. */
export interface Word {
  /** The word with its quotes. */
  readonly start: number;
  readonly end: number;
  /** What stands between its quotes; the same as the word where there are none or they cover a part of it. */
  readonly innerStart: number;
  readonly innerEnd: number;
  /** What stands between `innerStart` and `innerEnd`. */
  readonly raw: string;
  /** The word as the program gets it, as far as quotes go; variables stay as they are. */
  readonly value: string;
}

/** Most words read of one command. */
const maxWords = 2000;

/** The words of a shell command in [start, end): blanks and escaped line ends part them, `#` at a word's start ends a line. */
export function shellWords(text: string, start: number, end: number): Word[] {
  const words: Word[] = [];
  let at = start;
  while (at < end && words.length < maxWords) {
    const gap = gapAt(text, at, end);
    if (gap > at) {
      at = gap;
      continue;
    }
    const word = wordAt(text, at, end);
    words.push(word);
    at = Math.max(word.end, at + 1);
  }
  return words;
}

/** Offset behind the blanks, escaped line ends and comments at an offset. */
function gapAt(text: string, at: number, end: number): number {
  const here = text[at] ?? '';
  if (here.trim() === '') return at + 1;
  if (here === '\\' && /^\\\r?\n/.test(text.slice(at, at + 3))) return at + 2;
  if (here !== '#') return at;
  const line = text.indexOf('\n', at);
  return line < 0 || line > end ? end : line;
}

function wordAt(text: string, start: number, end: number): Word {
  let value = '';
  let at = start;
  let parts = 0;
  while (at < end && (text[at] ?? '').trim() !== '') {
    const here = text[at] ?? '';
    if (here === '\\' && /^\\\r?\n/.test(text.slice(at, at + 3))) break;
    parts++;
    if (here === '{' && text[at + 1] === '{') {
      const close = templateEnd(text, at, end);
      value += text.slice(at, close);
      at = close;
      continue;
    }
    if (here === "'" || here === '"') {
      const close = closing(text, at, end);
      value += unescaped(text.slice(at + 1, close), here);
      at = Math.min(close + 1, end);
      continue;
    }
    if (here === '\\') at++;
    value += text[at] ?? '';
    at++;
  }
  const quoted = parts === 1 && (text[start] === "'" || text[start] === '"');
  const innerEnd = quoted ? Math.max(start + 1, at - 1) : at;
  return makeWord(text, { start, end: at, innerStart: quoted ? start + 1 : start, innerEnd, value });
}

/** Offset behind a template `{{ … }}`, which is one part of a word whatever stands in it. */
function templateEnd(text: string, open: number, end: number): number {
  const close = text.indexOf('}}', open);
  return close < 0 || close > end ? Math.min(open + 2, end) : close + 2;
}

/** Offset of the quote that closes the one at an offset; the end where none does. */
function closing(text: string, open: number, end: number): number {
  for (let at = open + 1; at < end; at++) {
    if (text[at] === '\\' && text[open] === '"') at++;
    else if (text[at] === text[open]) return at;
  }
  return end;
}

function unescaped(inner: string, quote: string): string {
  return quote === '"' ? inner.replace(/\\(["\\$`])/g, '$1') : inner;
}

/** The items of a flow list `["a", 'b', c]` that opens at an offset, and where it closes. */
export function flowItems(text: string, open: number): { readonly words: Word[]; readonly close: number } {
  const words: Word[] = [];
  let at = open + 1;
  while (at < text.length && text[at] !== ']' && words.length < maxWords) {
    const here = text[at] ?? '';
    if (here === ',' || here.trim() === '') {
      at++;
      continue;
    }
    const isQuoted = here === '"' || here === "'";
    // A quote that is never closed: nothing behind it can be trusted.
    if (isQuoted && closing(text, at, text.length) === text.length) return { words: [], close: text.length };
    const word = isQuoted ? onlyQuoted(text, at) : bareItem(text, at);
    words.push(word);
    at = word.end;
  }
  return { words, close: at };
}

function onlyQuoted(text: string, start: number): Word {
  const close = closing(text, start, text.length);
  const value = unescaped(text.slice(start + 1, close), text[start] ?? '');
  return makeWord(text, { start, end: close + 1, innerStart: start + 1, innerEnd: close, value });
}

function bareItem(text: string, start: number): Word {
  let end = start;
  while (end < text.length && !/[,\]\n]/.test(text[end] ?? '')) end++;
  const value = text.slice(start, end).trimEnd();
  return plainWord(start, value);
}

/** The value of a block item or a plain scalar in [start, end), which is one line without its comment. */
export function scalarWord(text: string, start: number, end: number): Word {
  if (text[start] === '"' || text[start] === "'") {
    const word = onlyQuoted(text, start);
    if (word.end <= end) return word;
  }
  const line = text.slice(start, end);
  const comment = line.search(/\s#/);
  const value = (comment < 0 ? line : line.slice(0, comment)).trimEnd();
  return plainWord(start, value);
}

function makeWord(text: string, word: Omit<Word, 'raw'>): Word {
  return { ...word, raw: text.slice(word.innerStart, word.innerEnd) };
}

/** A word without quotes. */
export function plainWord(start: number, value: string): Word {
  const end = start + value.length;
  return { start, end, innerStart: start, innerEnd: end, raw: value, value };
}
