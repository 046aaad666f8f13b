/** Reads CBOR items: RFC 8949. Depth and number of items are bounded; nothing is allocated by a declared length. */
import { beBigint, beNumber, toHex, u8 } from '../bytes';
import { floatJson, intJson } from '../msgpack/value';
import type { Json } from '../reading';
import { utf8 } from '../text';

/** An item and the offset behind it. */
export interface CborItem {
  readonly value: Json;
  readonly end: number;
  /** Major type: 4 array, 5 map, 6 tag … */
  readonly major: number;
  /** Keys of the outermost map that are text. */
  readonly textKeys: number;
  /** False where the bytes end inside: the value holds what was whole. */
  readonly complete: boolean;
}

const depthLimit = 100;
const itemLimit = 50_000;

/** A head: major type, argument, offset behind it. `indefinite` has no argument. */
interface Head {
  readonly major: number;
  readonly info: number;
  readonly argument: bigint;
  readonly end: number;
}

/** `cut` where the bytes end inside of it. */
function readHead(bytes: Uint8Array, at: number): Head | 'cut' | undefined {
  const first = u8(bytes, at);
  const info = first & 31;
  if (first < 0) return 'cut';
  if (info > 27 && info < 31) return undefined;
  const width = info < 24 || info === 31 ? 0 : 2 ** (info - 24);
  if (at + 1 + width > bytes.length) return 'cut';
  const argument = width === 0 ? BigInt(info) : beBigint(bytes, at + 1, width);
  return { major: first >> 5, info, argument, end: at + 1 + width };
}

/** RFC 8949 Appendix D: half-precision floats. */
function half(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits >> 15 ? -1 : 1;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function exact(value: bigint): Json {
  const number = Number(value);
  return intJson(Number.isSafeInteger(number) ? number : value);
}

class CborReader {
  #items = 0;
  /** The bytes ended inside an item: what is open ends with them. */
  #cut = false;
  constructor(readonly bytes: Uint8Array) {}

  item(at: number, depth: number): CborItem | undefined {
    const head = readHead(this.bytes, at);
    if (head === 'cut') this.#cut = true;
    if (!head || head === 'cut' || depth > depthLimit || ++this.#items > itemLimit) return undefined;
    const value = this.#value(head, at, depth);
    return value && { ...value, major: head.major, textKeys: value.textKeys ?? 0, complete: !this.#cut };
  }

  #value(head: Head, at: number, depth: number): { value: Json; end: number; textKeys?: number } | undefined {
    const { major, info, argument, end } = head;
    if (major === 0) return info === 31 ? undefined : { value: exact(argument), end };
    if (major === 1) return info === 31 ? undefined : { value: exact(-1n - argument), end };
    if (major === 2 || major === 3) return this.#string(head, depth);
    if (major === 4) return this.#array(head, depth);
    if (major === 5) return this.#map(head, depth);
    if (major === 6) return this.#tag(head, depth);
    return this.#simple(head, at);
  }

  #string(head: Head, depth: number): { value: Json; end: number } | undefined {
    if (head.info === 31) return this.#chunks(head, depth);
    const end = head.end + Number(head.argument);
    if (end > this.bytes.length) {
      this.#cut = true;
      return undefined;
    }
    const body = this.bytes.subarray(head.end, end);
    const text = head.major === 3 ? utf8(body) : undefined;
    if (head.major === 3) return text === undefined ? undefined : { value: text, end };
    return { value: { $bin: toHex(body) }, end };
  }

  /** Indefinite length: definite strings of the same type up to ff. */
  #chunks(head: Head, depth: number): { value: Json; end: number } | undefined {
    let at = head.end;
    let text = '';
    while (u8(this.bytes, at) !== 0xff) {
      const chunk = u8(this.bytes, at) >> 5 === head.major ? this.item(at, depth + 1) : undefined;
      if (!chunk) return undefined;
      text += typeof chunk.value === 'string' ? chunk.value : Object.values(chunk.value ?? {}).join('');
      at = chunk.end;
    }
    return { value: head.major === 3 ? text : { $bin: text }, end: at + 1 };
  }

  #array(head: Head, depth: number): { value: Json; end: number } | undefined {
    const list: Json[] = [];
    let at = head.end;
    while (!this.#cut && (head.info === 31 ? u8(this.bytes, at) !== 0xff : list.length < head.argument)) {
      const item = this.item(at, depth + 1);
      if (!item && !this.#cut) return undefined;
      if (item) list.push(item.value);
      at = item?.end ?? this.bytes.length;
    }
    return { value: list, end: head.info === 31 && !this.#cut ? at + 1 : at };
  }

  #map(head: Head, depth: number): { value: Json; end: number; textKeys: number } | undefined {
    const pairs: [Json, Json][] = [];
    let at = head.end;
    while (!this.#cut && (head.info === 31 ? u8(this.bytes, at) !== 0xff : pairs.length < head.argument)) {
      const key = this.item(at, depth + 1);
      const value = key && this.item(key.end, depth + 1);
      if ((!key || !value) && !this.#cut) return undefined;
      if (key && value) pairs.push([key.value, value.value]);
      at = value?.end ?? this.bytes.length;
    }
    const texts = new Set(pairs.map(([key]) => key).filter((key) => typeof key === 'string'));
    const plain = texts.size === pairs.length;
    const value: Json = plain ? Object.fromEntries(pairs) : { $map: pairs };
    return { value, end: head.info === 31 && !this.#cut ? at + 1 : at, textKeys: texts.size };
  }

  /** The value inside a tag; a tag on something else than the self-described mark is kept. */
  #tag(head: Head, depth: number): { value: Json; end: number; textKeys: number } | undefined {
    const item = head.info === 31 ? undefined : this.item(head.end, depth + 1);
    if (!item) return undefined;
    const value: Json = head.argument === 55_799n ? item.value : { $tag: [exact(head.argument), item.value] };
    return { value, end: item.end, textKeys: item.textKeys };
  }

  #simple(head: Head, at: number): { value: Json; end: number } | undefined {
    const { info, end } = head;
    if (info === 20 || info === 21) return { value: info === 21, end };
    if (info === 22 || info === 23) return { value: null, end };
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset);
    if (info === 25) return { value: floatJson(half(beNumber(this.bytes, at + 1, 2))), end };
    if (info === 26) return { value: floatJson(view.getFloat32(at + 1)), end };
    if (info === 27) return { value: floatJson(view.getFloat64(at + 1)), end };
    return info === 31 ? undefined : { value: { $simple: Number(head.argument) }, end };
  }
}

/** The item at the start of the bytes, also one in which they end; undefined where they hold none. */
export function readCbor(bytes: Uint8Array): CborItem | undefined {
  return new CborReader(bytes).item(0, 0);
}
