/**
 * Texts by number: each once, read one by one. A table is in blocks of {@link BLOCK} texts, each but a block’s first
 * without what it begins alike with the one before it: files and functions of one folder or class stand side by side.
 *
 * Bytes: the number of texts, and where each block begins behind these words; then for each text how many bytes it shares
 * with the one before, how many follow, and these, in UTF-8.
 */
import { NumberReader, NumberWriter } from './numbers';
import type { Section } from './packedFile';

const WORD = 4;
const BLOCK = 8;

/** Gathers texts. */
export class StringWriter {
  private readonly known = new Map<string, number>();

  /** Number of a text, the same for the same text: new ones are counted. */
  of(text: string): number {
    const number = this.known.get(text) ?? this.known.size;
    this.known.set(text, number);
    return number;
  }

  encode(): Uint8Array {
    const encoder = new TextEncoder();
    const starts: number[] = [];
    const out = new NumberWriter();
    let before: Uint8Array = new Uint8Array();
    for (const text of this.known.keys()) {
      const bytes = encoder.encode(text);
      const isFirst = starts.length * BLOCK === this.numberOf(text);
      if (isFirst) starts.push(out.length);
      const shared = isFirst ? 0 : sharedLength(before, bytes);
      out.number(shared);
      out.number(bytes.length - shared);
      out.text(bytes.subarray(shared));
      before = bytes;
    }
    const head = new Int32Array([this.known.size, ...starts]);
    const bytes = new Uint8Array(head.byteLength + out.length);
    bytes.set(new Uint8Array(head.buffer));
    bytes.set(out.encode(), head.byteLength);
    return bytes;
  }

  private numberOf(text: string): number {
    return this.known.get(text) ?? 0;
  }
}

function sharedLength(a: Uint8Array, b: Uint8Array): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

/** Reads texts where they lie. */
export class StringReader {
  private readonly decoder = new TextDecoder();
  private readonly known = new Map<number, string>();
  private readonly count: number;
  /** The text that was come by last, in its first bytes. */
  private text = new Uint8Array(256);

  constructor(private readonly section: Section) {
    this.count = wordAt(section, 0);
  }

  /** Text of a number; empty for one that is not there. */
  at(number: number): string {
    const known = this.known.get(number);
    if (known !== undefined) return known;
    if (number < 0 || number >= this.count) return '';
    const text = this.read(number);
    this.known.set(number, text);
    return text;
  }

  private read(number: number): string {
    const blocks = Math.ceil(this.count / BLOCK);
    const block = Math.floor(number / BLOCK);
    const texts = WORD * (1 + blocks);
    const start = texts + wordAt(this.section, 1 + block);
    const end = block + 1 < blocks ? texts + wordAt(this.section, 2 + block) : this.section.length;
    const bytes = this.section.read(start, end);
    const reader = new NumberReader(bytes);
    let length = 0;
    for (let i = block * BLOCK; i <= number; i++) {
      const shared = reader.number();
      const added = reader.number();
      length = shared + added;
      if (length > this.text.length) this.text = grown(this.text, length);
      this.text.set(bytes.subarray(reader.at, reader.at + added), shared);
      reader.at += added;
    }
    return this.decoder.decode(this.text.subarray(0, length));
  }
}

function grown(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(2 * length);
  longer.set(bytes);
  return longer;
}

/** A 32-bit number of a section that begins with such. */
export function wordAt(section: Section, place: number): number {
  const bytes = section.read(place * WORD, (place + 1) * WORD);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getInt32(0, true);
}
