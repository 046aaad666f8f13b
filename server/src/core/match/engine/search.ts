/**
 * The search for candidates: one pass over the bytes finds every place that holds a window of some template, whatever
 * the number of templates. Nearly all places are dismissed by one bit of a filter, nearly all others by the table of
 * grams, the rest by comparing the window and what is around it.
 */
import { RawLine, type Standing, standingOn } from '../standing';
import { agreesBefore, agreesBehind, isText } from '../surrounding';
import { slotOf } from './build';
import { gramKinds, hashLong, hashWindow, hashWord, STRIDE } from './grams';
import {
  ALL_OFFSETS,
  ANY_LEVEL,
  EMPTY,
  HOLE,
  type IndexData,
  offsetsOf,
  SHARED,
  TAG_MASK,
  TAG_SHIFT,
  VALUE_LIMIT,
  type WindowTable,
} from './layout';
import { BLOCK_WORDS, type Filters, OVERLAP_WORDS, passesLong, passesWord, shiftOf, sift } from './sift';

/** A place that holds a window of a template. */
export interface Hit {
  /** Where the window begins. */
  readonly position: number;
  /** Number of the template as given to the builder. */
  readonly template: number;
  /** True where the template’s first literal stands there from its first byte on. */
  readonly begins: boolean;
  /** True where it stands there only if lines before or after belong to the line. */
  readonly joined: boolean;
}

/** Kinds of windows whose grams are found by their first word. */
const shortKinds = [1, 2] as const;
const BLOCK_BYTES = BLOCK_WORDS * STRIDE;

/**
 * Which templates are searched for. severe: those that are no mild ones. all: mild ones as well. near: also where a
 * template cannot stand whole enough to be believed.
 */
export type Scope = 'severe' | 'all' | 'near';

/** Finds windows of templates in bytes. One search at a time: the working memory is shared. */
export class CandidateIndex {
  private readonly tiers: readonly PreparedTier[];
  /** The word before a block, then the block. */
  private readonly all = new Int32Array(1 + BLOCK_WORDS + OVERLAP_WORDS);
  private readonly words = this.all.subarray(1);
  private readonly block = new Uint8Array(this.all.buffer);
  private readonly places = new Int32Array(BLOCK_WORDS);

  constructor(private readonly data: IndexData) {
    this.tiers = data.tiers.map(({ longFilter, longOffsets, wordFilter, tables }) => ({
      filters: {
        long: longFilter,
        longShift: shiftOf(longFilter),
        words: wordFilter,
        wordShift: shiftOf(wordFilter),
      },
      longOffsets,
      tables,
    }));
  }

  /** Number of templates. */
  get count(): number {
    return this.data.levels.length;
  }

  /** Numbers of a template’s sites. */
  sitesOf(template: number): Int32Array {
    const { firstSites, sites } = this.data;
    return sites.subarray(firstSites[template] ?? 0, firstSites[template + 1] ?? 0);
  }

  /** Place of the most severe level at which a template is logged; undefined where one of its sites has none. */
  levelOf(template: number): number | undefined {
    const level = this.data.levels[template];
    return level === ANY_LEVEL ? undefined : level;
  }

  /** Every hit in a range, in order of position and, at one position, of template. */
  search(bytes: Uint8Array, { start, end, limit }: SearchRange, scope: Scope = 'all'): readonly Hit[] {
    const [severe = [], ...mild] = this.tiers.slice(0, scope === 'severe' ? 1 : this.tiers.length).map((tier) => {
      const range = {
        bytes,
        start: Math.max(0, start),
        end,
        limit: Math.min(limit, bytes.length),
        hits: [],
        scope,
        line: new RawLine(),
      };
      // The first gram of a window that begins before the end stands less than a stride behind it.
      const stop = Math.min(end + STRIDE, range.limit);
      for (let at = range.start; at < stop; at += BLOCK_BYTES) this.searchBlock(tier, range, at, stop);
      return range.hits;
    });
    return mild.reduce(merged, severe);
  }

  /**
   * Looks through one block, grams before `stop`. It is copied, so that words can be read wherever it begins; zeros
   * follow the end, which windows do not reach over.
   */
  private searchBlock(tier: PreparedTier, range: Range, at: number, stop: number): void {
    const { block, words, places } = this;
    const length = Math.min(BLOCK_BYTES, stop - at);
    const before = Math.min(STRIDE, at);
    const copied = Math.min(STRIDE + length + OVERLAP_WORDS * STRIDE, STRIDE + range.limit - at);
    block.set(range.bytes.subarray(at - before, at - STRIDE + copied), STRIDE - before);
    block.fill(0, copied, Math.min(copied + 4 * STRIDE, block.length));
    const kept = sift(words, Math.ceil(length / STRIDE), tier.filters, places);
    for (let k = 0; k < kept; k++) this.lookUpAround(tier, places[k] as number, at, range);
  }

  /** Looks up the windows of which a gram begins with word `i` of the block at `start`: they begin there or just before. */
  private lookUpAround(tier: PreparedTier, i: number, start: number, range: Range): void {
    const { filters } = tier;
    const word = this.all[i + 1] as number;
    const next = this.all[i + 2] as number;
    const hash = hashLong(word, next);
    if (passesLong(filters, hash)) this.lookUpWindows(tier, 0, offsetsOf(tier.longOffsets, hash), i, start, range);
    if (!passesWord(filters, hashWord(word))) return;
    for (const kind of shortKinds) {
      const shorter = gramKinds[kind].hash(word, next);
      if (passesLong(filters, shorter)) this.lookUpWindows(tier, kind, ALL_OFFSETS, i, start, range);
    }
  }

  /** Looks up the windows of one kind at the given offsets, a bit each, before word `i` of a block. */
  private lookUpWindows(
    { tables }: PreparedTier,
    kind: number,
    offsets: number,
    i: number,
    start: number,
    range: Range,
  ): void {
    const { all } = this;
    const before = all[i] as number;
    const word = all[i + 1] as number;
    const next = all[i + 2] as number;
    for (let offset = 0; offset < STRIDE; offset++) {
      if (((offsets >>> offset) & 1) === 0) continue;
      const first = fourBytes(before, word, STRIDE - offset);
      const second = fourBytes(word, next, kind === 2 ? 3 - offset : STRIDE - offset);
      const last = kind === 0 ? fourBytes(next, all[i + 3] as number, 3 - offset) : 0;
      const table = tables[kind] as WindowTable;
      this.lookUp(table, kind, hashWindow(first, second, last), start + i * STRIDE - offset, range);
    }
  }

  /** Takes every window of this hash that stands at `position`. */
  private lookUp({ slots, shared }: WindowTable, kind: number, hash: number, position: number, range: Range): void {
    const tag = hash & TAG_MASK;
    let slot = slotOf(hash, slots.length);
    for (let found = slots[slot] as number; found !== EMPTY; found = slots[slot] as number) {
      slot = slot + 1 === slots.length ? 0 : slot + 1;
      if (found >>> TAG_SHIFT !== tag) continue;
      const value = found & VALUE_LIMIT;
      if ((found & SHARED) === 0) this.take(value, kind, position, range);
      else
        for (let i = 1; i <= (shared[value] as number); i++)
          this.take(shared[value + i] as number, kind, position, range);
    }
  }

  /** Takes a window if it stands at `position`, and what is around can be the literal’s rest, and the wording’s. */
  private take(number: number, kind: number, position: number, range: Range): void {
    const { bytes, start, end, limit, hits } = range;
    const { pool, windows } = this.data;
    const window = windows[number] as number;
    const length = gramKinds[kind]?.window ?? 0;
    if (position < start || position >= end || position + length > limit) return;
    for (let i = 0; i < length; i++) if (bytes[position + i] !== pool[window + i]) return;
    if (!agreesBehind(pool, window + length, bytes, position + length, limit)) return;
    const before = agreesBefore(pool, window, bytes, position);
    if (before === 'differs') return;
    const template = this.templateAt(window);
    const standing = this.standing(template, range, position);
    if (standing === 'nowhere') return;
    const begins = before === 'whole' && this.isFirst(template, window);
    insert(hits, { position, template, begins, joined: standing === 'joined' });
  }

  private standing(template: number, { bytes, line, limit, scope }: Range, position: number): Standing {
    if (scope === 'near') return 'line';
    if (position < line.start || position >= line.end) line.moveTo(bytes, position, limit);
    return line.isPlain ? standingOn(line, bytes, this.data.pool, this.data.starts[template] as number) : 'line';
  }

  /** True for a place in the first literal of a template. */
  private isFirst(template: number, place: number): boolean {
    const { pool, starts } = this.data;
    const start = starts[template] as number;
    let at = pool[start] === HOLE ? start + 1 : start;
    while (at < place && isText(pool[at])) at++;
    return at === place;
  }

  /** The template whose text holds a place of the pool. */
  private templateAt(place: number): number {
    const { starts } = this.data;
    let low = 0;
    for (let high = starts.length - 1; low + 1 < high; ) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** Where windows are looked for. */
export interface SearchRange {
  readonly start: number;
  /** Windows begin before it. */
  readonly end: number;
  /** End of the text, over which no window reaches. */
  readonly limit: number;
}

interface PreparedTier {
  readonly filters: Filters;
  readonly longOffsets: Uint8Array;
  readonly tables: readonly WindowTable[];
}

interface Range extends SearchRange {
  readonly bytes: Uint8Array;
  readonly hits: Hit[];
  readonly scope: Scope;
  /** The line looked at last. */
  readonly line: RawLine;
}

/** The four bytes that begin `from` bytes into two words, from 0 to 4. */
function fourBytes(word: number, next: number, from: number): number {
  if (from === 0) return word;
  return from === STRIDE ? next : (word >>> (8 * from)) | (next << (8 * (STRIDE - from)));
}

/** Two lists of hits in order as one. */
function merged(a: readonly Hit[], b: readonly Hit[]): readonly Hit[] {
  if (b.length === 0) return a;
  return [...a, ...b].sort(byPlace);
}

/** The order of hits. */
export function byPlace(a: Hit, b: Hit): number {
  return a.position - b.position || a.template - b.template;
}

/** Keeps the order: grams come in order, but the windows around them begin up to a stride before. */
function insert(hits: Hit[], hit: Hit): void {
  let at = hits.length;
  for (; at > 0; at--) {
    const before = hits[at - 1];
    if (!before || before.position < hit.position) break;
    if (before.position === hit.position && before.template <= hit.template) break;
  }
  hits.splice(at, 0, hit);
}
