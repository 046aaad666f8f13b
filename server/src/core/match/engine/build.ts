/** Builds the index over the wordings of a catalog. The build does it for the bundled catalog, `--catalog` at run time. */
import { gramKinds, hashWord, mixed, STRIDE, wordAt } from './grams';
import {
  ANY_LEVEL,
  BESIDE,
  EMPTY,
  END,
  type GramTable,
  HOLE,
  type IndexData,
  SHARED,
  type Tier,
  VALUE_LIMIT,
} from './layout';
import { chooseWindows, countGrams, type Window } from './windows';

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
  /** Place of its most severe level; undefined where a site has none. */
  readonly level: number | undefined;
  /** True where it is searched for only where another one stands, since it is never reported by itself. */
  readonly mild: boolean;
}

/** Bits of the filter for each long gram; up to twice as many, since its size is a power of two. */
const BITS_PER_GRAM = 8;
/** More windows than this that share a gram stand in a list; so many take a slot each, which is shorter. */
const MAX_SLOTS_EACH = 4;
const BITS_PER_WORD = 64;
/** Share of the slots that are used. */
const LOAD = 0.8;

/** Builds the index. Its templates have the numbers of `wordings`. */
export function buildIndex(wordings: readonly IndexedWording[]): IndexData {
  const texts = wordings.map(({ literals, beside }) => [...literals, ...beside]);
  const counts = countGrams(texts);
  const { pool, starts, places } = poolOf(wordings);
  const windows: number[] = [];
  const grams = [false, true].map(() => gramKinds.map(() => new Map<number, number[]>()));
  texts.forEach((literals, template) => {
    const tier = grams[wordings[template]?.mild ? 1 : 0];
    for (const window of chooseWindows(literals, counts)) {
      const start = (places[template]?.[window.literal] ?? 0) + window.start;
      register(tier?.[window.kind] ?? new Map(), pool, start, windows.length, window);
      windows.push(start);
    }
  });
  return {
    tiers: grams.map((tier) => tierOf(tier, pool, windows)),
    windows: Int32Array.from(windows),
    pool,
    starts,
    ...sitesOf(wordings),
    levels: Uint8Array.from(wordings, ({ level }) => level ?? ANY_LEVEL),
  };
}

function tierOf(grams: readonly Map<number, number[]>[], pool: Uint8Array, windows: readonly number[]): Tier {
  const long = [...(grams[0]?.keys() ?? [])];
  return {
    longFilter: filterOf(long, BITS_PER_GRAM, 2),
    wordFilter: filterOf([...shorterWords(grams, pool, windows)], BITS_PER_WORD, 1),
    tables: grams.map(tableOf),
  };
}

/** Lays out the texts; `places` tells where each literal of each template begins. */
function poolOf(wordings: readonly IndexedWording[]): { pool: Uint8Array; starts: Int32Array; places: number[][] } {
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
  return { pool: Uint8Array.from(bytes), starts: Int32Array.from([...starts, bytes.length]), places };
}

function sitesOf(wordings: readonly IndexedWording[]): Pick<IndexData, 'firstSites' | 'sites'> {
  const firsts = [0];
  for (const { sites } of wordings) firsts.push((firsts.at(-1) ?? 0) + sites.length);
  return { firstSites: Int32Array.from(firsts), sites: Int32Array.from(wordings.flatMap(({ sites }) => sites)) };
}

/** Adds the grams of one window, by hash. */
function register(
  grams: Map<number, number[]>,
  pool: Uint8Array,
  start: number,
  number: number,
  { kind }: Window,
): void {
  for (let offset = 0; offset < STRIDE; offset++) {
    const hash = gramKinds[kind]?.hash(wordAt(pool, start + offset), wordAt(pool, start + offset + STRIDE)) ?? 0;
    const values = grams.get(hash);
    const value = number * STRIDE + offset;
    if (values) values.push(value);
    else grams.set(hash, [value]);
  }
}

/** Hashes of the first words of all grams but the long ones. */
function shorterWords(
  grams: readonly Map<number, number[]>[],
  pool: Uint8Array,
  windows: readonly number[],
): Set<number> {
  const words = new Set<number>();
  for (const values of grams.slice(1).flatMap((kind) => [...kind.values()])) {
    for (const value of values) {
      words.add(hashWord(wordAt(pool, (windows[Math.floor(value / STRIDE)] ?? 0) + (value % STRIDE))));
    }
  }
  return words;
}

/** A bit filter: the word of a hash by its top bits, the bits in it by the five below, and by the five below those. */
function filterOf(hashes: readonly number[], bitsEach: number, bits: 1 | 2): Int32Array {
  const size = 2 ** Math.max(3, Math.ceil(Math.log2((hashes.length * bitsEach + 1) / 32)));
  const filter = new Int32Array(size);
  const shift = 32 - Math.log2(size);
  for (const hash of hashes) {
    const second = bits === 2 ? 1 << ((hash >>> (shift - 10)) & 31) : 0;
    filter[hash >>> shift] = (filter[hash >>> shift] ?? 0) | (1 << ((hash >>> (shift - 5)) & 31)) | second;
  }
  return filter;
}

function tableOf(grams: ReadonlyMap<number, readonly number[]>): GramTable {
  const shared: number[] = [];
  const entries = [...grams].flatMap(([hash, values]) => {
    const spread = mixed(hash);
    if (values.length <= MAX_SLOTS_EACH) return values.map((value) => ({ spread, value: checked(value) }));
    const list = checked(shared.length);
    shared.push(values.length, ...values);
    return [{ spread, value: SHARED | list }];
  });
  const slots = new Int32Array(Math.ceil(entries.length / LOAD) + 1).fill(EMPTY);
  for (const { spread, value } of entries) {
    let at = slotOf(spread, slots.length);
    while (slots[at] !== EMPTY) at = at + 1 === slots.length ? 0 : at + 1;
    slots[at] = (spread << 24) | value;
  }
  return { slots, shared: Int32Array.from(shared) };
}

function checked(value: number): number {
  if (value >= VALUE_LIMIT) throw new Error('the catalog is too large for its index');
  return value;
}

/** Slot at which a spread hash is looked for first. */
export function slotOf(spread: number, slots: number): number {
  return Math.floor(((spread >>> 0) / 2 ** 32) * slots);
}
