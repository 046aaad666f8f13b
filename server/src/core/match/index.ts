/**
 * The search for candidates: one pass over the bytes finds every place that holds a piece of some template, whatever
 * the number of templates. Nearly all places are dismissed by one bit of a filter; nearly all others by comparing the
 * rest of the literal.
 */
import { choosePieces, LONG, type Piece, SHORT, wordAt } from './pieces';
import { agreesBefore, agreesBehind } from './surrounding';

/** A place that holds a piece of a template. */
export interface Hit {
  readonly position: number;
  /** Number of the template as given to {@link buildIndex}. */
  readonly template: number;
  /** True where the template’s first literal stands there from its first byte on, and no hole is before it. */
  readonly begins: boolean;
}

const FIRST = 0x9e3779b1;
const SECOND = 0x85ebca77;
/** Bits of the filter for each piece: about three in a hundred places pass it by chance. */
const BITS_PER_PIECE = 32;

/** Pieces of one length, found by the hash of their bytes. */
class PieceTable {
  /** One bit for each hash that some piece has. */
  readonly filter: Int32Array;
  readonly shift: number;
  private readonly pieces = new Map<number, Piece[]>();

  constructor(
    private readonly templates: readonly (readonly Uint8Array[])[],
    pieces: readonly Piece[],
  ) {
    const bits = Math.min(24, Math.max(10, Math.ceil(Math.log2(pieces.length * BITS_PER_PIECE + 1))));
    this.filter = new Int32Array(1 << (bits - 5));
    this.shift = 32 - bits;
    for (const piece of pieces) this.add(piece);
  }

  /** Adds the templates whose piece, and what is around it, stands at a place with this hash. */
  collect(hash: number, bytes: Uint8Array, at: number, end: number, hits: Hit[]): void {
    for (const piece of this.pieces.get(hash) ?? []) {
      const literal = this.literalOf(piece);
      if (!stands(literal, piece, bytes, at, end)) continue;
      if (!agreesBehind(literal, piece.start + piece.length, bytes, at + piece.length, end)) continue;
      const before = agreesBefore(literal, piece.start, bytes, at);
      if (before === 'differs') continue;
      hits.push({ position: at, template: piece.template, begins: piece.literal === 0 && before === 'whole' });
    }
  }

  private add(piece: Piece): void {
    const literal = this.literalOf(piece);
    const word = wordAt(literal, piece.start);
    const hash = piece.length === LONG ? longHash(word, wordAt(literal, piece.start + SHORT)) : shortHash(word);
    const bit = hash >>> this.shift;
    this.filter[bit >>> 5] = (this.filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
    const list = this.pieces.get(hash);
    if (list) list.push(piece);
    else this.pieces.set(hash, [piece]);
  }

  private literalOf({ template, literal }: Piece): Uint8Array {
    return this.templates[template]?.[literal] ?? new Uint8Array();
  }
}

/** Finds pieces of templates in bytes. */
export class CandidateIndex {
  private readonly long: PieceTable;
  private readonly short: PieceTable;

  constructor(templates: readonly (readonly Uint8Array[])[], pieces: readonly Piece[]) {
    this.long = new PieceTable(
      templates,
      pieces.filter(({ length }) => length === LONG),
    );
    this.short = new PieceTable(
      templates,
      pieces.filter(({ length }) => length === SHORT),
    );
  }

  /** Every hit in [start, end), in order of position. */
  search(bytes: Uint8Array, start: number, end: number): Hit[] {
    const hits: Hit[] = [];
    const { long, short } = this;
    const { filter: longFilter, shift: longShift } = long;
    const { filter: shortFilter, shift: shortShift } = short;
    let word = wordAt(bytes, start);
    let next = wordAt(bytes, start + SHORT);
    // The indices below are in range; `as number` keeps the engine from boxing what it would check for undefined.
    const last = Math.min(end, bytes.length - LONG);
    for (let i = start; i < last; i++) {
      const first = Math.imul(word, FIRST);
      const both = (first + Math.imul(next, SECOND)) | 0;
      const longBit = both >>> longShift;
      const shortBit = first >>> shortShift;
      if (((longFilter[longBit >>> 5] as number) >>> (longBit & 31)) & 1) long.collect(both, bytes, i, end, hits);
      if (((shortFilter[shortBit >>> 5] as number) >>> (shortBit & 31)) & 1) short.collect(first, bytes, i, end, hits);
      word = (word >>> 8) | (next << 24);
      next = (next >>> 8) | ((bytes[i + LONG] as number) << 24);
    }
    for (let i = Math.max(start, last); i + SHORT <= end; i++) {
      long.collect(longHash(wordAt(bytes, i), wordAt(bytes, i + SHORT)), bytes, i, end, hits);
      short.collect(shortHash(wordAt(bytes, i)), bytes, i, end, hits);
    }
    return hits;
  }
}

/** Builds the index over the literals of each template. */
export function buildIndex(templates: readonly (readonly Uint8Array[])[]): CandidateIndex {
  return new CandidateIndex(templates, choosePieces(templates));
}

function stands(literal: Uint8Array, { start, length }: Piece, bytes: Uint8Array, at: number, end: number): boolean {
  if (at + length > end) return false;
  for (let i = 0; i < length; i++) if (bytes[at + i] !== literal[start + i]) return false;
  return true;
}

function shortHash(word: number): number {
  return Math.imul(word, FIRST);
}

function longHash(word: number, next: number): number {
  return (Math.imul(word, FIRST) + Math.imul(next, SECOND)) | 0;
}
