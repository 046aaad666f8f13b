/** Base64 and base64url (RFC 4648 4 and 5). */
import { isLine, isQuoted, surroundingsOf } from './around';
import { bulkLimit, type FormBytes, type FormReader } from './form';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Value of each letter by its code, -1 for others. */
const values = new Int8Array(128).fill(-1);
for (const [value, letter] of [...alphabet].entries()) values[letter.charCodeAt(0)] = value;
values['-'.charCodeAt(0)] = 62;
values['_'.charCodeAt(0)] = 63;

/** Bytes of Base64 text in either alphabet; padding may be missing. Undefined where a character is foreign. */
export function fromBase64(text: string): Uint8Array | undefined {
  const digits = text.endsWith('==') ? text.slice(0, -2) : text.endsWith('=') ? text.slice(0, -1) : text;
  if (digits.length % 4 === 1) return undefined;
  const bytes = new Uint8Array((digits.length * 3) >> 2);
  let buffer = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < digits.length; i++) {
    const value = values[digits.charCodeAt(i)] ?? -1;
    if (value < 0) return undefined;
    buffer = ((buffer << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (buffer >> bits) & 255;
    }
  }
  return bytes;
}

const token = /[A-Za-z0-9+/_-]{8,}={0,2}/g;

/** A word in Base64 letters is rarely Base64: padding, or digits and both cases together, make it likely. */
function looksEncoded(text: string, isValue: boolean): boolean {
  if (text.endsWith('=')) return true;
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && (isValue || /[0-9+/_-]/.test(text));
}

function formOf(text: string): string {
  return /[-_]/.test(text) ? 'base64url' : 'base64';
}

function toBytes(text: string, tentative: boolean): FormBytes[] {
  const bytes = fromBase64(text);
  return bytes ? [{ form: formOf(text), bytes, truncated: false, tentative }] : [];
}

/** Letters from which padding makes a word Base64 where words call it bytes, or where it stands alone. */
const sureLength = 12;

/** A word without the `=` at its end. */
function withoutPadding(word: string): string {
  let end = word.length;
  while (word[end - 1] === '=') end--;
  return word.slice(0, end);
}

/** Bytes of a word in a text; a mark of a cut behind it may have taken a part of its last four letters. */
function wordBytes(text: string, word: string, start: number): FormBytes[] {
  const { alone, called, cut } = surroundingsOf(text, start, start + word.length);
  const whole = cut && word.length % 4 === 1 ? word.slice(0, -1) : word;
  const padded =
    word.endsWith('=') &&
    word.length % 4 === 0 &&
    word.length >= sureLength &&
    looksEncoded(withoutPadding(word), false);
  const end = start + word.length;
  const sure = padded && (alone || called || isLine(text, start, end) || isQuoted(text, start, end));
  return toBytes(whole, !sure).map((form) => ({ ...form, truncated: cut }));
}

/** Words that may be Base64, longest first; parts of a path too, since a slash is a letter of Base64. */
function words(text: string): FormBytes[] {
  const found = [...text.matchAll(token)].flatMap(({ 0: word, index }) => {
    const isValue = /[=:]["']?\s?["'`<(]?$/.test(text.slice(Math.max(0, index - 4), index));
    const parts = [{ word, start: index, isValue }];
    if (word.includes('/'))
      for (const part of word.matchAll(/[^/]{8,}/g))
        parts.push({ word: part[0], start: index + part.index, isValue: false });
    return parts.filter((part) => looksEncoded(part.word, part.isValue));
  });
  return found
    .sort((a, b) => b.word.length - a.word.length)
    .slice(0, 20)
    .flatMap(({ word, start }) => wordBytes(text, word, start));
}

/** Lines that a mail or `base64` wrapped: all of one length, but for a shorter last one, among other lines. */
function wrappedBlocks(text: string): string[] {
  const blocks: string[][] = [];
  let open: string[] = [];
  for (const line of [...text.split('\n').map((each) => each.trim()), '']) {
    const width = open[0]?.length ?? 0;
    const fits = isLetters(line) && (open.length === 0 ? line.length >= 16 : line.length <= width);
    if (fits) open.push(line);
    if (fits && line.length === (open[0]?.length ?? 0)) continue;
    if (open.length > 1) blocks.push(open);
    open = !fits && isLetters(line) && line.length >= 16 ? [line] : [];
  }
  return blocks.map((block) => block.join(''));
}

/** At least one letter, and no other character than those of Base64. */
function isLetters(line: string): boolean {
  return line.length < 10_000 && /^[\w+/-]+={0,2}$/.test(line);
}

export const base64: FormReader = {
  separate: true,
  forms: ['base64', 'base64url'],
  bulk: true,
  example: 'g6ZzdGF0dXOlSEVMTE8=',
  read: ({ text }) => {
    if (text.length > bulkLimit && !/^[\w+/=\s-]*$/.test(text.slice(0, 4096))) return [];
    const whole = text.replace(/^\s{0,40}[-*•] /, '').replaceAll(/\s/g, '');
    const all = whole.length >= 4 ? toBytes(whole, !whole.endsWith('=')) : [];
    if (text.length > bulkLimit) return all;
    const blocks = wrappedBlocks(text).slice(0, 5);
    return [...all, ...blocks.flatMap((block) => toBytes(block, true)), ...words(text)];
  },
};
