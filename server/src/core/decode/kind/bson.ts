/** BSON documents: https://bsonspec.org/spec.html */
import { indexOfByte, latin1, leBigint, leNumber, toHex, u8 } from '../bytes';
import { intJson } from '../msgpack/value';
import type { Json } from '../reading';
import { oneLine, utf8 } from '../text';
import { type KindReader, leaf, type Payload } from './kind';

/** A document, and the offset behind it. */
export interface BsonDocument {
  readonly value: Json;
  readonly end: number;
}

const depthLimit = 50;
const elementLimit = 20_000;
/** Longest document: 16 MiB, MongoDB limits, and some room. */
const sizeLimit = 48_000_000;

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
    const { entries, next } = this.elements(at + 4, end - 1, depth);
    if (next !== end - 1) return undefined;
    return { value: list ? entries.map(([, value]) => value) : Object.fromEntries(entries), end };
  }

  /** The elements from an offset up to `end`, as far as they are whole; `next` is where reading stopped. */
  elements(at: number, end: number, depth: number): { entries: [string, Json][]; next: number } {
    const { bytes } = this;
    const entries: [string, Json][] = [];
    let next = at;
    while (next < end) {
      const nameEnd = indexOfByte(bytes, 0, next + 1, end + 1);
      if (nameEnd < 0 || ++this.#elements > elementLimit) break;
      const element = this.#value(u8(bytes, next), nameEnd + 1, depth);
      if (!element) break;
      entries.push([utf8(bytes, next + 1, nameEnd) ?? latin1(bytes, next + 1, nameEnd), element.value]);
      next = element.end;
    }
    return { entries, next };
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

/** A document that is cut: its length is more than the bytes, and one element at least is whole. */
function readCut({ bytes, truncated }: Payload): Json | undefined {
  const length = leNumber(bytes, 0, 4);
  if (!truncated || length <= bytes.length || length > sizeLimit) return undefined;
  const { entries } = new BsonReader(bytes).elements(4, bytes.length, 0);
  const named = entries.every(([name]) => /^[\w$. -]{1,100}$/.test(name));
  return entries.length > 0 && named ? Object.fromEntries(entries) : undefined;
}

export const bson: KindReader = {
  kinds: ['bson'],
  source: 'bsonspec.org',
  read: (payload) => {
    const { bytes } = payload;
    if (bytes.length < 5) return undefined;
    const whole = leNumber(bytes, 0, 4) === bytes.length;
    const value = whole ? readBson(bytes)?.value : readCut(payload);
    if (value === undefined) return undefined;
    const shown = oneLine(JSON.stringify(value), 200);
    return {
      kind: 'bson',
      confidence: !whole ? 'fits' : bytes.length > 5 ? 'proven' : 'weak',
      summary: `BSON document${whole ? '' : ', truncated'}: ${shown}`,
      details: [],
      fields: whole ? { value } : { partial_value: value },
      tree: [leaf(0, 4, 'length', String(leNumber(bytes, 0, 4))), leaf(4, bytes.length, 'elements', shown)],
      ...(!whole && { incomplete: true }),
    };
  },
};
