/**
 * Which windows of a template are searched for: runs of bytes that copying leaves alone, taken where the catalog is
 * rarest. Each template has up to three: one near its front, since text is cut at its end far more often, and two apart
 * from it, for texts that are wrapped, coloured or changed in the others.
 */
import { APOSTROPHE, BACKSLASH, BACKTICK, isSpace, QUOTE, SPACE } from '../bytes';
import { gramKinds, hashLong, STRIDE, wordAt } from './grams';

/** A window of a literal. */
export interface Window {
  /** Number of the literal in its template. */
  readonly literal: number;
  /** Offset of the window in the literal. */
  readonly start: number;
  /** Place of its kind in {@link gramKinds}. */
  readonly kind: number;
}

/** Windows of shorter literals stand in too many texts; they are taken only where a template has no longer one. */
const TELLING = 12;
/** More would hardly find more texts, and each takes some thirty bytes of the index. */
const MAX_WINDOWS = 3;
/** Counters for each gram of the catalog, so that few grams share one. */
const COUNTERS_PER_GRAM = 2;
const MAX_COUNTER_BITS = 21;
/** A gram that another template has as well weighs more than any number of common words. */
const SHARED_WEIGHT = 1 << 16;
/** A third window is not worth its costs where each of its grams stands in a dozen other templates. */
const TOO_COMMON = STRIDE * 12 * SHARED_WEIGHT;

/** How often grams and words stand in a catalog. */
export interface Counts {
  readonly grams: Uint32Array;
  readonly words: Uint32Array;
  /** Takes the bits of a hash that are above the number of a counter away. */
  readonly shift: number;
}

/** Counts what stands in the literals of all templates. */
export function countGrams(templates: readonly (readonly Uint8Array[])[]): Counts {
  const length = templates.reduce((sum, literals) => sum + literals.reduce((all, text) => all + text.length, 0), 0);
  const bits = Math.min(MAX_COUNTER_BITS, Math.ceil(Math.log2(length * COUNTERS_PER_GRAM + 2)));
  const counts: Counts = { grams: new Uint32Array(1 << bits), words: new Uint32Array(1 << bits), shift: 32 - bits };
  const add = (counters: Uint32Array, at: number): void => {
    counters[at] = (counters[at] ?? 0) + 1;
  };
  for (const literals of templates) {
    for (const literal of literals) {
      for (let i = 0; i + STRIDE <= literal.length; i++) {
        const word = wordAt(literal, i);
        add(counts.words, counterOf(counts, word, 0));
        add(counts.grams, counterOf(counts, word, wordAt(literal, i + STRIDE)));
      }
    }
  }
  return counts;
}

/** True where a window of one of the literals can be searched for. */
export function isSearchable(literals: readonly Uint8Array[]): boolean {
  return kindFor(literals) < gramKinds.length;
}

/** Windows of one template; none where it has no room for the shortest kind. */
export function chooseWindows(literals: readonly Uint8Array[], counts: Counts): Window[] {
  const kind = kindFor(literals);
  const length = gramKinds[kind]?.window;
  if (length === undefined) return [];
  const usable = literals.flatMap((literal, number) => (longestRun(literal) >= length ? [number] : []));
  const telling = usable.filter((number) => (literals[number]?.length ?? 0) >= TELLING);
  const [front, ...others] = (telling.length > 0 ? telling : usable)
    .flatMap((number) => partsOf(literals[number] ?? new Uint8Array(), number, length))
    .map((part) => rarest(literals, part, kind, counts));
  if (!front) return [];
  const [second, ...more] = others.sort((a, b) => a.cost - b.cost).slice(0, MAX_WINDOWS - 1);
  const worth = [second, ...more.filter(({ cost }) => cost < TOO_COMMON)];
  return [front, ...worth].flatMap((rated) => rated?.window ?? []);
}

/** Part of a literal that one window is chosen from: no byte is in two windows, so one change spoils one window. */
interface Part {
  readonly literal: number;
  readonly start: number;
  readonly end: number;
}

/** The runs of a literal that copying leaves alone, each in as many parts as windows can be used. */
function partsOf(literal: Uint8Array, number: number, length: number): Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (let i = 0; i <= literal.length; i++) {
    if (i < literal.length && !isFragile(literal, i)) continue;
    const run = i - start;
    const count = Math.min(MAX_WINDOWS, Math.floor(run / length));
    for (let k = 0; k < count; k++) {
      const cut = (share: number): number => start + Math.floor((run * share) / count);
      parts.push({ literal: number, start: cut(k), end: cut(k + 1) });
    }
    start = i + 1;
  }
  return parts;
}

/** The longest kind for which some literal has room; the number of kinds where none has. */
function kindFor(literals: readonly Uint8Array[]): number {
  const run = literals.reduce((longest, literal) => Math.max(longest, longestRun(literal)), 0);
  const kind = gramKinds.findIndex(({ window }) => run >= window);
  return kind < 0 ? gramKinds.length : kind;
}

interface Rated {
  readonly window: Window;
  readonly cost: number;
}

/** The window of a part whose grams are rarest in the catalog. */
function rarest(literals: readonly Uint8Array[], part: Part, kind: number, counts: Counts): Rated {
  const bytes = literals[part.literal] ?? new Uint8Array();
  const last = part.end - (gramKinds[kind]?.window ?? 0);
  let best = { window: { literal: part.literal, start: part.start, kind }, cost: Number.POSITIVE_INFINITY };
  for (let start = part.start; start <= last; start++) {
    const cost = commonness(bytes, start, counts);
    if (cost < best.cost) best = { window: { ...best.window, start }, cost };
  }
  return best;
}

/** How common the grams of a window are: those shared with other templates first, then how common their words are. */
function commonness(bytes: Uint8Array, start: number, counts: Counts): number {
  let cost = 0;
  for (let at = start; at < start + STRIDE; at++) {
    const word = wordAt(bytes, at);
    const next = wordAt(bytes, at + STRIDE);
    const rarer = Math.min(
      counts.words[counterOf(counts, word, 0)] ?? 0,
      counts.words[counterOf(counts, next, 0)] ?? 0,
    );
    cost += ((counts.grams[counterOf(counts, word, next)] ?? 0) - 1) * SHARED_WEIGHT + rarer;
  }
  return cost;
}

function counterOf({ shift }: Counts, word: number, next: number): number {
  return hashLong(word, next) >>> shift;
}

/** Length of the longest run of bytes that copying leaves alone. */
function longestRun(literal: Uint8Array): number {
  let longest = 0;
  let plain = 0;
  for (let i = 0; i < literal.length; i++) {
    plain = isFragile(literal, i) ? 0 : plain + 1;
    longest = Math.max(longest, plain);
  }
  return longest;
}

/** True for what copying changes: quote marks, escapes, line ends, runs of white space. */
function isFragile(literal: Uint8Array, at: number): boolean {
  const byte = literal[at];
  if (byte === QUOTE || byte === APOSTROPHE || byte === BACKTICK || byte === BACKSLASH) return true;
  return isSpace(byte) && (byte !== SPACE || isSpace(literal[at - 1]) || isSpace(literal[at + 1]));
}
