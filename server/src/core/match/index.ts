/**
 * The search for candidates: one pass over the bytes finds every place that holds a piece of some template, whatever
 * the number of templates. A piece is a window of eight bytes (four for short texts) of a literal, chosen where the
 * catalog is rarest; each template registers two, so that a text cut or wrapped in one of them is still found.
 */
import { APOSTROPHE, BACKSLASH, BACKTICK, isSpace, QUOTE } from './bytes';

/** A place that holds a piece of a template. */
export interface Hit {
  readonly position: number;
  /** Number of the template as given to {@link buildIndex}. */
  readonly template: number;
}

const LONG = 8;
const SHORT = 4;
const FILTER_BITS = 16;
const MULTIPLIER = 0x9e3779b1;

interface Window {
  readonly start: number;
  readonly length: number;
  readonly literal: Uint8Array;
}

/** Finds pieces of templates in bytes. */
export class CandidateIndex {
  private readonly filter = new Uint32Array(1 << (FILTER_BITS - 5));
  /** Templates by the first four bytes of their piece. */
  private readonly entries = new Map<number, { readonly window: Window; readonly template: number }[]>();

  /** Registers a piece of a template. */
  add(window: Window, template: number): void {
    const word = wordAt(window.literal, window.start);
    const bit = hash(word);
    this.filter[bit >>> 5] = (this.filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
    const list = this.entries.get(word);
    if (list) list.push({ window, template });
    else this.entries.set(word, [{ window, template }]);
  }

  /** Every hit in [start, end), in order of position. */
  search(bytes: Uint8Array, start: number, end: number): Hit[] {
    const hits: Hit[] = [];
    const { filter } = this;
    const last = end - SHORT;
    if (last < start) return hits;
    let word = wordAt(bytes, start);
    for (let i = start; i <= last; i++) {
      const bit = Math.imul(word, MULTIPLIER) >>> (32 - FILTER_BITS);
      if (((filter[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) this.collect(bytes, i, end, word, hits);
      word = (word >>> 8) | ((bytes[i + SHORT] ?? 0) << 24);
    }
    return hits;
  }

  private collect(bytes: Uint8Array, at: number, end: number, word: number, hits: Hit[]): void {
    const list = this.entries.get(word);
    if (!list) return;
    for (const { window, template } of list) {
      if (stands(window, bytes, at, end)) hits.push({ position: at, template });
    }
  }
}

/** Builds the index over the literals of each template. Templates without four plain bytes in a row are left out. */
export function buildIndex(templates: readonly (readonly Uint8Array[])[]): CandidateIndex {
  const index = new CandidateIndex();
  const frequency = new Map<number, number>();
  for (const literals of templates) {
    for (const literal of literals) {
      for (let i = 0; i + SHORT <= literal.length; i++) {
        const word = wordAt(literal, i);
        frequency.set(word, (frequency.get(word) ?? 0) + 1);
      }
    }
  }
  templates.forEach((literals, template) => {
    for (const window of windowsOf(literals, frequency)) index.add(window, template);
  });
  return index;
}

/** The rarest window near the front, and the rarest one behind it: text is cut at its end far more often. */
function windowsOf(literals: readonly Uint8Array[], frequency: ReadonlyMap<number, number>): Window[] {
  const all = literals.flatMap((literal) => candidates(literal, LONG));
  const usable = all.length > 0 ? all : literals.flatMap((literal) => candidates(literal, SHORT));
  const cost = (window: Window): number => {
    const words = [window.start, window.start + window.length - SHORT];
    return Math.min(...words.map((at) => frequency.get(wordAt(window.literal, at)) ?? 0));
  };
  const firstLiteral = usable[0]?.literal;
  const front = rarest(
    usable.filter(({ literal, start }) => literal === firstLiteral && start < 64),
    cost,
  );
  const behind = rarest(
    usable.filter((window) => !front || isBehind(window, front)),
    cost,
  );
  return [front, behind].filter((window) => window !== undefined);
}

function isBehind(window: Window, front: Window): boolean {
  return window.literal !== front.literal || Math.abs(window.start - front.start) >= LONG;
}

function rarest(windows: readonly Window[], cost: (window: Window) => number): Window | undefined {
  let best: Window | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const window of windows) {
    const value = cost(window);
    if (value >= bestCost) continue;
    best = window;
    bestCost = value;
  }
  return best;
}

/** Windows free of what copying changes: quote marks, escapes, line ends, runs of white space. */
function candidates(literal: Uint8Array, length: number): Window[] {
  const windows: Window[] = [];
  let clean = 0;
  for (let i = 0; i < literal.length; i++) {
    clean = isFragile(literal, i) ? 0 : clean + 1;
    if (clean >= length) windows.push({ literal, start: i - length + 1, length });
  }
  return windows;
}

/** True where a piece of one of the literals can be searched for. */
export function isSearchable(literals: readonly Uint8Array[]): boolean {
  return literals.some((literal) => candidates(literal, SHORT).length > 0);
}

function isFragile(literal: Uint8Array, at: number): boolean {
  const byte = literal[at];
  if (byte === QUOTE || byte === APOSTROPHE || byte === BACKTICK || byte === BACKSLASH) return true;
  return isSpace(byte) && (byte !== 32 || isSpace(literal[at - 1]) || isSpace(literal[at + 1]));
}

function stands({ literal, start, length }: Window, bytes: Uint8Array, at: number, end: number): boolean {
  if (at + length > end) return false;
  for (let i = SHORT; i < length; i++) if (bytes[at + i] !== literal[start + i]) return false;
  return true;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

function hash(word: number): number {
  return Math.imul(word, MULTIPLIER) >>> (32 - FILTER_BITS);
}
