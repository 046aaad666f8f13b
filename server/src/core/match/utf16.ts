/** Streams in UTF-16 (Windows consoles and PowerShell redirections write them), turned into UTF-8 chunk by chunk. */
import { encode } from './bytes';

/** Order of the two bytes of a unit. */
export type ByteOrder = 'little' | 'big';

/** The byte order that a byte order mark states; undefined for any other beginning. */
export function byteOrderOf(bytes: Uint8Array): ByteOrder | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'little';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'big' : undefined;
}

/** Turns UTF-16 into UTF-8, whatever the chunks. */
export class Utf16Reader {
  /** A unit or pair that the next chunk completes. */
  private rest = new Uint8Array();

  constructor(private readonly order: ByteOrder) {}

  /** UTF-8 of all complete characters so far. A lone surrogate becomes U+FFFD. */
  read(chunk: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(this.rest.length + chunk.length);
    bytes.set(this.rest);
    bytes.set(chunk, this.rest.length);
    let whole = bytes.length & ~1;
    if (whole >= 2 && isHighSurrogate(this.unit(bytes, whole - 2))) whole -= 2;
    this.rest = bytes.slice(whole);
    return this.encode(bytes, whole);
  }

  /** UTF-8 of what is left at the end of the stream. */
  end(): Uint8Array {
    const rest = this.encode(this.rest, this.rest.length & ~1);
    this.rest = new Uint8Array();
    return rest;
  }

  private encode(bytes: Uint8Array, end: number): Uint8Array {
    const pieces: string[] = [];
    for (let i = 0; i < end; i += 2) pieces.push(String.fromCharCode(this.unit(bytes, i)));
    return encode(pieces.join(''));
  }

  private unit(bytes: Uint8Array, at: number): number {
    const a = bytes[at] ?? 0;
    const b = bytes[at + 1] ?? 0;
    return this.order === 'little' ? a | (b << 8) : (a << 8) | b;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
