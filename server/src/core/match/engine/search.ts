/**
 * The search for candidates: one pass over the bytes finds every place that holds a window of some template, whatever
 * the number of templates. Nearly all places are dismissed by one bit of a filter, nearly all others by the table of
 * grams, the rest by comparing the window and what is around it.
 */
import { RawLine, type Standing, standingOn } from '../standing';
import { agreesBefore, agreesBehind } from '../surrounding';
import { slotOf } from './build';
import { gramKinds, hashLong, hashWord, mixed, STRIDE } from './grams';
import { ANY_LEVEL, BESIDE, EMPTY, type GramTable, HOLE, type IndexData, SHARED, VALUE_LIMIT } from './layout';
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

/** A value holds a window and, in its lowest bits, an offset below {@link STRIDE}. */
const STRIDE_BITS = 2;
const BLOCK_BYTES = BLOCK_WORDS * STRIDE;

/**
 * Which templates are searched for. severe: those that are no mild ones. all: mild ones as well. near: also where a
 * template cannot stand whole enough to be believed.
 */
export type Scope = 'severe' | 'all' | 'near';

/** Finds windows of templates in bytes. One search at a time: the working memory is shared. */
export class CandidateIndex {
  private readonly tiers: readonly PreparedTier[];
  private readonly words = new Int32Array(BLOCK_WORDS + OVERLAP_WORDS);
  private readonly block = new Uint8Array(this.words.buffer);
  private readonly places = new Int32Array(BLOCK_WORDS);

  constructor(private readonly data: IndexData) {
    this.tiers = data.tiers.map(({ longFilter, wordFilter, tables }) => ({
      filters: {
        long: longFilter,
        longShift: shiftOf(longFilter),
        words: wordFilter,
        wordShift: shiftOf(wordFilter),
      },
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
    const length = Math.min(BLOCK_BYTES, stop - at);
    const copied = Math.min(length + OVERLAP_WORDS * STRIDE, range.limit - at);
    this.block.set(range.bytes.subarray(at, at + copied));
    this.block.fill(0, copied, Math.min(copied + 4 * STRIDE, this.block.length));
    const kept = sift(this.words, Math.ceil(length / STRIDE), tier.filters, this.places);
    for (let k = 0; k < kept; k++) {
      const i = this.places[k] as number;
      this.lookUpAll(tier, this.words[i] as number, this.words[i + 1] as number, at + i * STRIDE, range);
    }
  }

  /** Looks the grams up that begin with two words. A place was kept for one kind; mostly only its filter passes again. */
  private lookUpAll({ filters, tables }: PreparedTier, word: number, next: number, at: number, range: Range): void {
    const [long, middle, short] = tables;
    const hash = hashLong(word, next);
    if (long && passesLong(filters, hash)) this.lookUp(long, 0, hash, at, range);
    if (!passesWord(filters, hashWord(word))) return;
    if (middle) this.lookUp(middle, 1, gramKinds[1].hash(word, next), at, range);
    if (short) this.lookUp(short, 2, gramKinds[2].hash(word, next), at, range);
  }

  /** Takes every window that has a gram of this hash and stands there. */
  private lookUp({ slots, shared }: GramTable, kind: number, hash: number, at: number, range: Range): void {
    const spread = mixed(hash);
    const tag = spread & 255;
    for (
      let slot = slotOf(spread, slots.length);
      slots[slot] !== EMPTY;
      slot = slot + 1 === slots.length ? 0 : slot + 1
    ) {
      const found = slots[slot] ?? 0;
      if (found >>> 24 !== tag) continue;
      const value = found & VALUE_LIMIT;
      if ((found & SHARED) === 0) this.take(value, kind, at, range);
      else for (let i = 1; i <= (shared[value] ?? 0); i++) this.take(shared[value + i] ?? 0, kind, at, range);
    }
  }

  /** A gram stands at `at`: takes its window if the whole window does, and what is around can be the literal’s rest. */
  private take(value: number, kind: number, at: number, range: Range): void {
    const { bytes, start, end, limit, hits } = range;
    const { pool, windows } = this.data;
    const window = windows[value >>> STRIDE_BITS] as number;
    const position = at - (value & (STRIDE - 1));
    const length = gramKinds[kind]?.window ?? 0;
    if (position < start || position >= end || position + length > limit) return;
    for (let i = 0; i < length; i++) if (bytes[position + i] !== pool[window + i]) return;
    const template = this.templateAt(window);
    let first = window;
    while (isText(pool[first - 1])) first--;
    let last = window + length;
    while (isText(pool[last])) last++;
    const literal = pool.subarray(first, last);
    if (!agreesBehind(literal, window + length - first, bytes, position + length, limit)) return;
    const before = agreesBefore(literal, window - first, bytes, position);
    if (before === 'differs') return;
    const standing = this.standing(template, range, position);
    if (standing === 'nowhere') return;
    const begins = before === 'whole' && this.isFirst(template, first);
    insert(hits, { position, template, begins, joined: standing === 'joined' });
  }

  private standing(template: number, { bytes, line, limit, scope }: Range, position: number): Standing {
    if (scope === 'near') return 'line';
    if (position < line.start || position >= line.end) line.moveTo(bytes, position, limit);
    return line.isPlain ? standingOn(line, bytes, this.data.pool, this.data.starts[template] as number) : 'line';
  }

  private isFirst(template: number, literal: number): boolean {
    const start = this.data.starts[template] ?? 0;
    return literal === start || (literal === start + 1 && this.data.pool[start] === HOLE);
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
  readonly tables: readonly GramTable[];
}

interface Range extends SearchRange {
  readonly bytes: Uint8Array;
  readonly hits: Hit[];
  readonly scope: Scope;
  /** The line looked at last. */
  readonly line: RawLine;
}

function isText(byte: number | undefined): boolean {
  return byte !== undefined && byte < BESIDE;
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
