/** Changes one number inside JSON that stands in quotes of a shell or of YAML, and keeps how it is quoted. */
import type { Edit } from '../finding';

/** JSON with the offset of each of its units in the file. */
interface Decoded {
  readonly text: string;
  /** Offset in the file of each unit of `text`, and of its end. */
  readonly offsets: readonly number[];
  /** A double quote is written `\"`. */
  readonly escaped: boolean;
}

/** Longest JSON value that is changed, in UTF-16 units. */
const maxLength = 20_000;

/**
 * Sets the number at a path of keys, in an object that stands in [start, end) of a file; missing keys are added to the
 * innermost object that is there. Undefined where the text is no JSON object or a key on the way holds another value.
 *
 * @param value gives the new number from the old one
 */
export function setJsonNumber(
  file: string,
  range: { readonly start: number; readonly end: number },
  path: readonly string[],
  value: (old: number | undefined) => number,
): Edit[] | undefined {
  if (range.end - range.start > maxLength) return undefined;
  const json = decoded(file, range.start, range.end);
  if (!isObject(json.text)) return undefined;
  let object = { start: json.text.indexOf('{'), end: json.text.length };
  for (const [index, key] of path.entries()) {
    const member = memberAt(json.text, object.start, key);
    if (!member) return [inserted(json, object.start, path.slice(index), value(undefined))];
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

function decoded(file: string, start: number, end: number): Decoded {
  const offsets: number[] = [];
  let text = '';
  const escaped = /\{\s*\\"/.test(file.slice(start, end));
  for (let at = start; at < end; at++) {
    offsets.push(at);
    if (escaped && file[at] === '\\' && at + 1 < end) at++;
    text += file[at];
  }
  return { text, offsets: [...offsets, end], escaped };
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
  json: Decoded,
  { start, end }: { start: number; end: number },
  value: (old: number | undefined) => number,
): Edit[] | undefined {
  const old = json.text.slice(start, end);
  const bare = /^"?(-?\d+(?:\.\d+)?)"?$/.exec(old)?.[1];
  if (bare === undefined) return undefined;
  const from = old.startsWith('"') ? start + 1 : start;
  const newText = String(value(Number(bare)));
  return newText === bare ? [] : [{ start: at(json, from), end: at(json, from + bare.length), newText }];
}

function inserted(json: Decoded, open: number, path: readonly string[], value: number): Edit {
  const quote = json.escaped ? '\\"' : '"';
  const space = /":\s/.test(json.text) ? ' ' : '';
  const inner = path.reduceRight<string>(
    (text, key, index) => `${quote}${key}${quote}:${space}${index === path.length - 1 ? text : `{${text}}`}`,
    String(value),
  );
  const isEmpty = /^\s*\}/.test(json.text.slice(open + 1));
  const start = at(json, open + 1);
  return { start, end: start, newText: isEmpty ? inner : `${inner},${space || ''}` };
}

function at(json: Decoded, index: number): number {
  return json.offsets[index] ?? json.offsets.at(-1) ?? 0;
}
