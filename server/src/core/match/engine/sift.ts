/**
 * The hot loop: of all places of a text it keeps the few at which a gram of some template may begin. It costs the same
 * however many templates there are, as long as the filters fit the processor’s caches.
 */
import { hashLong, hashWord } from './grams';

/** The filters of an index, with the shifts that pick a word and its bits from a hash. */
export interface Filters {
  readonly long: Int32Array;
  readonly longShift: number;
  readonly words: Int32Array;
  readonly wordShift: number;
}

/** Words looked at in one go. */
export const BLOCK_WORDS = 1 << 14;
/** Words after a block that its last grams reach into. */
export const OVERLAP_WORDS = 2;

/**
 * Writes to `places` every `i` in [0, count) where the words at `i` pass a filter; gives their number.
 *
 * Invariants that keep it fast: `places` has room for `count` numbers, so that a place is written whether it is kept or
 * not and no branch depends on the text; nothing is called, allocated or checked; `as number` keeps the engine from
 * boxing what `noUncheckedIndexedAccess` would call undefined. `words` holds `count + OVERLAP_WORDS` words.
 */
export function sift(words: Int32Array, count: number, filters: Filters, places: Int32Array): number {
  const { long, longShift, words: short, wordShift } = filters;
  const firstBit = longShift - 5;
  const secondBit = longShift - 10;
  const wordBit = wordShift - 5;
  let kept = 0;
  let word = words[0] as number;
  for (let i = 0; i < count; i++) {
    const next = words[i + 1] as number;
    const first = hashWord(word);
    const both = hashLong(word, next);
    const bits = long[both >>> longShift] as number;
    const wordBits = short[first >>> wordShift] as number;
    places[kept] = i;
    kept +=
      (((bits >>> (both >>> firstBit)) & (bits >>> (both >>> secondBit))) | (wordBits >>> (first >>> wordBit))) & 1;
    word = next;
  }
  return kept;
}

/** True where the bits of a long gram’s hash are set. */
export function passesLong({ long, longShift }: Filters, hash: number): boolean {
  const bits = long[hash >>> longShift] as number;
  return ((bits >>> (hash >>> (longShift - 5))) & (bits >>> (hash >>> (longShift - 10))) & 1) === 1;
}

/** True where the bit of a word’s hash is set. */
export function passesWord({ words, wordShift }: Filters, hash: number): boolean {
  return (((words[hash >>> wordShift] as number) >>> (hash >>> (wordShift - 5))) & 1) === 1;
}

/** Shift that picks the word of a hash in a filter. */
export function shiftOf(filter: Int32Array): number {
  return 32 - Math.round(Math.log2(filter.length));
}
