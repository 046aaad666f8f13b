/** Words of `od -An` and the like, without offsets: `od -tx2`, `-tx4`, `-tx8` and `-o` write each word as a little-endian number. */
import { fromHex } from '../bytes';
import { bulkLimit, type FormBytes, type FormReader } from './form';

/** Nothing but words of one length with blanks and line ends between. */
const allWords =
  /^(?:[0-9a-f]{4}(?:\s+[0-9a-f]{4})+|[0-9a-f]{8}(?:\s+[0-9a-f]{8})+|[0-9a-f]{16}(?:\s+[0-9a-f]{16})+)$/i;
const allOctal = /^[01][0-7]{5}(?:\s+[01][0-7]{5}){3,}$/;

/** Hex words by their digits. */
const forms = new Map([
  [4, 'hexdump-words'],
  [8, 'od-x4'],
  [16, 'od-x4'],
]);

/** Rows of decimal words as od aligns them: the width of a column tells the size of a word. */
const columns: readonly (readonly [width: number, size: number, form: string])[] = [
  [6, 2, 'od'],
  [7, 2, 'od'],
  [11, 4, 'od'],
  [12, 4, 'od'],
  [21, 8, 'od'],
];
/** Bytes in a row of od. */
const rowBytes = 16;

/** Numbers of rows whose columns all have this width; undefined where one has not. Blanks in front of the first may be gone. */
function alignedNumbers(rows: readonly string[], width: number, size: number): bigint[] | undefined {
  const numbers: bigint[] = [];
  const whole = (rowBytes / size) * width;
  for (const [i, row] of rows.entries()) {
    const line = i === 0 ? row.padStart(Math.ceil(row.length / width) * width) : row;
    const last = i === rows.length - 1;
    if (line.length % width > 0 || line.length > whole || (line.length < whole && !last)) return undefined;
    for (let at = 0; at < line.length; at += width) {
      const word = line.slice(at, at + width);
      if (!/^ +-?\d{1,20}$/.test(word)) return undefined;
      numbers.push(BigInt(word));
    }
  }
  return numbers;
}

/** Words of `od -An -tu2`, `-td4` and the like: numbers beyond a byte, in columns. */
function decimalWords(text: string): FormBytes[] {
  const rows = text.replace(/^\n+/, '').trimEnd().split('\n');
  if (!/^[\d\s-]+$/.test(text) || !/\d{4}/.test(text)) return [];
  return columns.flatMap(([width, size, form]) => {
    const numbers = alignedNumbers(rows, width, size);
    const above = 1n << BigInt(size * 8);
    const fits = numbers && numbers.length > 1 && numbers.every((number) => number < above && number >= -above / 2n);
    if (!fits) return [];
    const bytes = numbers.flatMap((number) => leBytes(BigInt.asUintN(size * 8, number), size));
    return unpadded(Uint8Array.from(bytes), size).map(
      (each): FormBytes => ({ form, bytes: each, truncated: false, tentative: true, notes: [note] }),
    );
  });
}

function leBytes(value: bigint, size: number): number[] {
  return Array.from({ length: size }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));
}

const note =
  'Words without offsets: taken as little-endian numbers, as od writes them on most machines. Zeros that only fill the last word were left out.';

function littleEndian(words: readonly string[]): Uint8Array {
  const size = (words[0]?.length ?? 0) / 2;
  const bytes = fromHex(words.join(''));
  for (let at = 0; at + size <= bytes.length; at += size) bytes.subarray(at, at + size).reverse();
  return bytes;
}

function octal(words: readonly string[]): Uint8Array {
  const numbers = words.map((word) => Number.parseInt(word, 8));
  return Uint8Array.from(numbers.flatMap((number) => [number & 255, number >> 8]));
}

/** The bytes without zeros at the end, of which the last word may have up to its size less one, most first. */
function unpadded(bytes: Uint8Array, size: number): Uint8Array[] {
  let zeros = 0;
  while (zeros < size - 1 && bytes[bytes.length - 1 - zeros] === 0) zeros++;
  return Array.from({ length: zeros + 1 }, (_, i) => bytes.subarray(0, bytes.length - zeros + i));
}

export const bareWords: FormReader = {
  forms: ['hexdump-words', 'od-x4', 'od-octal-words', 'od'],
  example: ' a683 7473 7461 7375 48a5 4c45 4f4c 6ca5',
  read: ({ text }) => {
    if (text.length > bulkLimit) return [];
    const trimmed = text.trim();
    const inOctal = allOctal.test(trimmed);
    if (!inOctal && !allWords.test(trimmed)) return decimalWords(text);
    const words = trimmed.split(/\s+/);
    const digits = words[0]?.length ?? 0;
    const form = inOctal ? 'od-octal-words' : (forms.get(digits) ?? 'od-x4');
    const turned = inOctal ? octal(words) : littleEndian(words);
    const found = unpadded(turned, inOctal ? 2 : digits / 2).map(
      (bytes): FormBytes => ({ form, bytes, truncated: false, tentative: true, notes: [note] }),
    );
    // The words as they stand come first, where they are something; six octal digits each are no hex.
    if (inOctal) return [...found, { form, bytes: turned, truncated: false, notes: [note] }];
    // Zeros alone are the offset of a dump.
    if (/^0+$/.test(words[0] ?? '')) return [];
    const plain = unpadded(fromHex(words.join('')), digits / 2).reverse();
    return [
      ...plain.map((bytes): FormBytes => ({ form: 'hex-spaced', bytes, truncated: false, tentative: true })),
      ...found,
    ];
  },
};
