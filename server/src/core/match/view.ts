/**
 * Text as it was meant to be read, with the place of each byte in the input: terminal codes taken out, escapes undone,
 * wrapped lines joined. Everything after the search for candidates works on views.
 */

/** Bytes of a text and where they came from. */
export class TextView {
  /**
   * @param bytes the text
   * @param origin raw offset of each byte and of the end; null: byte `i` stands at `base + i`
   * @param base raw offset of the first byte where `origin` is null
   */
  constructor(
    readonly bytes: Uint8Array,
    private readonly origin: Int32Array | null,
    private readonly base: number,
  ) {}

  get length(): number {
    return this.bytes.length;
  }

  /** Offset in the input of byte `at`; of the end for `at` = length. */
  rawAt(at: number): number {
    return this.origin ? (this.origin[at] ?? this.base) : this.base + at;
  }

  /** First position whose byte stands at or after the raw offset. */
  positionOf(raw: number): number {
    if (!this.origin) return Math.min(Math.max(raw - this.base, 0), this.length);
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.rawAt(middle) < raw) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The same bytes of a part, without copying. */
  slice(start: number, end: number): TextView {
    const origin = this.origin ? this.origin.subarray(start, end + 1) : null;
    return new TextView(this.bytes.subarray(start, end), origin, this.rawAt(start));
  }
}

/** Collects the bytes of a view. */
export class ViewBuilder {
  private bytes: Uint8Array;
  private origin: Int32Array;
  private size = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
    this.origin = new Int32Array(capacity + 1);
  }

  /** Adds one byte that stands at a raw offset. */
  push(byte: number, raw: number): void {
    if (this.size === this.bytes.length) this.grow();
    this.bytes[this.size] = byte;
    this.origin[this.size++] = raw;
  }

  /** Adds a part of another view. */
  append(view: TextView, start: number, end: number): void {
    for (let i = start; i < end; i++) this.push(view.bytes[i] ?? 0, view.rawAt(i));
  }

  get length(): number {
    return this.size;
  }

  /** The view; `rawEnd` is the raw offset of its end. */
  build(rawEnd: number): TextView {
    this.origin[this.size] = rawEnd;
    return new TextView(this.bytes.subarray(0, this.size), this.origin.subarray(0, this.size + 1), rawEnd);
  }

  private grow(): void {
    const capacity = Math.max(64, this.bytes.length * 2);
    const bytes = new Uint8Array(capacity);
    const origin = new Int32Array(capacity + 1);
    bytes.set(this.bytes);
    origin.set(this.origin);
    this.bytes = bytes;
    this.origin = origin;
  }
}
