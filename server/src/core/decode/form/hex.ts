/** Hex digits in every spelling: bare, with blanks, colons, dashes, `0x`, in arrays, in Node's Buffer. */
import { fromHex } from '../bytes';
import type { FormBytes, FormReader } from './form';

/** A run of hex in a text. */
interface HexRun {
  readonly text: string;
  /** The run is all there is in the text, apart from blanks. */
  readonly whole: boolean;
}

const pairs =
  /(?<![0-9a-z])[0-9a-f]{2}(?:[ \t:,;_-]{1,2}\n?|\n)(?:[0-9a-f]{2}(?:[ \t:,;_-]{1,2}\n?|\n))*[0-9a-f]{1,2}(?![0-9a-z])/gi;
const bare = /(?:^|[^0-9a-z])(?:0x)?([0-9a-f]{8,})(?![0-9a-z])/gi;

function separatorForm(text: string): string {
  const kinds = new Set<string>();
  for (const character of text) if (!/[0-9a-f]/i.test(character)) kinds.add(/\s/.test(character) ? ' ' : character);
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

/** Runs of at least four pairs with separators, longest first. */
function separated(text: string): HexRun[] {
  const runs = [...text.matchAll(pairs)].map((match) => match[0]);
  const trimmed = text.trim();
  return runs
    .filter((run) => digitsOf(run).length >= 8 || run.trim() === trimmed)
    .sort((a, b) => b.length - a.length)
    .map((run) => ({ text: run, whole: run.trim() === trimmed }));
}

export const hexSeparated: FormReader = {
  forms: ['hex-spaced', 'hex-colon', 'hex-dash', 'hex-sep'],
  example: '83 a6 73 74 or 83:a6:73:74',
  read: ({ text }) => separated(text).map((run) => toBytes(run.text, separatorForm(run.text.trim()), !run.whole)),
};

/** Digits alone are a decimal number unless they are all there is. */
function looksHex(digits: string, whole: boolean): boolean {
  return whole || (/[a-f]/i.test(digits) && /\d/.test(digits));
}

export const hexBare: FormReader = {
  forms: ['hex'],
  example: '83a673746174',
  read: ({ text }) => {
    const trimmed = text.trim().replaceAll(/\s/g, '');
    if (/^(?:0x)?[0-9a-f]{2,}$/i.test(trimmed)) {
      return [toBytes(trimmed.replace(/^0x/i, ''), 'hex', /^\d+$/.test(trimmed))];
    }
    const runs = [...text.matchAll(bare)].flatMap((match) => match[1] ?? []).filter((run) => looksHex(run, false));
    return runs.sort((a, b) => b.length - a.length).map((run) => toBytes(run, 'hex', true));
  },
};
