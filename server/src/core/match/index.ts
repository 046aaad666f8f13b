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
const FIRST = 0x9e3779b1;
const SECOND = 0x85ebca77;
/** Bits of the filter for each piece: about three in a hundred places pass it by chance. */
const BITS_PER_PIECE = 32;

interface Window {
  readonly start: number;
  readonly length: number;
  readonly literal: Uint8Array;
}

interface Piece {
  readonly window: Window;
  readonly template: number;
}

/** Pieces of one length, found by the hash of their bytes. */
class PieceTable {
  /** One bit for each hash that some piece has; nearly all places of a text are dismissed by it. */
  readonly filter: Uint32Array;
  readonly shift: number;
  private readonly pieces = new Map<number, Piece[]>();

  constructor(pieces: readonly Piece[]) {
    const bits = Math.min(24, Math.max(10, Math.ceil(Math.log2(pieces.length * BITS_PER_PIECE + 1))));
    this.filter = new Uint32Array(1 << (bits - 5));
    this.shift = 32 - bits;
    for (const piece of pieces) this.add(piece);
  }

  /** Adds the templates whose piece stands at a place with this hash. */
  collect(hash: number, bytes: Uint8Array, at: number, end: number, hits: Hit[]): void {
    for (const { window, template } of this.pieces.get(hash) ?? []) {
      if (stands(window, bytes, at, end)) hits.push({ position: at, template });
    }
  }

  private add(piece: Piece): void {
    const { literal, start, length } = piece.window;
    const hash =
      length === LONG
        ? longHash(wordAt(literal, start), wordAt(literal, start + SHORT))
        : shortHash(wordAt(literal, start));
    const bit = hash >>> this.shift;
    this.filter[bit >>> 5] = (this.filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
    const list = this.pieces.get(hash);
    if (list) list.push(piece);
    else this.pieces.set(hash, [piece]);
  }
}

/** Finds pieces of templates in bytes. */
export class CandidateIndex {
  private readonly long: PieceTable;
  private readonly short: PieceTable;

  constructor(pieces: readonly Piece[]) {
    this.long = new PieceTable(pieces.filter(({ window }) => window.length === LONG));
    this.short = new PieceTable(pieces.filter(({ window }) => window.length === SHORT));
  }

  /** Every hit in [start, end), in order of position. */
  search(bytes: Uint8Array, start: number, end: number): Hit[] {
    const hits: Hit[] = [];
    const { long, short } = this;
    const { filter: longFilter, shift: longShift } = long;
    const { filter: shortFilter, shift: shortShift } = short;
    let word = wordAt(bytes, start);
    let next = wordAt(bytes, start + SHORT);
    for (let i = start; i + SHORT <= end; i++) {
      const first = Math.imul(word, FIRST);
      const both = (first + Math.imul(next, SECOND)) | 0;
      const longBit = both >>> longShift;
      const shortBit = first >>> shortShift;
      if (((longFilter[longBit >>> 5] ?? 0) >>> (longBit & 31)) & 1) long.collect(both, bytes, i, end, hits);
      if (((shortFilter[shortBit >>> 5] ?? 0) >>> (shortBit & 31)) & 1) short.collect(first, bytes, i, end, hits);
      word = (word >>> 8) | (next << 24);
      next = (next >>> 8) | ((bytes[i + LONG] ?? 0) << 24);
    }
    return hits;
  }
}

/** Builds the index over the literals of each template. Templates without four plain bytes in a row are left out. */
export function buildIndex(templates: readonly (readonly Uint8Array[])[]): CandidateIndex {
  const frequency = new Map<number, number>();
  for (const literals of templates) {
    for (const literal of literals) {
      for (let i = 0; i + SHORT <= literal.length; i++) {
        const word = wordAt(literal, i);
        frequency.set(word, (frequency.get(word) ?? 0) + 1);
      }
    }
  }
  return new CandidateIndex(
    templates.flatMap((literals, template) => windowsOf(literals, frequency).map((window) => ({ window, template }))),
  );
}

/** The rarest window near the front, and the rarest one behind it: text is cut at its end far more often. */
function windowsOf(literals: readonly Uint8Array[], frequency: ReadonlyMap<number, number>): Window[] {
  const all = literals.flatMap((literal) => candidates(literal, LONG));
  const usable = all.length > 0 ? all : literals.flatMap((literal) => candidates(literal, SHORT));
  const cost = (window: Window): number => {
    const words = window.length === LONG ? [window.start, window.start + SHORT] : [window.start];
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
  for (let i = 0; i < length; i++) if (bytes[at + i] !== literal[start + i]) return false;
  return true;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

function shortHash(word: number): number {
  return Math.imul(word, FIRST);
}

function longHash(word: number, next: number): number {
  return (Math.imul(word, FIRST) + Math.imul(next, SECOND)) | 0;
}
