/**
 * Which windows of a template are searched for: runs of bytes that copying leaves alone, taken where the catalog is
 * rarest. Each template has two: one near its front, since text is cut at its end far more often, and one elsewhere,
 * for texts that are wrapped, coloured or changed in the first.
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

/** How far into its literal the front window is looked for. */
const FRONT = 64;
/** Windows of shorter literals stand in too many texts; they are taken only where a template has no longer one. */
const TELLING = 12;
/** Counters for each gram of the catalog, so that few grams share one. */
const COUNTERS_PER_GRAM = 2;
const MAX_COUNTER_BITS = 21;
/** A gram that another template has as well weighs more than any number of common words. */
const SHARED_WEIGHT = 1 << 16;

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
  const chosen = telling.length > 0 ? telling : usable;
  const front = rarest(literals, chosen.slice(0, 1), kind, counts, (_, start) => start < FRONT);
  const behind = rarest(literals, chosen, kind, counts, (literal, start) => {
    return front === undefined || literal !== front.literal || Math.abs(start - front.start) >= length;
  });
  return [front, behind].filter((window) => window !== undefined);
}

/** The longest kind for which some literal has room; the number of kinds where none has. */
function kindFor(literals: readonly Uint8Array[]): number {
  const run = literals.reduce((longest, literal) => Math.max(longest, longestRun(literal)), 0);
  const kind = gramKinds.findIndex(({ window }) => run >= window);
  return kind < 0 ? gramKinds.length : kind;
}

/** The window among the given literals whose grams are rarest in the catalog. */
function rarest(
  literals: readonly Uint8Array[],
  numbers: readonly number[],
  kind: number,
  counts: Counts,
  isWanted: (literal: number, start: number) => boolean,
): Window | undefined {
  const length = gramKinds[kind]?.window ?? 0;
  let best: Window | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const literal of numbers) {
    const bytes = literals[literal] ?? new Uint8Array();
    let plain = 0;
    for (let i = 0; i < bytes.length; i++) {
      plain = isFragile(bytes, i) ? 0 : plain + 1;
      const start = i - length + 1;
      if (plain < length || !isWanted(literal, start)) continue;
      const cost = commonness(bytes, start, counts);
      if (cost >= least) continue;
      least = cost;
      best = { literal, start, kind };
    }
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
