/** `hexdump -d`, `hexdump -o`, `od -tu2`, `-td4` and the like: offset, then little-endian numbers in decimal or octal. */
import { concat } from '../bytes';
import { dumpLines } from './dumpText';
import type { FormReader } from './form';
import { Repeater } from './repeat';

const lineShape = /^([0-9a-f]{6,8})((?:[ \t]+-?\d{1,20})*)[ \t]*$/;
/** A line longer than this is no line of a dump. */
const lineLimit = 200;

interface WordLine {
  readonly offset: string;
  readonly words: readonly string[];
  /** A `*` follows: the line stands for all up to the next offset. */
  repeated: boolean;
}

function readLines(text: string): WordLine[] {
  const lines: WordLine[] = [];
  for (const line of dumpLines(text)) {
    const last = lines.at(-1);
    if (last && line.trim() === '*') last.repeated = true;
    if (!/^[0-9a-f]{6,8}(?:[ \t]|$)/.test(line)) continue;
    const match = line.length < lineLimit ? lineShape.exec(line) : null;
    if (!match) return [];
    const words = (match[2] ?? '').split(/[ \t]+/).filter((word) => word !== '');
    lines.push({ offset: match[1] ?? '', words, repeated: false });
  }
  return lines;
}

/** How the dump counts: radix of its offsets, bytes of a number. */
interface Counting {
  readonly radix: number;
  readonly size: number;
}

/** The radix and the size with which each full line leads to the next offset. */
function countingOf(lines: readonly WordLine[]): Counting | undefined {
  const full = lines.slice(0, -1).filter(({ repeated }, i) => !repeated && lines[i + 1] !== undefined);
  for (const radix of [8, 16, 10]) {
    for (const size of [2, 4, 8]) {
      const agrees = full.every((line) => {
        const next = lines[lines.indexOf(line) + 1];
        const step = Number.parseInt(next?.offset ?? '', radix) - Number.parseInt(line.offset, radix);
        const held = line.words.length * size;
        // The number in front of the last offset may be filled with zeros.
        return step === held || (next === lines.at(-1) && step < held && step > held - size);
      });
      if (agrees) return { radix, size };
    }
  }
  return undefined;
}

/** Six octal digits each, as `hexdump -o` writes them; `od -o` is read by its own layout. */
function isOctal(lines: readonly WordLine[]): boolean {
  return lines.every(({ words }) => words.every((word) => /^[01][0-7]{5}$/.test(word)));
}

function wordBytes(word: string, size: number, octal: boolean): Uint8Array {
  let value = octal ? BigInt(`0o${word}`) : BigInt.asUintN(8 * size, BigInt(word));
  return Uint8Array.from({ length: size }, () => {
    const byte = Number(value & 255n);
    value >>= 8n;
    return byte;
  });
}

/** True where each number fits into its bytes. */
function fits(lines: readonly WordLine[], size: number): boolean {
  const most = 1n << BigInt(8 * size);
  return lines.every(({ words }) => words.every((word) => BigInt(word) < most && BigInt(word) >= -most / 2n));
}

export const dumpWords: FormReader = {
  forms: ['hexdump-words', 'od-x4', 'od-octal-words'],
  example: '0000000   42627   29811   29793   29557   18597   19525   20300   27813',
  read: ({ text }) => {
    const lines = readLines(text);
    const [first] = lines;
    // Numbers behind other numbers are a table; a dump begins at 0.
    const begins = first !== undefined && lines.length > 1 && /^0+$/.test(first.offset) && first.words.length > 0;
    const counting = begins ? countingOf(lines) : undefined;
    const octal = counting?.size === 2 && isOctal(lines);
    if (!counting || !(octal || fits(lines, counting.size))) return [];
    const { radix, size } = counting;
    const repeater = new Repeater();
    const parts = lines.map((line, i) => {
      const bytes = concat(line.words.map((word) => wordBytes(word, size, octal)));
      const next = lines[i + 1];
      const room = next ? Number.parseInt(next.offset, radix) - Number.parseInt(line.offset, radix) : bytes.length;
      return line.repeated ? repeater.fill(bytes, room) : bytes.subarray(0, Math.max(0, room));
    });
    const form = octal ? 'od-octal-words' : size === 2 ? 'hexdump-words' : 'od-x4';
    return [{ form, bytes: concat(parts), truncated: repeater.cut }];
  },
};
