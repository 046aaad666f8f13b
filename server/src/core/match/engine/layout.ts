/**
 * The index as plain arrays of numbers, so that a file of it is read in place: nothing is parsed, and nothing is copied.
 * All numbers are little-endian, as every machine that runs Node or a browser stores them.
 */

/** Open-addressed table of windows, by a hash of their bytes. */
export interface WindowTable {
  /**
   * A slot for each window, {@link EMPTY} where there is none: 12 bits of its hash as a tag, {@link SHARED}, and below it
   * its number, or a place in `shared`.
   */
  readonly slots: Int32Array;
  /** Lists of the numbers of windows that many templates have: length first. */
  readonly shared: Int32Array;
}

/** How the windows of some of the templates are found. */
export interface Tier {
  /** Bits of grams, two a gram. The length is a power of two. */
  readonly longFilter: Int32Array;
  /** Half a byte for each hash of a long gram: in which bits tell where in its windows it stands. The length is a power of two. */
  readonly longOffsets: Uint8Array;
  /** Bits of the first words of all shorter grams, one a word. The length is a power of two. */
  readonly wordFilter: Int32Array;
  /** By kind of window. */
  readonly tables: readonly WindowTable[];
}

/** Everything that the search needs. */
export interface IndexData {
  /** Templates that are searched for everywhere, then the mild ones, which only compete where one of the others stands. */
  readonly tiers: readonly Tier[];
  /** Where each window begins in `pool`. */
  readonly windows: Int32Array;
  /**
   * The texts of all templates, one after the other: literals as UTF-8, {@link HOLE} where run-time text stands, then
   * {@link BESIDE} and texts that are searched for in its place, each ended by {@link END}.
   */
  readonly pool: Uint8Array;
  /** Where each template begins in `pool`, and the end of the last one. */
  readonly starts: Int32Array;
  /** Where the sites of each template begin in `sites`, and the end of the last ones. */
  readonly firstSites: Int32Array;
  /** Numbers of sites. */
  readonly sites: Int32Array;
  /** 1 where all sites of a template are loud: no line of plain information begins with its text. */
  readonly loud: Uint8Array;
}

export const EMPTY = -1;
/** The tag stands in the bits of a slot from this one on. */
export const TAG_SHIFT = 20;
/** Bit of a slot that says that its value is a place in `shared`. */
export const SHARED = 1 << (TAG_SHIFT - 1);
/** Values are below this. */
export const VALUE_LIMIT = SHARED - 1;
/** Place of a hash among half bytes, whose number is a power of two. */
export function offsetPlace({ length }: Uint8Array, hash: number): number {
  return (hash ^ (hash >>> 15)) & (2 * length - 1);
}
/** Marks in the pool. UTF-8 has no such bytes. */
export const HOLE = 0xff;
export const END = 0xfe;
export const BESIDE = 0xfd;

/** Changes whenever an index of an older build would be read wrongly. */
const FORMAT = 6;
const ALIGNMENT = 8;

type Column = Int32Array | Uint8Array;

/** The index as bytes. */
export function encodeIndex(data: IndexData): Uint8Array {
  const columns = columnsOf(data);
  const head = new Int32Array(2 + columns.length);
  head.set([FORMAT, columns.length, ...columns.map((column) => column.byteLength)]);
  const sizes = [head, ...columns].map((column) => aligned(column.byteLength));
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const [i, column] of [head, ...columns].entries()) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += sizes[i] ?? 0;
  }
  return bytes;
}

/** Reads an index in place; undefined where the bytes are none of this format. */
export function decodeIndex(given: Uint8Array): IndexData | undefined {
  const bytes = given.byteOffset % ALIGNMENT === 0 ? given : given.slice();
  if (bytes.byteLength < 8) return undefined;
  const [format, count = 0] = new Int32Array(bytes.buffer, bytes.byteOffset, 2);
  if (format !== FORMAT || count !== columnCount) return undefined;
  const lengths = new Int32Array(bytes.buffer, bytes.byteOffset + 8, count);
  let at = aligned(8 + 4 * count);
  const places = Array.from(lengths, (length) => {
    const place = { start: at, length };
    at += aligned(length);
    return place;
  });
  if (at !== bytes.byteLength) return undefined;
  return dataOf(
    (i) => {
      const { start, length } = places[i] ?? { start: 0, length: 0 };
      return new Int32Array(bytes.buffer, bytes.byteOffset + start, length >> 2);
    },
    (i) => {
      const { start, length } = places[i] ?? { start: 0, length: 0 };
      return bytes.subarray(start, start + length);
    },
  );
}

/** Columns in the order of the file. */
function columnsOf({ tiers, ...data }: IndexData): Column[] {
  return [
    data.windows,
    data.starts,
    data.firstSites,
    data.sites,
    data.pool,
    data.loud,
    ...tiers.flatMap(({ longFilter, longOffsets, wordFilter, tables }) => [
      longFilter,
      longOffsets,
      wordFilter,
      ...tables.flatMap(({ slots, shared }) => [slots, shared]),
    ]),
  ];
}

const TIERS = 2;
const TIER_COLUMNS = 9;
const FIRST_TIER = 6;
const columnCount = FIRST_TIER + TIERS * TIER_COLUMNS;

function dataOf(words: (column: number) => Int32Array, bytes: (column: number) => Uint8Array): IndexData {
  return {
    windows: words(0),
    starts: words(1),
    firstSites: words(2),
    sites: words(3),
    pool: bytes(4),
    loud: bytes(5),
    tiers: Array.from({ length: TIERS }, (_, tier) => tierOf(words, bytes, FIRST_TIER + tier * TIER_COLUMNS)),
  };
}

function tierOf(words: (column: number) => Int32Array, bytes: (column: number) => Uint8Array, first: number): Tier {
  return {
    longFilter: words(first),
    longOffsets: bytes(first + 1),
    wordFilter: words(first + 2),
    tables: [3, 5, 7].map((slots) => ({ slots: words(first + slots), shared: words(first + slots + 1) })),
  };
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
