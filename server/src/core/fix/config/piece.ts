/** Text as a program gets it, taken out of a file by quoting rules, with where each unit of it stands in the file. */

/** A text with its places. Offsets are UTF-16 units of the file. */
export interface Piece {
  readonly text: string;
  /** Offset where what is written for the unit at an index begins. */
  from(index: number): number;
  /** Offset behind what is written for the unit at an index. */
  to(index: number): number;
}

/** The part of a file from an offset on, as it stands there. */
export function plainPiece(text: string, start: number): Piece {
  return { text, from: (index) => start + index, to: (index) => start + index + 1 };
}

/** A part of a piece, by indexes of its text. */
export function partOf(piece: Piece, start: number, end = piece.text.length): Piece {
  const text = piece.text.slice(start, end);
  return { text, from: (index) => piece.from(start + index), to: (index) => piece.to(start + index) };
}

/** Collects a piece unit by unit. */
export class PieceBuilder {
  private readonly units: string[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  /** Adds what [from, to) of the file stands for; all units of a longer text have the same place. */
  add(text: string, from: number, to: number): void {
    for (let index = 0; index < text.length; index++) {
      this.units.push(text[index] ?? '');
      this.starts.push(from);
      this.ends.push(to);
    }
  }

  /** Adds a unit of another piece as it is. */
  copy(piece: Piece, index: number): void {
    this.add(piece.text[index] ?? '', piece.from(index), piece.to(index));
  }

  /** Adds another piece as it is. */
  copyAll(piece: Piece): void {
    for (let index = 0; index < piece.text.length; index++) this.copy(piece, index);
  }

  /** The piece; `empty` is where one without a unit stands. */
  build(empty: number): Piece {
    const { starts, ends } = this;
    const last = ends.at(-1) ?? empty;
    return {
      text: this.units.join(''),
      from: (index) => starts[index] ?? last,
      to: (index) => ends[index] ?? last,
    };
  }
}
