/** Formatting in a message: `%` conversions and `{…}` fields become holes named after the values put in. */
import { type Hole, holeOf, type Message, type Part } from './message';
import { endOfField } from './shape';

/** Values given to a format: by position, and by name. */
export interface FormatValues {
  /** Expressions by position; an empty list where they are not known. */
  readonly positional: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}

/** No values known. */
export const noValues: FormatValues = { positional: [], named: new Map() };

/** printf-style conversion: Python library reference, “printf-style String Formatting”. */
const conversion = /%(?:\(([^)]{0,200})\))?[-#0 +]*(\*|[1-9]\d*)?(?:\.(\*|\d+))?[hlL]?([diouxXeEfFgGcrsa%])/g;

/** Conversion of C’s printf (C17, 7.21.6.1), with `%m` of glibc, which takes no value. */
const conversionOfC = /%()[-#0 +']*(\*|[1-9]\d*)?(?:\.(\*|\d+)?)?(?:hh|h|ll|l|j|z|t|L)?([diouxXeEfFgGaAcspm%])/g;

/** Replaces the conversions of `%` formatting; `%%` becomes `%`. */
export function formatPercent(message: Message, values: FormatValues): Message {
  return formatConversions(message, values, conversion);
}

/** Replaces the conversions of C’s printf. */
export function formatPrintf(message: Message, positional: readonly string[]): Message {
  return formatConversions(message, { ...noValues, positional }, conversionOfC);
}

/** Verb of Go’s fmt package (https://pkg.go.dev/fmt, “Printing”); `%w` wraps an error. */
const conversionOfGo = /%()[-+# 0]*(\*|[1-9]\d*)?(?:\.(\*|\d+)?)?(?:\[\d+\])?([vTtbcdoOqxXUeEfFgGspw%])/g;

/** Replaces the verbs of Go’s fmt package. */
export function formatGo(message: Message, positional: readonly string[]): Message {
  return formatConversions(message, { ...noValues, positional }, conversionOfGo);
}

function formatConversions(message: Message, values: FormatValues, pattern: RegExp): Message {
  let next = 0;
  const take = (): Hole => holeOf(values.positional[next++] ?? '…');
  return mergeText(message).flatMap((part) => {
    if (typeof part !== 'string') return [part];
    return replaceAll(part, pattern, ([, key, width, precision, type]) => {
      if (type === '%') return '%';
      if (type === 'm') return holeOf('errno');
      if (width === '*') next++;
      if (precision === '*') next++;
      return !key ? take() : holeOf(values.named.get(key) ?? key);
    });
  });
}

/** Replaces the fields of `str.format` and of Rust’s macros; doubled braces become single ones. */
export function formatFields(message: Message, values: FormatValues): Message {
  let next = 0;
  const holeFor = (field: string): Hole => {
    const [name = ''] = field.split(/[:!]/);
    const first = /^[^.[]*/.exec(name)?.[0] ?? '';
    if (name === '') return holeOf(values.positional[next++] ?? '…');
    const value = /^\d+$/.test(first) ? values.positional[Number(first)] : values.named.get(first);
    return holeOf(value === undefined ? name : value + name.slice(first.length));
  };
  return mergeText(message).flatMap((part) => (typeof part === 'string' ? fieldsOf(part, holeFor) : [part]));
}

/** Literals that follow each other made one: a conversion may begin in one and end in the next. */
function mergeText(message: Message): Message {
  const merged: Part[] = [];
  for (const part of message) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else merged.push(part);
  }
  return merged;
}

function fieldsOf(text: string, holeFor: (field: string) => Hole): Part[] {
  const parts: Part[] = [];
  let literal = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    const doubled = (char === '{' || char === '}') && text[i + 1] === char;
    const end = char === '{' && !doubled ? endOfField(text, i) : -1;
    if (end < 0) {
      literal += char;
      if (doubled) i++;
      continue;
    }
    parts.push(literal, holeFor(text.slice(i + 1, end)));
    literal = '';
    i = end;
  }
  return [...parts, literal];
}

function replaceAll(text: string, pattern: RegExp, replace: (found: RegExpExecArray) => Part): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    parts.push(text.slice(at, found.index), replace(found));
    at = found.index + found[0].length;
  }
  return [...parts, text.slice(at)];
}
