/** The literals of a zstd block: RFC 8878 3.1.1.3.1. */
import { concat, leNumber, u8 } from '../bytes';
import { type HuffmanTable, readHuffman, readHuffmanTable } from './huffman';

/** Literals, the Huffman table that later blocks may use again, and the offset behind the section. */
export interface Literals {
  readonly bytes: Uint8Array;
  readonly table?: HuffmanTable;
  readonly end: number;
}

/** A block unpacks to 128 kB at most, so its literals do. */
const blockLimit = 131_072;

/** Raw literals, or one byte again and again. */
function readPlain(block: Uint8Array, repeated: boolean): Literals | undefined {
  const format = (u8(block, 0) >> 2) & 3;
  const head = format === 1 ? 2 : format === 3 ? 3 : 1;
  const size = Math.floor(leNumber(block, 0, head) / (head === 1 ? 8 : 16));
  if (size < 0 || size > blockLimit) return undefined;
  const end = head + (repeated ? 1 : size);
  if (end > block.length) return undefined;
  return { bytes: repeated ? new Uint8Array(size).fill(u8(block, head)) : block.subarray(head, end), end };
}

/** Four streams, whose sizes stand in front: all but the last give a quarter of the literals, rounded up. */
function fourStreams(bytes: Uint8Array, table: HuffmanTable, size: number): Uint8Array {
  const each = (size + 3) >> 2;
  let at = 6;
  const parts = [0, 2, 4, -1].map((place) => {
    const end = place < 0 ? bytes.length : at + Math.max(0, leNumber(bytes, place, 2));
    const part = readHuffman(bytes.subarray(at, end), table, place < 0 ? Math.max(0, size - 3 * each) : each);
    at = end;
    return part;
  });
  return concat(parts);
}

function readCoded(block: Uint8Array, known: HuffmanTable | undefined): Literals | undefined {
  const treeless = (u8(block, 0) & 3) === 3;
  const format = (u8(block, 0) >> 2) & 3;
  const width = format < 2 ? 10 : format === 2 ? 14 : 18;
  const head = format < 2 ? 3 : format + 2;
  const sizes = Math.floor(leNumber(block, 0, head) / 16);
  const size = sizes % 2 ** width;
  const end = head + Math.floor(sizes / 2 ** width);
  if (sizes < 0 || size > blockLimit || end > block.length) return undefined;
  const described = treeless ? known && { table: known, end: head } : readHuffmanTable(block, head);
  if (!described || described.end > end) return undefined;
  const streams = block.subarray(described.end, end);
  const { table } = described;
  return { bytes: format === 0 ? readHuffman(streams, table, size) : fourStreams(streams, table, size), table, end };
}

/** Reads the literals section that begins a block; undefined where it is broken. */
export function readLiterals(block: Uint8Array, known: HuffmanTable | undefined): Literals | undefined {
  const type = u8(block, 0) & 3;
  return block.length === 0 ? undefined : type < 2 ? readPlain(block, type === 1) : readCoded(block, known);
}
