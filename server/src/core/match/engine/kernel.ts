/**
 * The hot part of the search in WebAssembly (`server/src/wasm/kernel/`), with one index in its memory. It gains several
 * times the speed of the same loops in JavaScript, most of all in a process that has just begun.
 */
import { MIN_CUT, MIN_ELIDED, MIN_GAP } from '../belief';
import { WEAK_IN_ALL, WEAK_LITERAL } from '../template';
import { kernelCode } from './kernelCode';
import type { IndexData, Tier } from './layout';

/** Bytes of a document looked through at once, and as much beside them as the kernel may look at around a place. */
const CHUNK = 1 << 17;
const MARGIN = 1 << 13;
/** Zeros before and behind the text: grams and windows are read over its ends. */
const BEFORE = 16;
const BEHIND = 64;
/** Numbers of a hit: its position, its template, its marks. */
const HIT_FIELDS = 3;
const ALIGNMENT = 16;
const WORD = 4;
const PAGE = 1 << 16;

/** What the compiled kernel exports. Addresses and sizes are 32-bit numbers; see its sources for their meaning. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  heap(): number;
  setIndex(pool: number, starts: number, templates: number, windows: number, loud: number): void;
  setLimits(elided: number, gap: number, cut: number, literal: number, inAll: number): void;
  setText(address: number, size: number, isStart: boolean, isEnd: boolean): void;
  setFilters(
    long: number,
    longShift: number,
    offsets: number,
    offsetsMask: number,
    words: number,
    wordShift: number,
  ): void;
  setTable(kind: number, slots: number, count: number, shared: number): void;
  unpack(stream: number, firstSites: number, sites: number): void;
  search(start: number, stop: number, near: boolean, telling: boolean, target: number): number;
}

/** Where windows are looked for: they begin in [start, end), and none reaches over `limit`. */
export interface KernelRange {
  readonly start: number;
  readonly end: number;
  readonly limit: number;
}

/** near: also where a template cannot stand whole enough. telling: hits of a log’s lines on which all are in vain are marked. */
export type How = 'plain' | 'near' | 'telling';

/** Told of each hit of a tier: where it begins, of which template, and with which marks. */
export type TakeHit = (tier: number, position: number, template: number, marks: number) => void;

/** Marks of a hit; above them the first byte of its template. */
export const BEGINS = 1;
export const JOINED = 2;
export const VAIN = 4;
export const FIRST_SHIFT = 8;

/** What is said of templates beside how they are searched for. */
export interface TemplateFacts {
  /** Where the sites of each template begin in `sites`, and the end of the last ones. */
  readonly firstSites: Int32Array;
  /** Numbers of sites. */
  readonly sites: Int32Array;
  /** 1 where all sites of a template are loud: no line of plain information begins with its text. */
  readonly loud: Uint8Array;
}

/** An index in the memory of a kernel of its own. One search at a time. */
export class Kernel {
  readonly facts: TemplateFacts;
  private readonly code = instantiate();
  /** How each tier is made the one that is searched. */
  private readonly tiers: readonly (() => void)[];
  private readonly text: number;
  private readonly hits: number;

  constructor(data: IndexData) {
    const { code } = this;
    const places = new Places(code.heap());
    this.text = places.take(BEFORE + CHUNK + 2 * MARGIN + BEHIND) + BEFORE;
    const pool = places.put(data.pool);
    const starts = places.take(WORD * (data.templates + 1));
    const windows = places.take(WORD * data.windows);
    const loud = places.take(data.templates);
    this.tiers = data.tiers.map((tier) => setterOf(code, tier, places));
    this.hits = places.take(0);
    code.setIndex(pool, starts, data.templates, windows, loud);
    code.setLimits(MIN_ELIDED, MIN_GAP, MIN_CUT, WEAK_LITERAL, WEAK_IN_ALL);
    this.facts = this.unpack(data, places, loud);
  }

  /** Reads the stream; it and the facts lie where hits will be written. */
  private unpack({ templates, sites, stream }: IndexData, places: Places, loud: number): TemplateFacts {
    const { code } = this;
    const streamAt = places.put(stream);
    const firstAt = places.take(WORD * (templates + 1));
    const sitesAt = places.take(WORD * sites);
    code.memory.grow(Math.ceil(places.take(0) / PAGE) + 1 - code.memory.buffer.byteLength / PAGE);
    const { buffer } = code.memory;
    places.fill(new Uint8Array(buffer));
    code.unpack(streamAt, firstAt, sitesAt);
    return {
      firstSites: new Int32Array(buffer, firstAt, templates + 1).slice(),
      sites: new Int32Array(buffer, sitesAt, sites).slice(),
      loud: new Uint8Array(buffer, loud, templates).slice(),
    };
  }

  /** Looks for windows of some tiers; hits of each tier come in order of position and, at one, of template. */
  search(bytes: Uint8Array, range: KernelRange, tiers: readonly number[], how: How, take: TakeHit): void {
    for (let from = range.start; from < range.end; from += CHUNK) {
      const to = Math.min(range.end, from + CHUNK);
      const first = Math.max(0, from - MARGIN);
      const last = Math.min(range.limit, to + MARGIN);
      this.load(bytes, first, last, range.limit);
      for (const tier of tiers) this.searchTier(tier, from, to, first, how, take);
    }
  }

  /** Copies a part of a document. */
  private load(bytes: Uint8Array, first: number, last: number, limit: number): void {
    const { code, text } = this;
    const memory = new Uint8Array(code.memory.buffer);
    const end = text + last - first;
    memory.set(first === 0 && last === bytes.length ? bytes : bytes.subarray(first, last), text);
    memory.fill(0, end, end + BEHIND);
    code.setText(text, last - first, first === 0, last === limit);
  }

  private searchTier(tier: number, from: number, to: number, first: number, how: How, take: TakeHit): void {
    const { code, hits } = this;
    this.tiers[tier]?.();
    const count = code.search(from - first, to - first, how === 'near', how === 'telling', hits);
    if (count === 0) return;
    const fields = new Int32Array(code.memory.buffer, hits, HIT_FIELDS * count);
    for (let i = 0; i < fields.length; i += HIT_FIELDS) {
      take(tier, (fields[i] ?? 0) + first, fields[i + 1] ?? 0, fields[i + 2] ?? 0);
    }
  }
}

/** Takes places for a tier; gives what makes it the one that is searched. */
function setterOf(code: Exports, { longFilter, longOffsets, wordFilter, tables }: Tier, places: Places): () => void {
  const [long, offsets, words] = [places.put(longFilter), places.put(longOffsets), places.put(wordFilter)];
  const lists = tables.map(({ slots, shared }) => {
    return { slots: places.put(slots), count: slots.length / WORD, shared: places.put(shared) };
  });
  const [longShift, wordShift] = [shiftOf(longFilter), shiftOf(wordFilter)];
  const mask = 2 * longOffsets.length - 1;
  return () => {
    code.setFilters(long, longShift, offsets, mask, words, wordShift);
    for (const [kind, { slots, count, shared }] of lists.entries()) code.setTable(kind, slots, count, shared);
  };
}

/** Shift that picks the word of a hash in a filter. */
function shiftOf({ length }: Uint8Array): number {
  return 32 - Math.round(Math.log2(length / WORD));
}

/** Hands out addresses, one after the other. */
class Places {
  private contents: { readonly at: number; readonly bytes: Uint8Array }[] = [];

  constructor(private next: number) {}

  /** A place for bytes, which {@link fill} puts there. */
  put(bytes: Uint8Array): number {
    const at = this.take(bytes.length);
    this.contents.push({ at, bytes });
    return at;
  }

  /** Puts bytes where they belong, and lets go of them. */
  fill(memory: Uint8Array): void {
    for (const { at, bytes } of this.contents) memory.set(bytes, at);
    this.contents = [];
  }

  take(size: number): number {
    const place = Math.ceil(this.next / ALIGNMENT) * ALIGNMENT;
    this.next = place + size;
    return place;
  }
}

let compiled: WebAssembly.Module | undefined;

function instantiate(): Exports {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(kernelCode), (char) => char.charCodeAt(0)));
  return new WebAssembly.Instance(compiled).exports as unknown as Exports;
}
