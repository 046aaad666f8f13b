/**
 * Grams: runs of bytes by which windows of templates are found. A text is looked at every {@link STRIDE} bytes only, so
 * a window registers one gram for each way in which it can lie on that grid: whatever the way, exactly one of its grams
 * begins at a place that is looked at.
 */

/** Bytes from one place that is looked at to the next: one 32-bit word. */
export const STRIDE = 4;

/** A kind of window by how much text it needs. `window` is always `gram + STRIDE - 1`. */
export interface GramKind {
  /** Bytes of one gram. */
  readonly gram: number;
  /** Bytes of a window. */
  readonly window: number;
  /** Hash of the gram that begins with these two words, first byte lowest. */
  hash(word: number, next: number): number;
}

const FIRST = 0x9e3779b1;
const SECOND = 0x85ebca77;
const THIRD = 0x27d4eb2f;

/** Hash of one word: what grams of every kind begin with. */
export function hashWord(word: number): number {
  return Math.imul(word, FIRST);
}

/** Hash of eight bytes. */
export function hashLong(word: number, next: number): number {
  return (Math.imul(word, FIRST) + Math.imul(next, SECOND)) | 0;
}

/** Kinds from the longest to the shortest; a template uses the first one for which it has room. */
export const gramKinds: readonly [GramKind, GramKind, GramKind] = [
  { gram: 8, window: 11, hash: hashLong },
  { gram: 5, window: 8, hash: (word, next) => hashLong(word, next & 255) },
  { gram: 4, window: 7, hash: hashWord },
];

/** Four bytes as one number, the first one lowest; bytes beyond the end count as 0. */
export function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

/** Hash of a window by the words at its begin, behind them, and at its end; windows of kinds but the first have no third. */
function hashWindow(word: number, next: number, last: number): number {
  return mixed((hashLong(word, next) + Math.imul(last, THIRD)) | 0);
}

/** Hash of the window of a kind that begins at a place. */
export function windowHashAt(bytes: Uint8Array, at: number, kind: number): number {
  if (kind === 0) return hashWindow(wordAt(bytes, at), wordAt(bytes, at + 4), wordAt(bytes, at + 7));
  return hashWindow(wordAt(bytes, at), wordAt(bytes, at + (kind === 1 ? 4 : 3)), 0);
}

/** Spreads a hash over all its bits (a finalizer in the manner of MurmurHash3). */
function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 15), FIRST);
  return half ^ (half >>> 13);
}
