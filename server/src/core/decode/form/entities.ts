/** Bytes as numeric references of HTML and XML: `&#x83;&#166;status` (HTML 13.2.5.80). */
import { utf8Bytes } from '../text';
import type { FormBytes, FormReader } from './form';

const reference = /&(?:#x([0-9a-f]{1,2})|#(\d{1,3})|(amp|lt|gt|quot|apos));/gi;
const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** References of bytes that must be there: fewer are a mark in a text. */
const least = 3;
/** Longest text that is looked at, in UTF-16 units. */
const textLimit = 1_000_000;

/** The byte of a reference, or undefined for one beyond a byte. */
function byteOf(match: RegExpExecArray): Uint8Array | undefined {
  const [, hex, decimal, name = ''] = match;
  const value = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (hex === undefined && decimal === undefined) return utf8Bytes(named.get(name.toLowerCase()) ?? '');
  return value < 256 ? Uint8Array.of(value) : undefined;
}

function read(text: string): FormBytes[] {
  const bytes: number[] = [];
  let [at, count] = [0, 0];
  for (const match of text.matchAll(reference)) {
    const byte = byteOf(match);
    if (!byte) return [];
    bytes.push(...utf8Bytes(text.slice(at, match.index)), ...byte);
    at = match.index + match[0].length;
    count += match[3] === undefined ? 1 : 0;
  }
  bytes.push(...utf8Bytes(text.slice(at)));
  return count < least
    ? []
    : [{ form: 'html-references', bytes: Uint8Array.from(bytes), truncated: false, tentative: true }];
}

export const entities: FormReader = {
  forms: ['html-references'],
  example: '&#x83;&#xa6;status',
  read: ({ text }) => (text.length > textLimit || !text.includes('&#') ? [] : read(text.trim())),
};
