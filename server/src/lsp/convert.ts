/**
 * All position arithmetic of the language server. The core counts bytes in logs and UTF-16 units in source; LSP counts
 * lines and UTF-16 units.
 */
import type { Range } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { ByteSpan } from '../core/match/match';

/** A half-open range of UTF-16 offsets in a text, [start, end). */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A text as the matcher takes it, and the way back. */
export interface EncodedText {
  readonly bytes: Uint8Array;
  /** UTF-16 offset of a byte offset; one inside a character gives the character’s start. */
  textOffset(byte: number): number;
  /** Byte offset of a UTF-16 offset; one inside a surrogate pair gives the pair’s start. */
  byteOffset(unit: number): number;
}

const encoder = new TextEncoder();

/** Distance between the places whose UTF-16 offset is remembered, in bytes. */
const step = 1024;

/** Encodes a text as UTF-8. A lone surrogate becomes U+FFFD, which is one unit as well, so offsets stay true. */
export function encodeText(text: string): EncodedText {
  const bytes = encoder.encode(text);
  if (bytes.length === text.length) {
    const clamp = (offset: number): number => Math.max(0, Math.min(offset, bytes.length));
    return { bytes, textOffset: clamp, byteOffset: clamp };
  }
  const marks = unitsAtSteps(bytes);
  return {
    bytes,
    textOffset: (byte) => {
      const end = Math.max(0, Math.min(byte, bytes.length));
      const mark = Math.floor(end / step);
      let units = marks[mark] ?? 0;
      for (let i = mark * step; i < end; i++) units += unitsOf(bytes[i] ?? 0);
      return isContinuation(bytes[end]) ? units - unitsOf(bytes[leadOf(bytes, end)] ?? 0) : units;
    },
    byteOffset: (unit) => {
      let mark = 0;
      for (let high = marks.length - 1; mark < high; ) {
        const middle = Math.ceil((mark + high) / 2);
        if ((marks[middle] ?? 0) <= unit) mark = middle;
        else high = middle - 1;
      }
      let units = marks[mark] ?? 0;
      let byte = leadOf(bytes, mark * step);
      if (byte < mark * step) units -= unitsOf(bytes[byte] ?? 0);
      while (byte < bytes.length) {
        units += unitsOf(bytes[byte] ?? 0);
        if (units > unit) return byte;
        byte++;
        while (isContinuation(bytes[byte])) byte++;
      }
      return bytes.length;
    },
  };
}

/** Pieces kept by a {@link TextStream}; a match reaches back far less than 128 pieces of 64 KiB. */
const keptPieces = 128;

/** A text that is encoded piece by piece, as a stream of bytes, and the way back from byte offsets of that stream. */
export class TextStream {
  #pieces: { readonly firstByte: number; readonly firstUnit: number; readonly encoded: EncodedText }[] = [];
  #bytes = 0;
  #units: number;

  /** @param base UTF-16 offset of the first piece in its document */
  constructor(base: number) {
    this.#units = base;
  }

  /** Encodes the next piece, which must not end inside a surrogate pair. */
  push(text: string): Uint8Array {
    const encoded = encodeText(text);
    this.#pieces.push({ firstByte: this.#bytes, firstUnit: this.#units, encoded });
    if (this.#pieces.length > keptPieces) this.#pieces.shift();
    this.#bytes += encoded.bytes.length;
    this.#units += text.length;
    return encoded.bytes;
  }

  /** Span of the document for a span of the stream. */
  toTextSpan(span: ByteSpan): TextSpan {
    return { start: this.#textOffset(span.start), end: this.#textOffset(span.end) };
  }

  #textOffset(byte: number): number {
    const piece = this.#pieces.findLast(({ firstByte }) => firstByte <= byte) ?? this.#pieces[0];
    return piece ? piece.firstUnit + piece.encoded.textOffset(byte - piece.firstByte) : this.#units;
  }
}

/** End of a piece of at most `length` units that begins at `start`: after a line end if there is one. */
export function pieceEnd(text: string, start: number, length: number): number {
  const limit = start + length;
  if (limit >= text.length) return text.length;
  const lineEnd = text.lastIndexOf('\n', limit - 1);
  if (lineEnd >= start) return lineEnd + 1;
  const isInPair = (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800;
  return isInPair && length > 1 ? limit - 1 : limit;
}

/** LSP range of a span of a document. */
export function toRange(document: TextDocument, span: TextSpan): Range {
  return { start: document.positionAt(span.start), end: document.positionAt(span.end) };
}

/** Span of the document that an LSP range covers. */
export function toSpan(document: TextDocument, range: Range): TextSpan {
  return { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
}

/** A byte span of `encoded`, which begins at `base` of a document, as a span of that document. */
export function byteSpanToText(encoded: EncodedText, span: ByteSpan, base: number): TextSpan {
  return { start: base + encoded.textOffset(span.start), end: base + encoded.textOffset(span.end) };
}

/** Span of a line without its end; an empty span at the end of the text for a line that does not exist. */
export function lineSpan(document: TextDocument, line: number): TextSpan {
  const start = document.offsetAt({ line, character: 0 });
  const text = document.getText();
  let end = document.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return { start, end };
}

/** Text of a span. */
export function textOf(document: TextDocument, span: TextSpan): string {
  return document.getText().slice(span.start, span.end);
}

/** Whether two spans share a unit or touch; an empty span is a cursor. */
export function touches(a: TextSpan, b: TextSpan): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** Whether the offset lies in the span; the position after its last character counts, as for a cursor. */
export function holds(span: TextSpan, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

function unitsAtSteps(bytes: Uint8Array): Uint32Array {
  const marks = new Uint32Array(Math.floor(bytes.length / step) + 1);
  let units = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (i % step === 0) marks[i / step] = units;
    units += unitsOf(bytes[i] ?? 0);
  }
  if (bytes.length % step === 0) marks[bytes.length / step] = units;
  return marks;
}

/** UTF-16 units that a byte begins: 0 for a continuation byte, 2 for the lead of four bytes (RFC 3629, section 3). */
function unitsOf(byte: number): number {
  if (isContinuation(byte)) return 0;
  return byte >= 0xf0 ? 2 : 1;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function leadOf(bytes: Uint8Array, offset: number): number {
  let lead = offset;
  while (lead > 0 && isContinuation(bytes[lead])) lead--;
  return lead;
}
