/** Finite state entropy: tables and how they are described (RFC 8878 4.1). */
import type { BackwardBits } from './bits';
import { ForwardBits } from './bits';

/** A decoding table: for each state its symbol, and how the next state follows from so many bits. */
export interface FseTable {
  /** Logarithm of the number of states. */
  readonly accuracy: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly base: Uint16Array;
}

/** A table with one state, which needs no bits. */
export function singleTable(symbol: number): FseTable {
  return { accuracy: 0, symbols: Uint8Array.of(symbol), bits: Uint8Array.of(0), base: Uint16Array.of(0) };
}

/** Position of the highest bit that is set. */
function log2(value: number): number {
  return 31 - Math.clz32(value);
}

/** Where each state's symbol stands: symbols of less than one state in all fill the end, the others are spread. */
function spread(counts: readonly number[], size: number): Uint8Array | undefined {
  const symbols = new Uint8Array(size);
  let high = size;
  counts.forEach((count, symbol) => {
    if (count === -1) symbols[--high] = symbol;
  });
  let at = 0;
  for (const [symbol, count] of counts.entries()) {
    for (let i = 0; i < count; i++) {
      symbols[at] = symbol;
      do at = (at + (size >> 1) + (size >> 3) + 3) % size;
      while (at >= high);
    }
  }
  return at === 0 ? symbols : undefined;
}

/** The table of a distribution: states of each symbol, -1 for less than one; undefined where they are not all states. */
export function fseTable(counts: readonly number[], accuracy: number): FseTable | undefined {
  const size = 1 << accuracy;
  const total = counts.reduce((sum, count) => sum + Math.abs(count), 0);
  const symbols = total === size ? spread(counts, size) : undefined;
  if (!symbols) return undefined;
  const next = counts.map((count) => Math.abs(count));
  const bits = new Uint8Array(size);
  const base = new Uint16Array(size);
  symbols.forEach((symbol, state) => {
    const value = next[symbol] ?? 1;
    next[symbol] = value + 1;
    bits[state] = accuracy - log2(value);
    base[state] = (value << (accuracy - log2(value))) - size;
  });
  return { accuracy, symbols, bits, base };
}

/** Symbols of which a repeat of zeros may skip some. */
const symbolLimit = 256;

/** Reads the description of a table at an offset; undefined where it is broken. */
export function readFseTable(
  bytes: Uint8Array,
  at: number,
  most: number,
): { table: FseTable; end: number } | undefined {
  const reader = new ForwardBits(bytes, at);
  const accuracy = reader.read(4) + 5;
  if (accuracy > most) return undefined;
  const counts: number[] = [];
  let remaining = 1 << accuracy;
  while (remaining > 0 && counts.length < symbolLimit) {
    const count = readCount(reader, remaining);
    counts.push(count);
    remaining -= Math.abs(count);
    let repeat = count === 0 ? 3 : 0;
    while (repeat === 3 && counts.length < symbolLimit) {
      repeat = reader.read(2);
      for (let i = 0; i < repeat; i++) counts.push(0);
    }
  }
  const table = reader.end <= bytes.length ? fseTable(counts, accuracy) : undefined;
  return table && { table, end: reader.end };
}

/** A count is written in one bit less where the rest of the states leaves no use for the longer form. */
function readCount(reader: ForwardBits, remaining: number): number {
  const width = log2(remaining + 1) + 1;
  const value = reader.peek(width);
  const half = (1 << (width - 1)) - 1;
  const threshold = (1 << width) - 1 - (remaining + 1);
  const short = (value & half) < threshold;
  reader.position += short ? width - 1 : width;
  return (short ? value & half : value > half ? value - threshold : value) - 1;
}

/** A walk over the states of a table. */
export class FseState {
  #state: number;
  constructor(
    readonly table: FseTable,
    readonly reader: BackwardBits,
  ) {
    this.#state = reader.read(table.accuracy);
  }

  get symbol(): number {
    return this.table.symbols[this.#state] ?? 0;
  }

  advance(): void {
    const { bits, base } = this.table;
    this.#state = (base[this.#state] ?? 0) + this.reader.read(bits[this.#state] ?? 0);
  }
}
