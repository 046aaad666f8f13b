/** The message of a match on one line, safe to show. */
import type { Match } from '../match/match';
import { visible } from './visible';

/** Template with the captured values in place, after the class of the exception. */
export function messageOf({ site, captures }: Match): string {
  const values = captures.map(({ text }) => text);
  const text = fill(site.template, values);
  const whole = site.exception === null ? text : text === '' ? site.exception : `${site.exception}: ${text}`;
  return onOneLine(visible(whole));
}

/** The lines with a mark between them in place of the blanks and empty lines there. */
function onOneLine(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const last = rest.pop();
  if (last === undefined) return text;
  const between = rest.map((line) => line.trim()).filter((line) => line !== '');
  return [first.trimEnd(), ...between, last.trimStart()].join(' ⏎ ');
}

/** Puts the values into the fields, in order. A field without a value keeps its name. */
function fill(template: string, values: readonly string[]): string {
  let out = '';
  let next = 0;
  for (let i = 0; i < template.length; i++) {
    const char = template.charAt(i);
    if ((char === '{' || char === '}') && template[i + 1] === char) {
      out += char;
      i++;
      continue;
    }
    const end = char === '{' ? fieldEnd(template, i) : -1;
    out += end < 0 ? char : (values[next++] ?? template.slice(i, end));
    if (end > 0) i = end - 1;
  }
  return out;
}

function fieldEnd(template: string, start: number): number {
  let depth = 0;
  for (let i = start; i < template.length; i++) {
    if (template[i] === '{') depth++;
    if (template[i] === '}' && --depth === 0) return i + 1;
  }
  return -1;
}
