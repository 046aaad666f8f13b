/** The sequences of a zstd block: literals to copy, and matches in what was unpacked before (RFC 8878 3.1.1.3.2). */
import { leNumber, u8 } from '../bytes';
import { BackwardBits } from './bits';
import { FseState, type FseTable, fseTable, readFseTable, singleTable } from './fse';
import type { Output } from './output';

/** What blocks hand on to the next one. */
export interface SequenceState {
  /** Tables of the last block: literal lengths, offsets, match lengths. */
  tables: readonly FseTable[];
  /** The last three offsets. */
  offsets: [number, number, number];
}

/** Lengths by code: the first codes are lengths themselves, the others a base and so many bits more. */
interface LengthCodes {
  readonly plain: number;
  readonly first: number;
  readonly rows: readonly (readonly [base: number, bits: number])[];
}

/** Each base is the one before and all that its bits can add (RFC 8878 3.1.1.3.2.1). */
function lengthCodes(plain: number, first: number, bits: readonly number[]): LengthCodes {
  let base = first + plain;
  const rows = bits.map((count) => {
    base += 2 ** count;
    return [base - 2 ** count, count] as const;
  });
  return { plain, first, rows };
}

const literalLengths = lengthCodes(16, 0, [1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
const matchLengths = lengthCodes(32, 3, [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);

/** The default distributions: RFC 8878 3.1.1.3.2.2. */
const defaults: readonly (readonly [counts: readonly number[], accuracy: number])[] = [
  [[4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1], 6],
  [[1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1], 5],
  [[1, 4, 3, 2, 2, 2, 2, 2, 2, ...Array.from({ length: 37 }, () => 1), -1, -1, -1, -1, -1, -1, -1], 6],
];
const defaultTables = defaults.map(([counts, accuracy]) => fseTable(counts, accuracy));
/** Greatest accuracies of the three tables. */
const accuracies = [9, 8, 9];
/** Greatest code of an offset: more than 2^31 bytes back nothing stands here. */
const offsetCodeLimit = 31;

function readLength(code: number, kind: LengthCodes, reader: BackwardBits): number {
  if (code < kind.plain) return kind.first + code;
  const [base, bits] = kind.rows[code - kind.plain] ?? [0, 0];
  return base + reader.read(bits);
}

/** Up to 31 bits in two parts. */
function readWide(reader: BackwardBits, bits: number): number {
  if (bits <= 16) return reader.read(bits);
  const high = reader.read(bits - 16);
  return high * 65_536 + reader.read(16);
}

/** Number of sequences, and the offset behind it; undefined where the block ends before. */
function readCount(block: Uint8Array, at: number): { count: number; next: number } | undefined {
  const first = u8(block, at);
  if (first < 128) return first < 0 ? undefined : { count: first, next: at + 1 };
  if (first < 255) return { count: ((first - 128) << 8) + Math.max(0, u8(block, at + 1)), next: at + 2 };
  return { count: leNumber(block, at + 1, 2) + 0x7f00, next: at + 3 };
}

/** The three tables by their modes: default, one symbol, described here, or those of the last block. */
function readTables(
  block: Uint8Array,
  at: number,
  last: readonly FseTable[],
): { tables: FseTable[]; end: number } | undefined {
  const modes = u8(block, at);
  const tables: FseTable[] = [];
  let end = at + 1;
  for (const [i, most] of accuracies.entries()) {
    const mode = (modes >> (6 - 2 * i)) & 3;
    const described = mode === 2 ? readFseTable(block, end, most) : undefined;
    const table =
      mode === 0
        ? defaultTables[i]
        : mode === 1
          ? singleTable(u8(block, end))
          : mode === 2
            ? described?.table
            : last[i];
    if (!table || modes < 0) return undefined;
    tables.push(table);
    end = described?.end ?? (mode === 1 ? end + 1 : end);
  }
  return { tables, end };
}

/** The distance of a match; codes up to 3 stand for one of the last three, shifted by one where no literals come before. */
function nextOffset(value: number, literals: number, offsets: SequenceState['offsets']): number {
  const [first, second, third] = offsets;
  const place = value > 3 ? 4 : value - 1 + (literals === 0 ? 1 : 0);
  const offset = place === 4 ? value - 3 : place === 0 ? first : place === 1 ? second : place === 2 ? third : first - 1;
  if (place > 1) offsets[2] = second;
  if (place > 0) offsets[1] = first;
  offsets[0] = offset;
  return offset;
}

/**
 * Writes what the sequences behind the literals make, and the literals that are left over.
 * @returns False where the block is broken, or the output is full.
 */
export function runSequences(
  block: Uint8Array,
  at: number,
  literals: Uint8Array,
  state: SequenceState,
  out: Output,
): boolean {
  const head = readCount(block, at);
  if (!head) return false;
  let used = 0;
  if (head.count > 0) {
    const read = readTables(block, head.next, state.tables);
    const [lengths, distances, matches] = read?.tables ?? [];
    if (!read || !lengths || !distances || !matches) return false;
    state.tables = read.tables;
    const reader = new BackwardBits(block.subarray(read.end));
    const length = new FseState(lengths, reader);
    const distance = new FseState(distances, reader);
    const match = new FseState(matches, reader);
    for (let left = head.count; left > 0; left--) {
      if (distance.symbol > offsetCodeLimit) return false;
      const value = 2 ** distance.symbol + readWide(reader, distance.symbol);
      const copied = readLength(match.symbol, matchLengths, reader);
      const plain = readLength(length.symbol, literalLengths, reader);
      if (reader.left < 0 || used + plain > literals.length) return false;
      out.literals(literals.subarray(used, used + plain));
      used += plain;
      if (!out.match(nextOffset(value, plain, state.offsets), copied) || out.full) return false;
      if (left === 1) break;
      length.advance();
      match.advance();
      distance.advance();
    }
  }
  out.literals(literals.subarray(used));
  return !out.full;
}
