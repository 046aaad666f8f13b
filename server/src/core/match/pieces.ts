/**
 * Which pieces of a template are searched for. A piece is a window of eight bytes of a literal (four where there is no
 * longer one), taken where the catalog is rarest. Each template has two: one near its front, since text is cut at its
 * end far more often, and one elsewhere, for texts wrapped or changed in the first.
 */
import { APOSTROPHE, BACKSLASH, BACKTICK, isSpace, QUOTE, SPACE } from './bytes';

/** A window of a literal. */
export interface Piece {
  /** Number of the template. */
  readonly template: number;
  /** Number of the literal in its template. */
  readonly literal: number;
  /** Offset of the window in the literal. */
  readonly start: number;
  readonly length: number;
}

/** Length of a piece, and of one in a template that has no room for that. */
export const LONG = 8;
export const SHORT = 4;

/** How far into its literal the front piece is looked for. */
const FRONT = 64;
/** Pieces of shorter literals stand in too many texts; they are taken only where a template has no longer one. */
const TELLING = 12;
const COUNTER_BITS = 18;

/** Pieces for all templates, each given by its literals. A template without four plain bytes in a row has none. */
export function choosePieces(templates: readonly (readonly Uint8Array[])[]): Piece[] {
  const counts = countWords(templates);
  return templates.flatMap((literals, template) => piecesOf(literals, template, counts));
}

/** True where a piece of one of the literals can be searched for. */
export function isSearchable(literals: readonly Uint8Array[]): boolean {
  return literals.some((literal) => hasWindow(literal, SHORT));
}

/** Four bytes as one number, the first one lowest; bytes beyond the end count as 0. */
export function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

function piecesOf(literals: readonly Uint8Array[], template: number, counts: Uint32Array): Piece[] {
  const length = literals.some((literal) => hasWindow(literal, LONG)) ? LONG : SHORT;
  const usable = literals.flatMap((literal, number) => (hasWindow(literal, length) ? [number] : []));
  const telling = usable.filter((number) => (literals[number]?.length ?? 0) >= TELLING);
  const chosen = telling.length > 0 ? telling : usable;
  const source: Source = { literals, template, length, counts };
  const front = rarest(source, chosen.slice(0, 1), (_, start) => start < FRONT);
  const behind = rarest(source, chosen, (literal, start) => {
    return front === undefined || literal !== front.literal || Math.abs(start - front.start) >= LONG;
  });
  return [front, behind].filter((piece) => piece !== undefined);
}

interface Source {
  readonly literals: readonly Uint8Array[];
  readonly template: number;
  readonly length: number;
  readonly counts: Uint32Array;
}

/** The piece of the given literals that is rarest in the catalog. */
function rarest(
  { literals, template, length, counts }: Source,
  numbers: readonly number[],
  isWanted: (literal: number, start: number) => boolean,
): Piece | undefined {
  let best: Piece | undefined;
  let bestCount = Number.POSITIVE_INFINITY;
  for (const literal of numbers) {
    const bytes = literals[literal] ?? new Uint8Array();
    let plain = 0;
    for (let i = 0; i < bytes.length; i++) {
      plain = isFragile(bytes, i) ? 0 : plain + 1;
      const start = i - length + 1;
      if (plain < length || !isWanted(literal, start)) continue;
      const count = windowCount(bytes, start, length, counts);
      if (count >= bestCount) continue;
      bestCount = count;
      best = { template, literal, start, length };
    }
  }
  return best;
}

/** How often the rarer half of a window stands in the catalog. */
function windowCount(bytes: Uint8Array, start: number, length: number, counts: Uint32Array): number {
  const front = counts[counterOf(wordAt(bytes, start))] ?? 0;
  return length === SHORT ? front : Math.min(front, counts[counterOf(wordAt(bytes, start + SHORT))] ?? 0);
}

function countWords(templates: readonly (readonly Uint8Array[])[]): Uint32Array {
  const counts = new Uint32Array(1 << COUNTER_BITS);
  for (const literal of templates.flat()) {
    for (let i = 0; i + SHORT <= literal.length; i++) {
      const counter = counterOf(wordAt(literal, i));
      counts[counter] = (counts[counter] ?? 0) + 1;
    }
  }
  return counts;
}

function counterOf(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> (32 - COUNTER_BITS);
}

function hasWindow(literal: Uint8Array, length: number): boolean {
  let plain = 0;
  for (let i = 0; i < literal.length; i++) {
    plain = isFragile(literal, i) ? 0 : plain + 1;
    if (plain >= length) return true;
  }
  return false;
}

/** True for what copying changes: quote marks, escapes, line ends, runs of white space. */
function isFragile(literal: Uint8Array, at: number): boolean {
  const byte = literal[at];
  if (byte === QUOTE || byte === APOSTROPHE || byte === BACKTICK || byte === BACKSLASH) return true;
  return isSpace(byte) && (byte !== SPACE || isSpace(literal[at - 1]) || isSpace(literal[at + 1]));
}
