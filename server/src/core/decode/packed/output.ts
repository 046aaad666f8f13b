/** Where a decompressor writes: it never holds more than a limit, whatever the packed data says. */

/** Unpacked bytes up to a limit. A reference may reach back as far as there is output. */
export class Output {
  readonly #bytes: Uint8Array;
  #length = 0;

  constructor(limit: number) {
    this.#bytes = new Uint8Array(limit);
  }

  get full(): boolean {
    return this.#length >= this.#bytes.length;
  }

  literals(from: Uint8Array): void {
    const part = from.subarray(0, this.#bytes.length - this.#length);
    this.#bytes.set(part, this.#length);
    this.#length += part.length;
  }

  /** The same byte again and again. */
  run(byte: number, length: number): void {
    const end = Math.min(this.#bytes.length, this.#length + length);
    this.#bytes.fill(byte, this.#length, end);
    this.#length = end;
  }

  /** Copies what stands `offset` bytes back, byte by byte, since a match may overlap what it writes; false where nothing stands there. */
  match(offset: number, length: number): boolean {
    if (offset === 0 || offset > this.#length) return false;
    for (let i = 0; i < length && !this.full; i++) {
      this.#bytes[this.#length] = this.#bytes[this.#length - offset] ?? 0;
      this.#length++;
    }
    return true;
  }

  /** All that was written. */
  taken(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
