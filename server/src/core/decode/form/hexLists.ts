/** Hex bytes with marks around them: `0x83, 0xa6`, arrays of C and Go, Rust's `{:x?}`, Node's Buffer, PostgreSQL's bytea. */
import { fromHex, hexValue } from '../bytes';
import { cutMarkBehind } from './cut';
import type { FormBytes, FormReader } from './form';
import { withRepeats } from './gdbPrint';

/** Casts of Java, C# and C (`(byte) 0x83`), and Kotlin's `0x83.toByte()`. */
const casts = /\((?:byte|sbyte|char|uint8_t|unsigned char)\) ?(?=0x)|\.toU?Byte\(\)/g;
/** `$83 $a6` of Pascal and of assemblers: amounts of money have no letters, and variables of a shell no digits in front. */
const dollars = /(?<![\w$])\$[0-9a-f]{2}(?:[\s,]{1,4}\$[0-9a-f]{2}){1,2000}(?!\w)/gi;

function isHexOfDollars(run: string): boolean {
  return /\$\d/.test(run) && (/[a-f]/i.test(run) || (/\$0\d/.test(run) && run.length > 8));
}

/** The text with each byte written `0x83`. */
function withPrefixes(text: string): string {
  const plain =
    text.includes('yte') || text.includes('char') || text.includes('uint8_t') ? text.replaceAll(casts, '') : text;
  return plain.includes('$')
    ? plain.replaceAll(dollars, (run) => (isHexOfDollars(run) ? run.replaceAll('$', '0x') : run))
    : plain;
}

/** Bytes written `0x83`, one after another. */
function prefixed(text: string): { start: number; bytes: Uint8Array; cut: boolean } | undefined {
  const first = /\b0x[0-9a-f]{1,2}\b(?=[\s,;]{1,20}(?:\/\*|0x|$|[}\])]))/i.exec(text);
  if (!first) return undefined;
  const bytes: number[] = [];
  let at = first.index;
  for (;;) {
    const value = /^0x([0-9a-f]{1,2})(?![0-9a-z])[uU]?[\s,;\\]*/i.exec(text.slice(at, at + 200));
    if (!value) break;
    bytes.push(Number.parseInt(value[1] ?? '', 16));
    at += value[0].length;
  }
  return bytes.length > 1
    ? { start: first.index, bytes: Uint8Array.from(bytes), cut: cutMarkBehind(text, at) !== undefined }
    : undefined;
}

function prefixedForm(lead: string): string {
  if (/\[\](?:byte|uint8)\s*\{\s*$/.test(lead)) return 'go-slice';
  return lead.trimEnd().endsWith('{') ? 'c-array' : 'hex-0x';
}

export const hexPrefixed: FormReader = {
  forms: ['hex-0x', 'c-array', 'go-slice'],
  example: '0x83, 0xa6, 0x73 or []byte{0x83, 0xa6} or unsigned char p[] = { 0x83 };',
  read: ({ text: pasted }) => {
    const text = withPrefixes(withRepeats(pasted));
    const list = prefixed(text);
    if (!list) return [];
    const form = prefixedForm(text.slice(Math.max(0, list.start - 80), list.start));
    return [{ form, bytes: list.bytes, truncated: list.cut }];
  },
};

/** Offset behind hex digits and blanks; a word that only begins with hex digits is left out. */
function pairsEnd(text: string, from: number): number {
  let at = from;
  let wordStart = from;
  for (; at < text.length; at++) {
    const blank = /\s/.test(text.charAt(at));
    if (blank) wordStart = at;
    else if (hexValue(text.charCodeAt(at)) < 0) break;
  }
  return /\w/.test(text.charAt(at)) ? wordStart : at;
}

/** `<Buffer 83 a6 ... 462 more bytes>` of Node.js. */
function nodeBuffer(text: string): FormBytes | undefined {
  const start = text.indexOf('<Buffer');
  if (start < 0) return undefined;
  const end = pairsEnd(text, start + 7);
  const bytes = fromHex(text.slice(start + 7, end).replaceAll(/\s/g, ''));
  const closed = /^\s{0,20}>/.test(text.slice(end, end + 21));
  const more = closed ? 0 : Number(/^\s\.\.\. (\d{1,12}) more byte/.exec(text.slice(end, end + 40))?.[1] ?? 0);
  const declared =
    more > 0 ? { declaredLength: bytes.length + more, fields: { declared_len: bytes.length + more } } : {};
  return { form: 'node-buffer', bytes, truncated: !closed, ...declared };
}

/** Rust's `{:x?}`: brackets, commas, one or two digits. Without a letter it is a list of decimal numbers. */
function rustHex(text: string): FormBytes | undefined {
  const match = /\[\s*((?:[0-9a-f]{1,2}\s*,\s*){3,}[0-9a-f]{1,2})\s*(?:,\s*)?\]/i.exec(text);
  const list = match?.[1];
  if (!list || !/[a-f]/i.test(list)) return undefined;
  const bytes = list.split(',').map((value) => Number.parseInt(value.trim(), 16));
  return { form: 'rust-hex-array', bytes: Uint8Array.from(bytes), truncated: false };
}

/** `\x83a673…`: one prefix for all digits (PostgreSQL's hex format for bytea). */
function bytea(text: string): FormBytes | undefined {
  const start = text.indexOf('\\x');
  if (start < 0) return undefined;
  let end = start + 2;
  while (hexValue(text.charCodeAt(end)) >= 0) end++;
  const digits = text.slice(start + 2, end);
  const alone = !text.slice(end, end + 2).startsWith('\\') && !/\w/.test(text.charAt(end));
  // Behind a doubled backslash two digits may be one escape of a string.
  const least = text.charAt(start - 1) === '\\' ? 10 : 6;
  if (digits.length < least || !alone || text.includes('\\x', end)) return undefined;
  return {
    form: 'postgres-bytea',
    bytes: fromHex(digits),
    truncated: digits.length % 2 === 1 || cutMarkBehind(text, end) !== undefined,
  };
}

export const hexMarked: FormReader = {
  forms: ['node-buffer', 'rust-hex-array', 'postgres-bytea'],
  example: '<Buffer 83 a6 73> or [83, a6, 73] or \\x83a673',
  read: ({ text }) => [nodeBuffer(text), rustHex(text), bytea(text)].flatMap((form) => form ?? []),
};
