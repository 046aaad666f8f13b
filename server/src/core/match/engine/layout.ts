/**
 * The index as it is kept: the texts of all templates, which windows of them are searched for, and the filters and tables
 * by which these are found. All numbers are little-endian, as every machine that runs Node or a browser stores them.
 */

/** Open-addressed table of windows, by a hash of their bytes. Its parts are 32-bit words. */
export interface WindowTable {
  /**
   * A slot for each window, {@link EMPTY} where there is none: 12 bits of its hash as a tag, {@link SHARED}, and below it
   * its number, or a place in `shared`.
   */
  readonly slots: Uint8Array;
  /** Lists of the numbers of windows that many templates have: length first. */
  readonly shared: Uint8Array;
}

/** How the windows of some of the templates are found. Filters are of 32-bit words; their lengths are powers of two. */
export interface Tier {
  /** Bits of grams, two a gram. */
  readonly longFilter: Uint8Array;
  /** Half a byte for each hash of a long gram: in which bits tell where in its windows it stands. */
  readonly longOffsets: Uint8Array;
  /** Bits of the first words of all shorter grams, one a word. */
  readonly wordFilter: Uint8Array;
  /** By kind of window. */
  readonly tables: readonly WindowTable[];
}

/** Everything that the search needs. */
export interface IndexData {
  /** Number of templates. */
  readonly templates: number;
  /** Number of windows of all templates together. */
  readonly windows: number;
  /** Number of sites of all templates together; a site of two templates counts twice. */
  readonly sites: number;
  /** Templates that are searched for everywhere, then the mild ones, which only compete where one of the others stands. */
  readonly tiers: readonly Tier[];
  /**
   * The texts of all templates, one after the other: literals as UTF-8, {@link HOLE} where run-time text stands, then
   * {@link BESIDE} and texts that are searched for in its place, each template ended by {@link END}.
   */
  readonly pool: Uint8Array;
  /**
   * What is said of each template. A byte of fields: how many windows (2 bits), whether it is loud (no line of plain
   * information begins with it), and whether it has one site, the expected one: that behind the first site of the
   * template before. Where that is not so: the number of its sites, and for each its distance from the expected one, then from the one before.
   * Then for each window its distance from the template’s start, then from the window before. Numbers have seven bits a
   * byte, the lowest first; distances of sites have a sign as their lowest bit.
   */
  readonly stream: Uint8Array;
}

/** Bits of a template’s first byte in the stream. */
export const LOUD = 1 << 2;
export const NEXT_SITE = 1 << 3;
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
const FORMAT = 7;
const WORD = 4;
const TIERS = 2;
const KINDS = 3;
const TIER_COLUMNS = 3 + 2 * KINDS;
/** Format, templates, windows, sites, then the lengths of pool, stream, and the parts of the tiers. */
const FIXED = 4;
const HEAD = FIXED + 2 + TIERS * TIER_COLUMNS;
/** Where the pool begins in the bytes of an index. */
export const POOL_START = HEAD * WORD;

/** The index as bytes. */
export function encodeIndex({ templates, windows, sites, tiers, pool, stream }: IndexData): Uint8Array {
  const columns = [pool, stream, ...tiers.flatMap(columnsOf)];
  const head = Int32Array.from([FORMAT, templates, windows, sites, ...columns.map(({ length }) => length)]);
  const bytes = new Uint8Array(head.byteLength + columns.reduce((sum, { length }) => sum + length, 0));
  bytes.set(new Uint8Array(head.buffer));
  let at = head.byteLength;
  for (const column of columns) {
    bytes.set(column, at);
    at += column.length;
  }
  return bytes;
}

function columnsOf({ longFilter, longOffsets, wordFilter, tables }: Tier): Uint8Array[] {
  return [longFilter, longOffsets, wordFilter, ...tables.flatMap(({ slots, shared }) => [slots, shared])];
}

/** Reads an index in place; undefined where the bytes are none of this format. */
export function decodeIndex(bytes: Uint8Array): IndexData | undefined {
  if (bytes.length < POOL_START) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, POOL_START);
  const numbers = Array.from({ length: HEAD }, (_, i) => view.getInt32(i * WORD, true));
  const [format, templates = 0, windows = 0, sites = 0, ...lengths] = numbers;
  if (format !== FORMAT) return undefined;
  let at = POOL_START;
  const columns = lengths.map((length) => {
    at += length;
    return bytes.subarray(at - length, at);
  });
  if (at !== bytes.length) return undefined;
  const column = (i: number): Uint8Array => columns[i] ?? new Uint8Array();
  const tiers = Array.from({ length: TIERS }, (_, tier) => tierFrom((i) => column(2 + tier * TIER_COLUMNS + i)));
  return { templates, windows, sites, tiers, pool: column(0), stream: column(1) };
}

function tierFrom(column: (i: number) => Uint8Array): Tier {
  return {
    longFilter: column(0),
    longOffsets: column(1),
    wordFilter: column(2),
    tables: Array.from({ length: KINDS }, (_, kind) => ({ slots: column(3 + 2 * kind), shared: column(4 + 2 * kind) })),
  };
}
