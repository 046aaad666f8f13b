/** Texts by number: each once, read one by one. */
import type { Section } from './packedFile';

const WORD = 4;

/** Gathers texts. */
export class StringWriter {
  private readonly known = new Map<string, number>();

  /** Number of a text, the same for the same text. */
  of(text: string): number {
    const number = this.known.get(text) ?? this.known.size;
    this.known.set(text, number);
    return number;
  }

  /** The table as bytes: the number of texts, where each one ends behind the table, then the texts in UTF-8. */
  encode(): Uint8Array {
    const encoder = new TextEncoder();
    const texts = [...this.known.keys()].map((text) => encoder.encode(text));
    const head = new Int32Array(1 + texts.length);
    head[0] = texts.length;
    let end = 0;
    texts.forEach((text, i) => {
      end += text.length;
      head[1 + i] = end;
    });
    const bytes = new Uint8Array(head.byteLength + end);
    bytes.set(new Uint8Array(head.buffer));
    let at = head.byteLength;
    for (const text of texts) {
      bytes.set(text, at);
      at += text.length;
    }
    return bytes;
  }
}

/** Reads texts where they lie. */
export class StringReader {
  private readonly decoder = new TextDecoder();
  private readonly known = new Map<number, string>();
  private readonly count: number;

  constructor(private readonly section: Section) {
    this.count = this.wordAt(0);
  }

  /** Text of a number; empty for one that is not there. */
  at(number: number): string {
    const known = this.known.get(number);
    if (known !== undefined) return known;
    if (number < 0 || number >= this.count) return '';
    const texts = WORD * (1 + this.count);
    const start = number === 0 ? 0 : this.wordAt(number);
    const text = this.decoder.decode(this.section.read(texts + start, texts + this.wordAt(number + 1)));
    this.known.set(number, text);
    return text;
  }

  private wordAt(place: number): number {
    const bytes = this.section.read(place * WORD, (place + 1) * WORD);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getInt32(0, true);
  }
}
