/**
 * Bytes as assemblers, hardware languages and Basic spell them: `083h 0A6h`, `0x83h`, `&H83`, `16#83#`, `8'h83`, `x"83"`, `#83`,
 * `203o`; and data behind `db` or `.byte`, where numbers of any spelling and strings are mixed.
 */
import { utf8Bytes } from '../text';
import { type Surroundings, surroundingsOf } from './around';
import { cutMarkBehind } from './cut';
import type { FormBytes, FormReader } from './form';

/** One way to write a byte; the digits are the first group. */
interface Spelling {
  readonly item: string;
  readonly radix: number;
  /** False where a list of such words may as well be something else, so that its bytes must turn out to be something. */
  readonly isSure?: (run: string, around: Surroundings) => boolean;
}

/** Hours have no letters, and no zero in front of two digits. */
function isNoTime(run: string): boolean {
  return /[a-f][0-9a-f]?h|[0-9][a-f]h|\b0[0-9a-f]{2}h/i.test(run);
}

/** Issues have no letters, and names of channels no digits in front. */
function isNoName(run: string, { alone, called }: Surroundings): boolean {
  return (alone || called) && /#\$?[0-9a-f]?[a-f]/i.test(run) && /#\$?\d/.test(run);
}

const spellings: readonly Spelling[] = [
  { item: '0x([0-9a-f]{1,2})h', radix: 16 },
  { item: '0?([0-9a-f]{1,2})h', radix: 16, isSure: isNoTime },
  { item: '&h([0-9a-f]{1,2})', radix: 16 },
  { item: '16#([0-9a-f]{1,2})#', radix: 16 },
  { item: "8'h([0-9a-f]{1,2})", radix: 16 },
  { item: '[xh]"([0-9a-f]{2})"', radix: 16 },
  { item: "[xh]'([0-9a-f]{2})'?", radix: 16 },
  { item: '#\\$?([0-9a-f]{2})', radix: 16, isSure: isNoName },
  { item: '([01]{8})b', radix: 2 },
  { item: '([0-3]?[0-7]{1,2})[oq]', radix: 8 },
];

/** Three of one spelling, or more, with blanks, commas, `&` or `+` between. */
const lists = spellings.map((spelling) => ({
  ...spelling,
  list: new RegExp(`(?<![\\w$#'"&.])${spelling.item}(?:[\\s,;&+]{1,6}${spelling.item}){2,}(?![\\w'"])`, 'gi'),
  each: new RegExp(spelling.item, 'gi'),
}));

function readLists(text: string): FormBytes[] {
  return lists.flatMap(({ list, each, radix, isSure }) =>
    [...text.matchAll(list)].map(({ 0: run, index }) => {
      const around = surroundingsOf(text, index, index + run.length);
      return {
        form: 'hex-0x',
        bytes: Uint8Array.from(run.matchAll(each), (match) => Number.parseInt(match[1] ?? '', radix)),
        truncated: cutMarkBehind(text, index + run.length) !== undefined,
        tentative: isSure !== undefined && !isSure(run, around),
      };
    }),
  );
}

/** Label and directive in front of the data of a line. */
const directive =
  /^\s{0,40}(?:[\w.$@?]{1,60}:?\s{1,20})?(?:\.(?:byte|db)|d\.?[cb]\.b|db|defb|dfb|fcb|byte)\s{1,20}(?=\S)/i;
/** Directives of whole texts and of wider numbers: what they add is not read here. */
const otherData =
  /^\s{0,40}(?:[\w.$@?]{1,60}:?\s{1,20})?\.(?:ascii|asciz|string|word|short|hword|long|quad|int|zero|space|skip)\b/im;

/** What stands at a place of a line of data: its bytes and where it ends. */
interface Item {
  readonly bytes: Uint8Array;
  readonly end: number;
}

const numbers: readonly (readonly [RegExp, number])[] = [
  [/0x([0-9a-f]{1,2})h?(?!\w)/iy, 16],
  [/(?=\d)0?([0-9a-f]{1,2})h(?!\w)/iy, 16],
  [/[$&]h?([0-9a-f]{1,2})(?!\w)/iy, 16],
  [/(?:0b|%)([01]{1,8})(?!\w)/iy, 2],
  [/([01]{1,8})b(?!\w)/iy, 2],
  [/([0-7]{1,3})[oq](?!\w)/iy, 8],
  [/(-?\d{1,3})(?![\w.])/y, 10],
];

function itemAt(line: string, at: number): Item | undefined {
  const quote = line.charAt(at);
  if (quote === '"' || quote === "'") {
    const end = line.indexOf(quote, at + 1);
    return end < 0 || line.slice(at, end).includes('\\')
      ? undefined
      : { bytes: utf8Bytes(line.slice(at + 1, end)), end: end + 1 };
  }
  for (const [shape, radix] of numbers) {
    shape.lastIndex = at;
    const match = shape.exec(line);
    const value = Number.parseInt(match?.[1] ?? '', radix);
    if (match && value >= -128 && value < 256) return { bytes: Uint8Array.of(value), end: at + match[0].length };
  }
  return undefined;
}

/** The bytes of a line behind its directive; undefined where something else stands among them. */
function lineBytes(line: string, from: number): number[] | undefined {
  const bytes: number[] = [];
  let at = from;
  for (;;) {
    while (/[\s,]/.test(line.charAt(at))) at++;
    if (at >= line.length || /^(?:;|\/\/|\/\*|#\s|@\s)/.test(line.slice(at, at + 2))) return bytes;
    const item = itemAt(line, at);
    if (!item) return undefined;
    bytes.push(...item.bytes);
    at = item.end;
  }
}

/** Bytes that speak for data: a word such as `byte` may stand before a number in a sentence. */
const leastData = 3;
/** Longer lines are none that people write, and more text is none of them. */
const lineLimit = 4000;
const textLimit = 500_000;

function readData(text: string): FormBytes[] {
  if (!/\b(?:db|byte|dc\.b|defb|dfb|fcb)\s/i.test(text) || otherData.test(text)) return [];
  const bytes: number[] = [];
  for (const line of text.split('\n')) {
    const head = line.length > lineLimit ? undefined : directive.exec(line)?.[0];
    const found = head === undefined ? undefined : lineBytes(line, head.length);
    if (head !== undefined && !found) return [];
    bytes.push(...(found ?? []));
  }
  return bytes.length < leastData ? [] : [{ form: 'asm-data', bytes: Uint8Array.from(bytes), truncated: false }];
}

export const assembler: FormReader = {
  forms: ['asm-data', 'hex-0x'],
  example: 'msg db 083h, 0A6h, "status" or 16#83# 16#A6# 16#73#',
  read: ({ text }) => (text.length > textLimit ? [] : [...readData(text), ...readLists(text)]),
};
