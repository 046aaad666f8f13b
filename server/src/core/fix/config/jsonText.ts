/** Changes one number inside JSON that stands in quotes of a shell or of YAML, and keeps how it is quoted. */
import type { Edit } from '../finding';
import type { Piece } from './piece';

/** Longest JSON value that is changed, in UTF-16 units. */
const maxLength = 20_000;

/**
 * Sets the number at a path of keys, in a JSON object that a piece of a file holds; missing keys are added to the
 * innermost object that is there. Undefined where the text is no JSON object or a key on the way holds another value.
 *
 * @param value gives the new number from the old one
 */
export function setJsonNumber(
  file: string,
  piece: Piece,
  path: readonly string[],
  value: (old: number | undefined) => number,
): Edit[] | undefined {
  if (piece.text.length > maxLength) return undefined;
  const json = isObject(piece.text) ? piece : unescaped(piece);
  if (!isObject(json.text)) return undefined;
  let object = { start: json.text.indexOf('{'), end: json.text.length };
  for (const [index, key] of path.entries()) {
    const member = memberAt(json.text, object.start, key);
    if (!member) return [inserted(file, json, object.start, path.slice(index), value(undefined))];
    if (index === path.length - 1) return replaced(json, member, value);
    if (json.text[member.start] !== '{') return undefined;
    object = member;
  }
  return undefined;
}

/** True for text that is a JSON object, with numbers such as 80m as vLLM reads them. */
export function isObject(text: string): boolean {
  const plain = text
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part, index) => (index % 2 === 0 ? part.replace(/(\d)[kKmMgGtT]\b/g, '$1') : part));
  try {
    const value: unknown = JSON.parse(plain.join(''));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** JSON in a string that is quoted once more, `\"` for `"`. */
function unescaped(piece: Piece): Piece {
  const units: number[] = [];
  for (let at = 0; at < piece.text.length; at++) {
    if (piece.text[at] === '\\' && at + 1 < piece.text.length) at++;
    units.push(at);
  }
  const from = (index: number) => piece.from(units[index] ?? piece.text.length - 1);
  return {
    text: units.map((index) => piece.text[index]).join(''),
    from: (index) => (piece.text[(units[index] ?? 0) - 1] === '\\' ? from(index) - 1 : from(index)),
    to: (index) => piece.to(units[index] ?? piece.text.length - 1),
  };
}

/** The value of a key of the object that opens at an offset. The text is known to be JSON. */
function memberAt(json: string, open: number, key: string): { start: number; end: number } | undefined {
  let depth = 0;
  for (let at = open; at < json.length; at++) {
    const here = json[at];
    if (here === '{' || here === '[') depth++;
    if (here === '}' || here === ']') depth--;
    if (depth === 0) return undefined;
    if (here !== '"') continue;
    const close = stringEnd(json, at);
    const colon = /^\s*:\s*/.exec(json.slice(close, close + 100));
    if (depth === 1 && colon && json.slice(at + 1, close - 1) === key) {
      const start = close + colon[0].length;
      return { start, end: valueEnd(json, start) };
    }
    at = close - 1;
  }
  return undefined;
}

function stringEnd(json: string, open: number): number {
  let at = open + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

function valueEnd(json: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < json.length) {
    const here = json[at] ?? '';
    if (here === '"') {
      at = stringEnd(json, at);
      continue;
    }
    if (depth === 0 && /[,}\]\s]/.test(here)) return at;
    if (here === '{' || here === '[') depth++;
    if (here === '}' || here === ']') depth--;
    at++;
    if (depth === 0 && (here === '}' || here === ']')) return at;
  }
  return at;
}

function replaced(
  json: Piece,
  { start, end }: { start: number; end: number },
  value: (old: number | undefined) => number,
): Edit[] | undefined {
  const old = json.text.slice(start, end);
  const bare = /^"?(-?\d+(?:\.\d+)?)"?$/.exec(old)?.[1];
  if (bare === undefined) return undefined;
  const from = old.startsWith('"') ? start + 1 : start;
  const newText = String(value(Number(bare)));
  return newText === bare ? [] : [{ start: json.from(from), end: json.to(from + bare.length - 1), newText }];
}

function inserted(file: string, json: Piece, open: number, path: readonly string[], value: number): Edit {
  const quote = quoteOf(file, json);
  const space = /":\s/.test(json.text) ? ' ' : '';
  const inner = path.reduceRight<string>(
    (text, key, index) => `${quote}${key}${quote}:${space}${index === path.length - 1 ? text : `{${text}}`}`,
    String(value),
  );
  const isEmpty = /^\s*\}/.test(json.text.slice(open + 1));
  const start = json.to(open);
  return { start, end: start, newText: isEmpty ? inner : `${inner},${space || ''}` };
}

/** How a double quote of the JSON is written in the file. */
function quoteOf(file: string, json: Piece): string {
  const at = json.text.indexOf('"');
  const written = at < 0 ? '' : file.slice(json.from(at), json.to(at));
  return /^\\*"$/.test(written) ? written : '"';
}
