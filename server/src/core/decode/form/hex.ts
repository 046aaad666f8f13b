/** Hex digits in every spelling: bare, with blanks, colons, dashes, `0x`, in arrays, in Node's Buffer. */
import { fromHex, hexValue } from '../bytes';
import { bulkLimit, type FormBytes, type FormReader } from './form';

const bare = /(?:^|[^0-9a-z])(?:0x)?([0-9a-f]{8,})(?![0-9a-z])/gi;

/** A run of hex groups with separators. Offsets in UTF-16 units, [start, end). */
interface HexRun {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const separatorLimit = 8;

/** Blank, tab, line end, and `,` `-` `:` `;` `_`. */
function isSeparator(code: number): boolean {
  if (code === 32 || code === 9 || code === 10) return true;
  return code === 44 || code === 45 || code === 58 || code === 59 || code === 95;
}

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** Offset behind the hex digits that start at an offset. */
function digitsEnd(text: string, at: number): number {
  let end = at;
  while (hexValue(text.charCodeAt(end)) >= 0) end++;
  return end;
}

/** Length of the hex word at an offset; 0 where none stands there, or where letters go on behind it. */
function wordLength(text: string, at: number): number {
  const end = digitsEnd(text, at);
  return isLetter(text.charCodeAt(end)) ? 0 : end - at;
}

/** Groups have an even number of digits, all the same but for the last. */
function runAt(text: string, start: number): HexRun | undefined {
  const size = wordLength(text, start);
  if (size < 2 || size % 2 === 1 || size > 16) return undefined;
  let end = start + size;
  for (;;) {
    let next = end;
    let marks = 0;
    while (isSeparator(text.charCodeAt(next)) && next - end < separatorLimit && marks < 2) {
      if (text.charCodeAt(next) > 32) marks++;
      next++;
    }
    if (marks > 1) break;
    const length = next === end ? 0 : wordLength(text, next);
    if (length === 0 || length > size) break;
    end = next + length;
    if (length < size) break;
  }
  return end === start + size ? undefined : { start, end, text: text.slice(start, end) };
}

function separatorForm(text: string): string {
  const kinds = new Set<string>();
  for (const character of text.slice(0, 2000))
    if (!/[0-9a-f]/i.test(character)) kinds.add(/\s/.test(character) ? ' ' : character);
  if (kinds.size > 1) return 'hex-sep';
  const [only] = kinds;
  return only === ' ' ? 'hex-spaced' : only === ':' ? 'hex-colon' : only === '-' ? 'hex-dash' : 'hex-sep';
}

function digitsOf(text: string): string {
  return text.replaceAll(/[^0-9a-f]/gi, '');
}

function toBytes(text: string, form: string, tentative: boolean): FormBytes {
  const digits = digitsOf(text);
  const odd = digits.length % 2 === 1;
  const notes = odd ? ['The number of hex digits is odd: the last digit was dropped.'] : [];
  return { form, bytes: fromHex(digits), truncated: odd, tentative, notes };
}

/** Runs of at least four bytes, longest first; a shorter one only where it is all there is. */
function separated(text: string): { text: string; whole: boolean }[] {
  const trimmed = text.trim();
  const runs: HexRun[] = [];
  for (let at = 0; at < text.length && runs.length < 1000; at++) {
    if (hexValue(text.charCodeAt(at)) < 0) continue;
    const before = text.charCodeAt(at - 1);
    const prefixed = /(?<!\w)0x$/i.test(text.slice(Math.max(0, at - 3), at));
    const inWord = !prefixed && (isLetter(before) || before === 95 || (before >= 48 && before <= 57));
    const run = inWord ? undefined : runAt(text, at);
    if (run) runs.push(run);
    at = run ? run.end : digitsEnd(text, at) - 1;
  }
  return (
    runs
      .map((run) => ({ text: run.text, whole: run.text === trimmed }))
      .filter((run) => run.whole || digitsOf(run.text).length >= 8)
      // In megabytes of something else a few groups are chance.
      .filter((run) => text.length <= bulkLimit || run.text.length > text.length / 2)
      .sort((a, b) => b.text.length - a.text.length)
  );
}

function readSeparated(text: string, decimalToo: boolean): FormBytes[] {
  return separated(text).map((run) => {
    const sure = run.whole && (/[a-f]|\b0\d/i.test(run.text) || (decimalToo && isPairs(run.text)));
    return toBytes(run.text, separatorForm(run.text), !sure);
  });
}

/** At least four pairs: fewer decimal digits are a time or a date. */
function isPairs(text: string): boolean {
  return /^\d\d(?:\W{1,2}\d\d){3,}$/.test(text.slice(0, 4000));
}

/** `83.a6.73` or `83|a6|73`: dots and bars separate much else, so that eight pairs and a letter must be there. */
const dotted = /(?<![\w.|])[0-9a-f]{2}(?:([.|])[0-9a-f]{2})(?:\1[0-9a-f]{2}){6,}(?![\w.|])/gi;

function readDotted(text: string): FormBytes[] {
  return [...text.matchAll(dotted)]
    .filter(([run]) => /[a-f]/i.test(run))
    .map(([run]) => toBytes(run, 'hex-sep', run !== text.trim()));
}

const separatedForms = ['hex-spaced', 'hex-colon', 'hex-dash', 'hex-sep'];

export const hexSeparated: FormReader = {
  forms: separatedForms,
  bulk: true,
  example: '83 a6 73 74 or 83:a6:73:74',
  read: ({ text }) => [...readSeparated(text, false), ...(text.length > bulkLimit ? [] : readDotted(text))],
};

/** Pairs of decimal digits only, where nothing speaks for decimal numbers. */
export const hexOfDigits: FormReader = {
  forms: separatedForms,
  example: '82 01 02 03 04',
  read: ({ text }) => readSeparated(text, true),
};

const uuidShape = /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/i;

/** A UUID in its usual groups: RFC 9562 4. */
export const uuidText: FormReader = {
  forms: ['hex-dash'],
  example: '550e8400-e29b-41d4-a716-446655440000',
  read: ({ text }) => {
    const found = uuidShape.exec(text)?.[0];
    return found ? [{ ...toBytes(found, 'hex-dash', found !== text.trim()), spelling: 'uuid' }] : [];
  },
};

/** Digits alone are a decimal number unless they are all there is. */
function looksHex(digits: string, whole: boolean): boolean {
  return whole || (/[a-f]/i.test(digits) && /\d/.test(digits));
}

/** The digits of a text that holds nothing else but blanks and one `0x`; scanned by hand, since it may be long. */
function onlyHex(text: string): { digits: string; letters: boolean } | undefined {
  const body = text.trim().replace(/^0x/i, '');
  let letters = false;
  let breaks = false;
  for (let at = 0; at < body.length; at++) {
    const code = body.charCodeAt(at);
    const blank = code === 32 || code === 10 || code === 9 || code === 13;
    if (!blank && hexValue(code) < 0) return undefined;
    breaks ||= blank;
    letters ||= code > 64;
  }
  const digits = breaks ? body.replaceAll(/\s/g, '') : body;
  return digits.length < 2 ? undefined : { digits, letters };
}

/** Hex digits that are all there is; a long number that `hex()` made of an identity has its bytes the other way round. */
function wholeHex({ digits, letters }: { digits: string; letters: boolean }, number: boolean): FormBytes[] {
  const plain = toBytes(digits, 'hex', !letters);
  if (!number || digits.length <= 16) return [plain];
  const bytes = fromHex(digits.length % 2 === 0 ? digits : `0${digits}`).reverse();
  const fields = { byteorder: 'little', width: bytes.length };
  const asNumber: FormBytes = { form: 'int-hex', bytes, truncated: false, tentative: true, fields };
  return [{ ...plain, tentative: true }, asNumber, plain];
}

export const hexBare: FormReader = {
  forms: ['hex'],
  bulk: true,
  example: '83a673746174',
  read: ({ text }) => {
    const whole = onlyHex(text);
    if (whole) return wholeHex(whole, /^\s*0x/i.test(text));
    if (text.length > bulkLimit) return [];
    const runs = [...text.matchAll(bare)].flatMap((match) => match[1] ?? []).filter((run) => looksHex(run, false));
    return runs.sort((a, b) => b.length - a.length).map((run) => toBytes(run, 'hex', true));
  },
};
