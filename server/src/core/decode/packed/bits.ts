/** Reading bits: forwards as FSE tables are described, backwards as Huffman and FSE streams are read (RFC 8878 4.1, 4.2). */

/** The 32 bits that begin with a byte, the first byte lowest; bytes that are not there are zero. */
function wordAt(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  return low | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

/** Bits from the first byte on, the lowest bit of each byte first. */
export class ForwardBits {
  /** Bits read so far. */
  position = 0;
  constructor(
    readonly bytes: Uint8Array,
    readonly start: number,
  ) {}

  /** The next bits as a number, without taking them; up to 24. Beyond the end they are zero. */
  peek(count: number): number {
    const word = wordAt(this.bytes, this.start + (this.position >> 3));
    return (word >>> (this.position & 7)) & ((1 << count) - 1);
  }

  read(count: number): number {
    const value = this.peek(count);
    this.position += count;
    return value;
  }

  /** Offset of the byte behind the last one of which bits were read. */
  get end(): number {
    return this.start + ((this.position + 7) >> 3);
  }
}

/** Bits from the last byte back: its highest bit that is set marks the end and is none of them. */
export class BackwardBits {
  /** Bits left; below zero where more were read than are there. */
  left: number;
  constructor(readonly bytes: Uint8Array) {
    const last = bytes.at(-1) ?? 0;
    this.left = last === 0 ? 0 : 8 * bytes.length - Math.clz32(last) + 23;
  }

  /** The next bits, the first of them the highest, without taking them; up to 24. Below the first byte they are zero. */
  peek(count: number): number {
    const low = this.left - count;
    return (wordAt(this.bytes, low >> 3) >>> (low & 7)) & ((1 << count) - 1);
  }

  read(count: number): number {
    const value = this.peek(count);
    this.left -= count;
    return value;
  }
}
