/** bzip2: size of its blocks, and the check values of the first block and of the whole. It has no specification but its source. */
import { beNumber, hasText, toHex, u8 } from '../bytes';
import type { Json, ReadingNode } from '../reading';
import { utf8Bytes } from '../text';
import { packed } from './compressed';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

/** Digits of pi begin a block, those of its square root stand behind the last one (compress.c, BZ2_compressBlock). */
const blockMark = '314159265359';
const endMark = '177245385090';
const endNumber = 0x1772_4538_5090n;

/** The check value of the whole behind the end mark, which begins at any bit; undefined where the end is not here. */
function combinedCheck(bytes: Uint8Array): number | undefined {
  let tail = 0n;
  for (const byte of bytes.subarray(Math.max(0, bytes.length - 11))) tail = (tail << 8n) | BigInt(byte);
  for (let shift = 0n; shift < 8n; shift++) {
    if (((tail >> (shift + 32n)) & 0xffff_ffff_ffffn) === endNumber) return Number((tail >> shift) & 0xffff_ffffn);
  }
  return undefined;
}

function hex32(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/** What the header and the end tell. */
interface Marks {
  readonly blockSize: number;
  /** Check value of the first block; -1 where there is none, or the bytes end before. */
  readonly first: number;
  readonly combined: number | undefined;
}

function factsOf({ blockSize, first, combined }: Marks): string {
  const blocks = `, blocks of up to ${blockSize} bytes`;
  if (combined === undefined) return blocks;
  // The whole's value is the block's own where there is one block; without a block it is zero.
  if (first < 0) return `${blocks}, empty`;
  return `${blocks}, ${first === combined ? 'one block' : 'several blocks'}`;
}

function fieldsOf({ blockSize, first, combined }: Marks): { readonly [name: string]: Json } {
  return {
    block_size: blockSize,
    ...(first >= 0 && { block_crc: hex32(first) }),
    ...(combined !== undefined && { combined_crc: hex32(combined) }),
  };
}

function treeOf(bytes: Uint8Array, { blockSize, first }: Marks): ReadingNode[] {
  const header = leaf(0, 4, 'header', `blocks of up to ${blockSize} bytes`);
  if (first < 0) return [header, leaf(4, bytes.length, 'content', `${bytes.length - 4} bytes`)];
  return [
    header,
    leaf(4, 10, 'block mark', blockMark),
    leaf(10, 14, 'block check', hex32(first)),
    leaf(14, bytes.length, 'content', `${bytes.length - 14} bytes`),
  ];
}

function read(payload: Payload): KindReading | undefined {
  const { bytes } = payload;
  const size = u8(bytes, 3);
  const begun = toHex(bytes.subarray(4, 10));
  const fits = begun.length >= 4 && [blockMark, endMark].some((mark) => mark.startsWith(begun));
  if (!hasText(bytes, 'BZh') || size < 0x31 || size > 0x39 || !fits) return undefined;
  const marks: Marks = {
    blockSize: (size - 0x30) * 100_000,
    first: begun === blockMark ? beNumber(bytes, 10, 4) : -1,
    combined: combinedCheck(bytes),
  };
  return packed(payload, {
    kind: 'bzip2',
    name: 'bzip2',
    inside: 'bzip2 -dc',
    cut: marks.combined === undefined,
    facts: factsOf(marks),
    fields: fieldsOf(marks),
    tree: treeOf(bytes, marks),
  });
}

export const bzip2: KindReader = {
  kinds: ['bzip2'],
  source: 'bzip2 1.0.8 compress.c, decompress.c',
  begins: utf8Bytes('B'),
  read,
};
