/** Builds the index over the wordings of a catalog. The build does it for the bundled catalog, `--catalog` at run time. */
import { NumberWriter } from '../../catalog/pack/numbers';
import { gramKinds, hashLong, hashWord, STRIDE, windowHashAt, wordAt } from './grams';
import {
  BESIDE,
  EMPTY,
  END,
  HOLE,
  type IndexData,
  LOUD,
  NEXT_SITE,
  offsetPlace,
  SHARED,
  TAG_SHIFT,
  type Tier,
  VALUE_LIMIT,
  type WindowTable,
} from './layout';
import { chooseWindows, countGrams } from './windows';

/** One wording as the index needs it. */
export interface IndexedWording {
  /** Literal texts in order. */
  readonly literals: readonly Uint8Array[];
  /** Whether run-time text stands before literal `i`, and after the last one. */
  readonly holes: readonly boolean[];
  /** Texts that are searched for because the literals are too short. */
  readonly beside: readonly Uint8Array[];
  /** Numbers of its sites. */
  readonly sites: readonly number[];
  /** True where no line of plain information begins with it: all its sites raise it, or log it as a warning or worse. */
  readonly loud: boolean;
  /** True where it is searched for only where another one stands, since it is never reported by itself. */
  readonly mild: boolean;
}

/** Bits of the filter for each long gram; up to twice as many, since its size is a power of two. */
const BITS_PER_GRAM = 12;
/** More windows than this that are the same stand in a list; so many take a slot each, which is shorter. */
const MAX_SLOTS_EACH = 4;
const BITS_PER_WORD = 64;
/** Bytes of offsets for each window, rounded up to a power of two in all. */
const OFFSET_BYTES = 4;
/** Share of the slots that are used: few, so that most windows that stand nowhere are dismissed by the first slot. */
const LOAD = 0.5;

/** Builds the index. Its templates have the numbers of `wordings`. */
export function buildIndex(wordings: readonly IndexedWording[]): IndexData {
  const texts = wordings.map(({ literals, beside }) => [...literals, ...beside]);
  const counts = countGrams(texts);
  const { pool, starts, places } = poolOf(wordings);
  const windows: number[] = [];
  const stream = new NumberWriter();
  const tiers = [false, true].map(() => gramKinds.map((): number[] => []));
  let expected = 0;
  wordings.forEach(({ sites, loud, mild }, template) => {
    const chosen = chooseWindows(texts[template] ?? [], counts);
    const own = chosen.map(({ literal, start }) => (places[template]?.[literal] ?? 0) + start).sort((a, b) => a - b);
    const isNext = sites.length === 1 && sites[0] === expected;
    stream.byte(own.length | (loud ? LOUD : 0) | (isNext ? NEXT_SITE : 0));
    if (!isNext) addSites(stream, sites, expected);
    expected = (sites[0] ?? expected) + 1;
    stream.distances(own, starts[template] ?? 0);
    for (const window of own) tiers[mild ? 1 : 0]?.[chosen[0]?.kind ?? 0]?.push(windows.push(window) - 1);
  });
  return {
    templates: wordings.length,
    windows: windows.length,
    sites: wordings.reduce((sum, { sites }) => sum + sites.length, 0),
    tiers: tiers.map((numbers) => tierOf(numbers, pool, windows)),
    pool,
    stream: stream.encode(),
  };
}

function addSites(stream: NumberWriter, sites: readonly number[], expected: number): void {
  stream.number(sites.length);
  let before = expected;
  for (const site of sites) {
    stream.signed(site - before);
    before = site;
  }
}

/** The tier of windows whose numbers are given by kind. */
function tierOf(numbers: readonly number[][], pool: Uint8Array, windows: readonly number[]): Tier {
  const places = numbers.map((kind) => kind.map((number) => windows[number] ?? 0));
  const [long = [], ...shorter] = places;
  return {
    // Grams of all kinds, so that few of the words that begin shorter ones lead to a table.
    longFilter: filterOf(
      gramKinds.flatMap(({ hash }, kind) => gramHashes(pool, places[kind] ?? [], hash)),
      BITS_PER_GRAM,
      2,
    ),
    longOffsets: offsetsIn(pool, long),
    wordFilter: filterOf(gramHashes(pool, shorter.flat(), hashWord), BITS_PER_WORD, 1),
    tables: numbers.map((kind, i) => tableOf(kind, places[i] ?? [], pool, i)),
  };
}

/** Where in their windows long grams stand, so that a window is looked up where it can begin alone. */
function offsetsIn(pool: Uint8Array, places: readonly number[]): Uint8Array {
  const offsets = new Uint8Array(2 ** Math.max(3, Math.ceil(Math.log2(places.length * OFFSET_BYTES + 1))));
  for (const window of places) {
    for (let offset = 0; offset < STRIDE; offset++) {
      const hash = hashLong(wordAt(pool, window + offset), wordAt(pool, window + offset + STRIDE));
      const place = offsetPlace(offsets, hash);
      offsets[place >>> 1] = (offsets[place >>> 1] ?? 0) | (1 << (offset + ((place & 1) << 2)));
    }
  }
  return offsets;
}

/** Hashes of the grams by which windows are found, each once. */
function gramHashes(
  pool: Uint8Array,
  places: readonly number[],
  hash: (word: number, next: number) => number,
): readonly number[] {
  const hashes = new Set<number>();
  for (const place of places) {
    for (let at = place; at < place + STRIDE; at++) hashes.add(hash(wordAt(pool, at), wordAt(pool, at + STRIDE)));
  }
  return [...hashes];
}

/** Lays out the texts; `places` tells where each literal of each template begins. */
function poolOf(wordings: readonly IndexedWording[]): { pool: Uint8Array; starts: number[]; places: number[][] } {
  const bytes: number[] = [];
  const starts: number[] = [];
  const places = wordings.map(({ literals, holes, beside }) => {
    const begun: number[] = [];
    starts.push(bytes.length);
    const add = (text: Uint8Array): void => {
      begun.push(bytes.length);
      for (const byte of text) bytes.push(byte);
    };
    literals.forEach((literal, i) => {
      if (holes[i]) bytes.push(HOLE);
      add(literal);
    });
    if (holes[literals.length]) bytes.push(HOLE);
    for (const text of beside) {
      bytes.push(BESIDE);
      add(text);
    }
    bytes.push(END);
    return begun;
  });
  return { pool: Uint8Array.from(bytes), starts, places };
}

/** A bit filter: the word of a hash by its top bits, the bits in it by the five below, and by the five below those. */
function filterOf(hashes: readonly number[], bitsEach: number, bits: 1 | 2): Uint8Array {
  const size = 2 ** Math.max(3, Math.ceil(Math.log2((hashes.length * bitsEach + 1) / 32)));
  const filter = new Int32Array(size);
  const shift = 32 - Math.log2(size);
  for (const hash of hashes) {
    const second = bits === 2 ? 1 << ((hash >>> (shift - 10)) & 31) : 0;
    filter[hash >>> shift] = (filter[hash >>> shift] ?? 0) | (1 << ((hash >>> (shift - 5)) & 31)) | second;
  }
  return new Uint8Array(filter.buffer);
}

function tableOf(numbers: readonly number[], places: readonly number[], pool: Uint8Array, kind: number): WindowTable {
  const byHash = new Map<number, number[]>();
  numbers.forEach((number, i) => {
    const hash = windowHashAt(pool, places[i] ?? 0, kind);
    const same = byHash.get(hash);
    if (same) same.push(number);
    else byHash.set(hash, [number]);
  });
  const shared: number[] = [];
  const entries = [...byHash].flatMap(([hash, values]) => {
    if (values.length <= MAX_SLOTS_EACH) return values.map((value) => ({ hash, value: checked(value) }));
    const list = checked(shared.length);
    shared.push(values.length, ...values);
    return [{ hash, value: SHARED | list }];
  });
  const slots = new Int32Array(Math.ceil(entries.length / LOAD) + 1).fill(EMPTY);
  for (const { hash, value } of entries) {
    let at = slotOf(hash, slots.length);
    while (slots[at] !== EMPTY) at = at + 1 === slots.length ? 0 : at + 1;
    slots[at] = (hash << TAG_SHIFT) | value;
  }
  return { slots: new Uint8Array(slots.buffer), shared: new Uint8Array(Int32Array.from(shared).buffer) };
}

function checked(value: number): number {
  if (value >= VALUE_LIMIT) throw new Error('the catalog is too large for its index');
  return value;
}

/** Slot at which a hash is looked for first. */
function slotOf(hash: number, slots: number): number {
  return Math.floor(((hash >>> 0) / 2 ** 32) * slots);
}
