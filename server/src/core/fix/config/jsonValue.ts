/** Tells whether the JSON value of a flag is broken, also where a shell or a template fills in parts of it. */
import { isObject } from './jsonText';
import { gone, hidden } from './templates';

/** True for text that opens as a JSON object and is none, whatever is filled in where variables stand in its strings. */
export function isBrokenObject(value: string): boolean {
  if (!value.startsWith('{')) return false;
  // Quotes are escaped once more in a command that a longer string holds.
  return [value, value.replaceAll('\\"', '"')].every((form) => {
    const filled = withFilledStrings(form);
    return filled !== undefined && !isObject(filled);
  });
}

/**
 * The text with letters for what is filled in within its strings; undefined where something is filled in elsewhere, which
 * may be any part of JSON, or something with quotes of its own.
 */
function withFilledStrings(json: string): string | undefined {
  let result = '';
  let isString = false;
  for (let at = 0; at < json.length; ) {
    const here = json[at] ?? '';
    const end = expansionEnd(json, at);
    if (end > at) {
      if (!isString || json.slice(at, end).includes('"')) return undefined;
      result += 'x';
      at = end;
      continue;
    }
    if (here === '"') isString = !isString;
    const length = here === '\\' ? 2 : 1;
    result += json.slice(at, at + length);
    at += length;
  }
  return result;
}

/** Index behind what is filled in at an index; the index itself for nothing. */
function expansionEnd(text: string, at: number): number {
  const here = text[at];
  if (here === hidden || here === gone) return at + 1;
  if (here === '%') return /[A-Za-z(]/.test(text[at + 1] ?? '') ? at + 2 : at;
  if (here === '`') return behind(text, '`', at + 1);
  if (here !== '$') return at;
  if (text[at + 1] === '{') return closingBrace(text, at + 1);
  if (text[at + 1] === '(') return behind(text, ')', at + 2);
  return at + (/^\$(?:\w{1,200}|[@*#?!$-])?/.exec(text.slice(at, at + 201))?.[0].length ?? 0);
}

function behind(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end + 1;
}

function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}
