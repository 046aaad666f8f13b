/** BSON documents: https://bsonspec.org/spec.html */
import { indexOfByte, latin1, leBigint, leNumber, toHex, u8 } from '../bytes';
import { intJson } from '../msgpack/value';
import type { Json } from '../reading';
import { oneLine, utf8 } from '../text';
import { type KindReader, leaf } from './kind';

/** A document, and the offset behind it. */
export interface BsonDocument {
  readonly value: Json;
  readonly end: number;
}

const depthLimit = 50;
const elementLimit = 20_000;

/** An element's value and the offset behind it; undefined where the bytes are no such value. */
type Value = { readonly value: Json; readonly end: number } | undefined;

function fixed(bytes: Uint8Array, at: number, width: number, value: () => Json): Value {
  return at + width <= bytes.length ? { value: value(), end: at + width } : undefined;
}

function doubleAt(bytes: Uint8Array, at: number): Json {
  const value = new DataView(bytes.buffer, bytes.byteOffset + at, 8).getFloat64(0, true);
  return Number.isFinite(value) ? value : { $float: String(value) };
}

function stringAt(bytes: Uint8Array, at: number): Value {
  const length = leNumber(bytes, at, 4);
  const end = at + 4 + length;
  if (length < 1 || end > bytes.length || u8(bytes, end - 1) !== 0) return undefined;
  return { value: utf8(bytes, at + 4, end - 1) ?? { $str: toHex(bytes.subarray(at + 4, end - 1)) }, end };
}

function int64At(bytes: Uint8Array, at: number): Json {
  const value = BigInt.asIntN(64, leBigint(bytes, at, 8));
  const number = Number(value);
  return intJson(Number.isSafeInteger(number) ? number : value);
}

function binaryAt(bytes: Uint8Array, at: number): Value {
  const length = leNumber(bytes, at, 4);
  const end = at + 5 + length;
  return length < 0 || end > bytes.length ? undefined : { value: { $bin: toHex(bytes.subarray(at + 5, end)) }, end };
}

/** Reads documents up to a number of elements, so that nesting costs no more than the bytes. */
class BsonReader {
  #elements = 0;
  constructor(readonly bytes: Uint8Array) {}

  document(at: number, depth: number, list: boolean): Value {
    const { bytes } = this;
    const length = leNumber(bytes, at, 4);
    const end = at + length;
    if (length < 5 || end > bytes.length || u8(bytes, end - 1) !== 0 || depth > depthLimit) return undefined;
    const entries: [string, Json][] = [];
    let next = at + 4;
    while (next < end - 1) {
      const nameEnd = indexOfByte(bytes, 0, next + 1, end);
      if (nameEnd < 0 || ++this.#elements > elementLimit) return undefined;
      const element = this.#value(u8(bytes, next), nameEnd + 1, depth);
      if (!element) return undefined;
      entries.push([utf8(bytes, next + 1, nameEnd) ?? latin1(bytes, next + 1, nameEnd), element.value]);
      next = element.end;
    }
    if (next !== end - 1) return undefined;
    return { value: list ? entries.map(([, value]) => value) : Object.fromEntries(entries), end };
  }

  #value(type: number, at: number, depth: number): Value {
    const { bytes } = this;
    if (type === 0x03 || type === 0x04) return this.document(at, depth + 1, type === 0x04);
    if (type === 0x01) return fixed(bytes, at, 8, () => doubleAt(bytes, at));
    if (type === 0x02 || type === 0x0d || type === 0x0e) return stringAt(bytes, at);
    if (type === 0x05) return binaryAt(bytes, at);
    if (type === 0x07) return fixed(bytes, at, 12, () => ({ $oid: toHex(bytes.subarray(at, at + 12)) }));
    if (type === 0x08) return fixed(bytes, at, 1, () => u8(bytes, at) === 1);
    if (type === 0x0a || type === 0x06) return { value: null, end: at };
    if (type === 0x10) return fixed(bytes, at, 4, () => leNumber(bytes, at, 4) | 0);
    if (type === 0x09 || type === 0x11 || type === 0x12) return fixed(bytes, at, 8, () => int64At(bytes, at));
    return undefined;
  }
}

/** The document at the start of the bytes, or undefined where they hold none. */
export function readBson(bytes: Uint8Array): BsonDocument | undefined {
  return new BsonReader(bytes).document(0, 0, false);
}

export const bson: KindReader = {
  kinds: ['bson'],
  source: 'bsonspec.org',
  read: ({ bytes }) => {
    if (bytes.length < 5 || leNumber(bytes, 0, 4) !== bytes.length) return undefined;
    const document = readBson(bytes);
    if (!document) return undefined;
    return {
      kind: 'bson',
      confidence: bytes.length > 5 ? 'proven' : 'weak',
      summary: `BSON document: ${oneLine(JSON.stringify(document.value), 160)}`,
      details: [],
      fields: { value: document.value },
      tree: [
        leaf(0, 4, 'length', String(bytes.length)),
        leaf(4, bytes.length, 'elements', oneLine(JSON.stringify(document.value), 200)),
      ],
    };
  },
};
