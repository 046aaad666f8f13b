/** Lists of numbers from -128 to 255: Python, NumPy, Go, Rust, Java, Node, C. */
import { surroundingsOf } from './around';
import { cutMarkBehind } from './cut';
import type { FormBytes, FormReader } from './form';
import { withRepeats } from './gdbPrint';

/** Numbers that stand together. Offsets in UTF-16 units, [start, end). */
interface NumberList {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

const minimum = 4;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isSeparator(character: string): boolean {
  return character === ',' || character === ' ' || character === '\n' || character === '\t' || character === ';';
}

/** Offset behind separators, at most one comma and any blanks; -1 where none stands there. */
function afterSeparators(text: string, from: number): number {
  let at = from;
  let commas = 0;
  while (isSeparator(text.charAt(at)) && commas < 2) {
    if (text.charAt(at) === ',' || text.charAt(at) === ';') commas++;
    at++;
  }
  return at === from || commas > 1 ? -1 : at;
}

/** A number of one to three digits, perhaps negative, with Rust's type at its end; undefined where another word stands. */
function numberAt(text: string, at: number): { value: number; end: number } | undefined {
  const negative = text.charAt(at) === '-';
  let end = negative ? at + 1 : at;
  const first = end;
  while (isDigit(text.charCodeAt(end)) && end - first < 4) end++;
  const value = Number(text.slice(first, end));
  if (end === first || end - first > 3 || value > (negative ? 128 : 255)) return undefined;
  if (text.startsWith('u8', end) || text.startsWith('_u8', end)) end = text.indexOf('u8', end) + 2;
  return /[\w.]/.test(text.charAt(end)) && !text.startsWith('..', end)
    ? undefined
    : { value: negative ? 256 - value : value, end };
}

function listAt(text: string, start: number): NumberList | undefined {
  const bytes: number[] = [];
  let at = start;
  let end = start;
  for (;;) {
    const number = numberAt(text, at);
    if (!number) break;
    bytes.push(number.value);
    end = number.end;
    const next = afterSeparators(text, end);
    if (next < 0) break;
    at = next;
  }
  return end === start ? undefined : { start, end, bytes: Uint8Array.from(bytes) };
}

/** Pairs of decimal digits beside pairs with a letter are hex. */
function isAmongHex(text: string, { start, end }: NumberList): boolean {
  const behind = /^[\s,;]{1,3}([0-9a-f]{2})(?![0-9a-z])/i.exec(text.slice(end, end + 6))?.[1];
  const before = /(?:^|[^0-9a-z])([0-9a-f]{2})[\s,;]{1,3}$/i.exec(text.slice(Math.max(0, start - 6), start))?.[1];
  return /[a-f]/i.test(`${behind ?? ''}${before ?? ''}`);
}

/**
 * NumPy shows a few elements at either end of a long array, three unless `edgeitems` says otherwise: `array([131, 166, 115, ...,
 * 1, 2, 3], dtype=uint8)`, or `[131 166 115 ... 1 2 3]`, which are bytes where words call them so.
 */
function isSummarised(text: string, { start, end }: NumberList): boolean {
  const behind = text.slice(end, end + 400);
  if (/array\(\[\s?$/.test(text.slice(Math.max(0, start - 10), start)))
    return /^,\s{1,10}\.\.\.,[\s\d,-]{1,300}\][^\n]{0,60}dtype=u?int8\)/.test(behind);
  const last = /^\s{1,3}\.\.\.[\s\d-]{1,300}\]/.exec(behind);
  return (
    last !== null && text.charAt(start - 1) === '[' && surroundingsOf(text, start - 1, end + last[0].length).called
  );
}

const summarisedNote =
  'NumPy leaves out the middle of long arrays: print array.tobytes().hex(), or call numpy.set_printoptions(threshold=sys.maxsize) first.';

/** All lists of the text, read once from left to right. */
function numberLists(text: string): NumberList[] {
  const found: NumberList[] = [];
  for (let at = 0; at < text.length && found.length < 200; at++) {
    const before = text.charCodeAt(at - 1);
    const begins = isDigit(text.charCodeAt(at)) || (text.charAt(at) === '-' && isDigit(text.charCodeAt(at + 1)));
    if (!begins || isDigit(before) || /[\w.:-]/.test(text.charAt(at - 1))) continue;
    const list = listAt(text, at);
    if (!list) continue;
    if ((list.bytes.length >= minimum || isSummarised(text, list)) && !isAmongHex(text, list)) found.push(list);
    at = list.end;
  }
  return found;
}

/** Names by what opens the list. */
const openings: readonly (readonly [RegExp, string])[] = [
  [/array\(\[\s*$/, 'numpy-array'],
  [/\[\](?:byte|uint8)\s*\{\s*$/, 'go-slice'],
  [/(?:char|uint8_t|byte)[\w\s[\]]*=?\s*\{\s*$/, 'c-array'],
  [/vec!\[\s*$/, 'rust-array'],
];

function formOf(text: string, list: NumberList): string {
  const lead = text.slice(Math.max(0, list.start - 80), list.start);
  if (text.slice(list.start, list.start + 8).includes('u8')) return 'rust-array';
  const opened = openings.find(([pattern]) => pattern.test(lead))?.[1];
  if (opened === undefined && lead.endsWith('[') && isAligned(text.slice(list.start, list.end))) return 'numpy-array';
  return opened ?? (isSummarised(text, list) ? 'numpy-array' : 'decimal-array');
}

/** `print(array)` of NumPy: no commas, and numbers as wide as the widest. */
function isAligned(text: string): boolean {
  return !text.includes(',') && /(?<=\d) {1,2}(?:\d| \d)/.test(text) && /\s {1,2}\d/.test(text) && /\d{3}/.test(text);
}

function isBracketed(text: string, list: NumberList): boolean {
  return /[[({]\s*$/.test(text.slice(Math.max(0, list.start - 20), list.start));
}

function toBytes(text: string, list: NumberList): FormBytes {
  const { alone, called } = surroundingsOf(text, list.start, list.end);
  const wide = /\d{3}|-\d/.test(text.slice(list.start, list.end));
  // In a JSON document a list is bytes where its name says so.
  const named = !/^\s*\{\s*"/.test(text.slice(0, 100)) || called;
  const sure = (isBracketed(text, list) && named) || (alone && wide);
  return {
    form: formOf(text, list),
    bytes: list.bytes,
    truncated: cutMarkBehind(text, list.end) !== undefined || isSummarised(text, list),
    tentative: !sure,
    ...(isSummarised(text, list) && { notes: [summarisedNote] }),
  };
}

const forms = ['numpy-array', 'decimal-array', 'go-slice', 'rust-array', 'c-array'];

function longestFirst(text: string): NumberList[] {
  return numberLists(text).sort((a, b) => b.bytes.length - a.bytes.length);
}

/** Lists with a bracket in front: surely decimal. */
export const numbers: FormReader = {
  forms,
  example: '[131, 166, 115] or array([131, 166], dtype=uint8)',
  read: ({ text: pasted }) => {
    const text = withRepeats(pasted);
    return longestFirst(text).flatMap((list) => (isBracketed(text, list) ? toBytes(text, list) : []));
  },
};

/** `131.166.115`: an index of SNMP, or bytes that were taken for an address. Object identifiers begin with 0, 1 or 2. */
const dotted = /(?<![\w.])(?:[3-9]|\d{2,3})(?:\.\d{1,3}){7,4000}(?![\w.])/g;

function readDotted(text: string): FormBytes[] {
  return [...text.matchAll(dotted)].flatMap(([run]) => {
    const values = run.split('.').map(Number);
    if (values.some((value) => value > 255)) return [];
    return [{ form: 'decimal-array', bytes: Uint8Array.from(values), truncated: false, tentative: true }];
  });
}

/** Lists without brackets: numbers of two digits may as well be hex. */
export const bareNumbers: FormReader = {
  forms,
  example: '131 166 115 116',
  read: ({ text }) => [...longestFirst(text).map((list) => toBytes(text, list)), ...readDotted(text)],
};
