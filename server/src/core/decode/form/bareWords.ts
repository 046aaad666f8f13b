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
  forms: ['hexdump-words', 'od-x4', 'od-octal-words'],
  example: ' a683 7473 7461 7375 48a5 4c45 4f4c 6ca5',
  read: ({ text }) => {
    if (text.length > bulkLimit) return [];
    const trimmed = text.trim();
    const inOctal = allOctal.test(trimmed);
    if (!inOctal && !allWords.test(trimmed)) return [];
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
