/** Huffman codes of zstd's literals: RFC 8878 4.2. */
import { u8 } from '../bytes';
import { BackwardBits } from './bits';
import { FseState, readFseTable } from './fse';

/** A decoding table: for each run of bits of the longest code's length its symbol, and the bits of its own code. */
export interface HuffmanTable {
  readonly longest: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
}

const longestCode = 11;
const symbolLimit = 255;

/** Weights in four bits each, the first in the high half. */
function directWeights(bytes: Uint8Array, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => (u8(bytes, at + (i >> 1)) >> (i % 2 === 0 ? 4 : 0)) & 15);
}

/** Weights as an FSE stream that two states read in turn, until the bits are used up. */
function packedWeights(bytes: Uint8Array): number[] | undefined {
  const described = readFseTable(bytes, 0, 6);
  if (!described) return undefined;
  const reader = new BackwardBits(bytes.subarray(described.end));
  let [now, other] = [new FseState(described.table, reader), new FseState(described.table, reader)];
  const weights: number[] = [];
  while (weights.length < symbolLimit) {
    weights.push(now.symbol);
    now.advance();
    if (reader.left < 0) return [...weights, other.symbol];
    [now, other] = [other, now];
  }
  return undefined;
}

/** The table of weights; the last symbol's weight is what completes the sum to a power of two. */
function tableOf(weights: readonly number[]): HuffmanTable | undefined {
  const sum = weights.reduce((total, weight) => total + (weight > 0 ? 2 ** (weight - 1) : 0), 0);
  const longest = 32 - Math.clz32(sum);
  const rest = 2 ** longest - sum;
  if (sum === 0 || longest > longestCode || (rest & (rest - 1)) !== 0) return undefined;
  const all = [...weights, 32 - Math.clz32(rest)];
  const symbols = new Uint8Array(2 ** longest);
  const bits = new Uint8Array(2 ** longest);
  let at = 0;
  for (let weight = 1; weight <= longest; weight++) {
    for (const [symbol, each] of all.entries()) {
      if (each !== weight) continue;
      symbols.fill(symbol, at, at + 2 ** (weight - 1));
      bits.fill(longest + 1 - weight, at, at + 2 ** (weight - 1));
      at += 2 ** (weight - 1);
    }
  }
  return { longest, symbols, bits };
}

/** Reads the description of a table at an offset; undefined where it is broken. */
export function readHuffmanTable(bytes: Uint8Array, at: number): { table: HuffmanTable; end: number } | undefined {
  const header = u8(bytes, at);
  if (header < 0) return undefined;
  const count = header - 127;
  const end = at + 1 + (header < 128 ? header : (count + 1) >> 1);
  if (end > bytes.length) return undefined;
  const weights = header < 128 ? packedWeights(bytes.subarray(at + 1, end)) : directWeights(bytes, at + 1, count);
  const table = weights && tableOf(weights);
  return table && { table, end };
}

/** So many symbols of one stream; fewer where the bits end before. */
export function readHuffman(bytes: Uint8Array, table: HuffmanTable, count: number): Uint8Array {
  const reader = new BackwardBits(bytes);
  const out = new Uint8Array(count);
  let length = 0;
  while (length < count && reader.left > 0) {
    const code = reader.peek(table.longest);
    out[length++] = table.symbols[code] ?? 0;
    reader.left -= table.bits[code] ?? table.longest;
  }
  return out.subarray(0, length);
}
