/** Binary data that was shown as text: each character is one byte of Latin-1 or of Windows-1252, or was lost. */
import { toHex } from '../bytes';
import { utf8Bytes } from '../text';
import type { FormBytes, FormReader } from './form';

/** Characters of Windows-1252 from 0x80 to 0x9f; where it has none, the C1 control stands (WHATWG Encoding). */
const cp1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009dž\u0178';
const cp1252Bytes = new Map([...cp1252].map((character, i) => [character, 0x80 + i]));

/** One byte for each character; undefined where a character is in neither table. */
function singleBytes(text: string, windows: boolean): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const byte = windows ? (cp1252Bytes.get(text.charAt(i)) ?? code) : code;
    if (byte > 255) return undefined;
    bytes[i] = byte;
  }
  return bytes;
}

/** A line end at the end may be a byte of the payload, or come from pasting. */
function candidates(raw: string): string[] {
  const trimmed = raw.trim();
  const quote = trimmed.charAt(0);
  // What stands between two equal quotes comes first: a program that prints a text puts them there.
  const quoted = /^["'`]/.test(trimmed) && trimmed.length > 2 && trimmed.indexOf(quote, 1) === trimmed.length - 1;
  const all = [...(quoted ? [trimmed.slice(1, -1)] : []), raw, trimmed];
  return [...new Set(all)].flatMap(fromFirstWide);
}

/** The whole text, and what begins with its first character beyond ASCII. */
function fromFirstWide(text: string): string[] {
  let first = 0;
  while (first < text.length && text.charCodeAt(first) < 0x80) first++;
  return first === 0 ? [text] : [text, text.slice(first)];
}

function read(text: string): FormBytes[] {
  const windows = singleBytes(text, true);
  const latin = singleBytes(text, false);
  const other = windows && latin && toHex(windows) !== toHex(latin) ? { also_hex: toHex(windows) } : undefined;
  const forms: FormBytes[] = [];
  if (latin)
    forms.push({
      form: 'mojibake-latin1',
      bytes: latin,
      truncated: false,
      tentative: true,
      ...(other && { fields: other }),
    });
  if (windows && !latin) forms.push({ form: 'mojibake-cp1252', bytes: windows, truncated: false, tentative: true });
  return forms;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

export const mojibake: FormReader = {
  forms: ['mojibake-latin1', 'mojibake-cp1252'],
  example: 'ƒ¦status¥HELLO',
  read: ({ raw }) => (isAscii(raw) || raw.includes('\ufffd') ? [] : candidates(raw).flatMap(read)),
};

export const lossyText: FormReader = {
  forms: ['lossy-text'],
  example: '\ufffd\ufffdstatus\ufffdHELLO',
  read: ({ raw }) => {
    if (!raw.includes('\ufffd')) return [];
    return [{ form: 'lossy-text', bytes: utf8Bytes(raw.trim()), truncated: false }];
  },
};
