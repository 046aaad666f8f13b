/**
 * Lines of a file too large to hold, as an editor counts them: they end at LF, CR or both. The file is cut into blocks of
 * whole lines; where a block begins and which line that is are all that is kept.
 */

/** How the bytes of a file are text. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Where the lines of a file are. */
export interface LineIndex {
  readonly encoding: Encoding;
  /** Bytes of the file. */
  readonly size: number;
  readonly lineCount: number;
  /** Offset of each block’s first byte, a mark of the byte order at the start of the file left out; never empty. */
  readonly starts: Float64Array;
  /** Zero-based number of each block’s first line. */
  readonly firstLines: Float64Array;
}

/** Bytes after which a block ends with its line. */
const blockLength = 1 << 16;

const LF = 10;
const CR = 13;

/** Counts the lines of a file while its bytes come by. */
export class LineCounter {
  #head: Uint8Array | undefined = new Uint8Array();
  #encoding: Encoding = 'utf-8';
  #starts: number[] = [];
  #firstLines: number[] = [];
  #size = 0;
  #line = 0;
  /** The byte before was a CR; whether its line ends there or after an LF is not known yet. */
  #afterCr = false;
  /** Byte of a UTF-16 unit whose other byte has not come; -1: none. */
  #half = -1;

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    if (this.#head) {
      this.#head = joined(this.#head, chunk);
      if (this.#head.length >= 3) this.#begin(this.#head);
    } else this.#take(chunk);
  }

  /** What is known once all bytes have come. */
  end(): LineIndex {
    if (this.#head) this.#begin(this.#head);
    if (this.#afterCr) this.#startLine(this.#size);
    return {
      encoding: this.#encoding,
      size: this.#size,
      lineCount: this.#line + 1,
      starts: Float64Array.from(this.#starts),
      firstLines: Float64Array.from(this.#firstLines),
    };
  }

  /** The first bytes may be a mark of the byte order (Unicode 15, section 23.8). */
  #begin(head: Uint8Array): void {
    this.#head = undefined;
    const [a, b, c] = head;
    if (a === 0xff && b === 0xfe) this.#encoding = 'utf-16le';
    if (a === 0xfe && b === 0xff) this.#encoding = 'utf-16be';
    const mark = this.#encoding === 'utf-8' ? (a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0) : 2;
    this.#size = mark;
    this.#starts.push(mark);
    this.#firstLines.push(0);
    this.#take(head.subarray(mark));
  }

  #take(chunk: Uint8Array): void {
    if (this.#encoding === 'utf-8') this.#takeBytes(chunk);
    else this.#takeUnits(chunk, this.#encoding === 'utf-16le' ? 0 : 1);
  }

  #takeBytes(chunk: Uint8Array): void {
    const base = this.#size;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      // Most bytes are neither, so one comparison has to be enough for them.
      if (byte === undefined || (byte > CR && !this.#afterCr)) continue;
      this.#look(byte, base + i, 1);
    }
    this.#size = base + chunk.length;
  }

  #takeUnits(chunk: Uint8Array, low: 0 | 1): void {
    for (const byte of chunk) {
      const first = this.#half;
      this.#half = first < 0 ? byte : -1;
      this.#size++;
      if (first < 0) continue;
      const unit = low === 0 ? first + byte * 256 : byte + first * 256;
      this.#look(unit, this.#size - 2, 2);
    }
  }

  #look(unit: number, at: number, width: number): void {
    if (this.#afterCr) {
      this.#afterCr = false;
      this.#startLine(unit === LF ? at + width : at);
      if (unit === LF) return;
    }
    if (unit === LF) this.#startLine(at + width);
    else if (unit === CR) this.#afterCr = true;
  }

  #startLine(at: number): void {
    this.#line++;
    if (at - (this.#starts.at(-1) ?? 0) < blockLength) return;
    this.#starts.push(at);
    this.#firstLines.push(this.#line);
  }
}

/** Number of the block that holds a value of a sorted list: the last one that begins at or before it. */
export function blockOf(begins: Float64Array, value: number): number {
  let low = 0;
  for (let high = begins.length - 1; low < high; ) {
    const middle = Math.ceil((low + high) / 2);
    if ((begins[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Bytes [start, end) of a block. */
export function blockSpan({ starts, size }: LineIndex, block: number): { start: number; end: number } {
  return { start: starts[block] ?? size, end: starts[block + 1] ?? size };
}

/** The text of bytes; what is no text becomes U+FFFD, as in an editor. */
export function decodeBytes(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

/** Lines of a text, without their ends. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** A place as an editor names it, both numbers from 0. */
export interface Place {
  readonly line: number;
  /** UTF-16 units. */
  readonly character: number;
}

/** The place of a byte offset. `read` gives the bytes of a span of the file. */
export function placeOf(index: LineIndex, offset: number, read: (start: number, end: number) => Uint8Array): Place {
  const block = blockOf(index.starts, offset);
  const { start } = blockSpan(index, block);
  const before = splitLines(decodeBytes(read(start, Math.max(start, offset)), index.encoding));
  return { line: (index.firstLines[block] ?? 0) + before.length - 1, character: before.at(-1)?.length ?? 0 };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
