/** Base64 and base64url (RFC 4648 4 and 5). */
import type { FormBytes, FormReader } from './form';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map([...alphabet].map((letter, value) => [letter, value]));
values.set('-', 62);
values.set('_', 63);

/** Bytes of Base64 text in either alphabet; padding may be missing. Undefined where a character is foreign. */
export function fromBase64(text: string): Uint8Array | undefined {
  const digits = text.replaceAll(/=+$/g, '');
  if (digits.length % 4 === 1) return undefined;
  const bytes = new Uint8Array((digits.length * 3) >> 2);
  let buffer = 0;
  let bits = 0;
  let at = 0;
  for (const letter of digits) {
    const value = values.get(letter);
    if (value === undefined) return undefined;
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
function looksEncoded(text: string): boolean {
  return text.endsWith('=') || (/[a-z]/.test(text) && /[A-Z]/.test(text) && /[0-9+/_-]/.test(text));
}

function toBytes(text: string, tentative: boolean): FormBytes[] {
  const bytes = fromBase64(text);
  if (!bytes) return [];
  const url = /[-_]/.test(text);
  return [{ form: url ? 'base64url' : 'base64', bytes, truncated: false, tentative }];
}

export const base64: FormReader = {
  forms: ['base64', 'base64url'],
  example: 'g6ZzdGF0dXOlSEVMTE8=',
  read: ({ text }) => {
    const whole = text.replaceAll(/\s/g, '');
    const all = /^[A-Za-z0-9+/_-]+={0,2}$/.test(whole) && whole.length >= 4 ? toBytes(whole, !whole.endsWith('=')) : [];
    const parts = [...text.matchAll(token)].map((match) => match[0]).filter(looksEncoded);
    const inner = parts.sort((a, b) => b.length - a.length).slice(0, 20);
    return [...all, ...inner.flatMap((part) => toBytes(part, true))];
  },
};
