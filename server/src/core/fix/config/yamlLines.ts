/** The lines and items of a value in YAML, read line by line. */
import { plainWord, scalarWord, type Word } from './words';
import { lineEnd } from './yamlItems';

/** Whole lines, as offsets of the file. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

/** The lines behind a key that belong to its value; a list may stand at the indentation of its key. */
export function deeperLines(text: string, start: number, indent: number, mayBeList: boolean): Lines {
  let end = start;
  for (let at = start; at < text.length; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at));
    const own = line.length - line.trimStart().length;
    const isItem = mayBeList && own === indent && line.trimStart().startsWith('- ');
    if (line.trim() !== '' && own <= indent && !isItem) break;
    end = lineEnd(text, at);
  }
  return { start, end };
}

/** The items of a block list, one line each; other lines of an item are left out. */
export function blockItems(text: string, { start, end }: Lines): Word[] {
  const words: Word[] = [];
  for (let at = start; at < end; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at)).replace(/\r$/, '');
    const head = /^\s*-\s+/.exec(line)?.[0];
    if (!head) continue;
    const block = /^[|>][+-]?\s*$/.test(line.slice(head.length));
    const inner = block ? deeperLines(text, lineEnd(text, at) + 1, head.search(/\S/), false) : undefined;
    const value = inner && text.slice(inner.start, inner.end);
    words.push(
      inner && value !== undefined
        ? plainWord(inner.start, value)
        : scalarWord(text, at + head.length, at + line.length),
    );
  }
  return words;
}
