/** Numbers as bytes: seven bits a byte, the lowest first (LEB128, as in the DWARF standard). */

/** Gathers numbers. */
export class NumberWriter {
  private readonly bytes: number[] = [];

  /** Bytes so far. */
  get length(): number {
    return this.bytes.length;
  }

  byte(value: number): void {
    this.bytes.push(value);
  }

  /** Adds a whole number of up to 32 bits. */
  number(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.bytes.push((rest & 127) | 128);
      rest >>>= 7;
    }
    this.bytes.push(rest);
  }

  /** Adds a number of up to 31 bits and either sign: the sign is the lowest bit. */
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Adds the distance of the first number from `before`, and of each other one from that before it; none is negative. */
  distances(values: readonly number[], before: number): void {
    let last = before;
    for (const value of values) {
      this.number(value - last);
      last = value;
    }
  }

  text(bytes: Uint8Array): void {
    for (const byte of bytes) this.bytes.push(byte);
  }

  encode(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }
}

/** Reads numbers one after the other; behind the end all are 0. */
export class NumberReader {
  constructor(
    private readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  /** True where more was read than there is. */
  get isBehind(): boolean {
    return this.at > this.bytes.length;
  }

  number(): number {
    let byte = this.bytes[this.at++] ?? 0;
    let value = byte & 127;
    for (let shift = 7; byte > 127 && shift < 35; shift += 7) {
      byte = this.bytes[this.at++] ?? 0;
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  }

  signed(): number {
    const value = this.number();
    return (value & 1) === 1 ? -((value + 1) / 2) : value / 2;
  }
}
