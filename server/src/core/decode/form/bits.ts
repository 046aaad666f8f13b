/** Bytes as eight binary digits each, and as `0o203`. */
import type { FormBytes, FormReader } from './form';

/** Eight digits each, separated by blanks, commas or line ends: fewer than four are a mask or a number. */
const grouped = /(?<![\w.])(?:0b)?[01]{8}(?:[\s,_]{1,4}(?:0b)?[01]{8}){3,}(?![\w.])/g;
/** Two or more, each with its mark. */
const marked = /(?<![\w.])0b[01]{8}(?:[\s,_]{1,4}0b[01]{8})+(?![\w.])/g;
const octal = /(?<![\w.])0o[0-3]?[0-7]{1,2}(?:[\s,]{1,4}0o[0-3]?[0-7]{1,2}){2,}(?![\w.])/g;

function bitBytes(text: string): Uint8Array {
  const digits = text.replaceAll(/0b|[^01]/g, '');
  return Uint8Array.from({ length: digits.length >> 3 }, (_, i) => Number.parseInt(digits.slice(8 * i, 8 * i + 8), 2));
}

function octalBytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/[0-7]{1,3}(?!\w)/g) ?? [], (digits) => Number.parseInt(digits, 8));
}

function found(text: string, shape: RegExp, form: string, read: (text: string) => Uint8Array): FormBytes[] {
  return [...text.matchAll(shape)].map(([run]) => ({
    form,
    bytes: read(run),
    truncated: false,
    tentative: run !== text.trim(),
  }));
}

export const bits: FormReader = {
  forms: ['xxd-bits', 'hex-sep'],
  example: '10000011 10100110 01110011 01110100',
  read: ({ text }) =>
    [
      ...found(text, grouped, 'xxd-bits', bitBytes),
      ...found(text, marked, 'xxd-bits', bitBytes),
      ...found(text, octal, 'hex-sep', octalBytes),
    ].sort((a, b) => b.bytes.length - a.bytes.length),
};
