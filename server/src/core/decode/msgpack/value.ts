/** What msgpack nodes hold: numbers, text, tagged JSON, and the words shown for them. */
import { beBigint, beNumber, toHex } from '../bytes';
import type { Json } from '../reading';
import { escapeBytes, oneLine, utf8 } from '../text';
import { readTimestamp } from './timestamp';
import type { MsgpackNode } from './tree';

/** Names of ext types: -1 from the specification, 1 to 3 from vLLM (vllm/v1/serial_utils.py:42-44 at 9b9fc403). */
const extNames = new Map([
  [-1, 'timestamp'],
  [1, 'PICKLE'],
  [2, 'CLOUDPICKLE'],
  [3, 'RAW_VIEW'],
]);

/** Name of an ext type, or undefined for one that only its application knows. */
export function extName(type: number): string | undefined {
  return extNames.get(type);
}

/** Type of an ext node: the signed byte before its body. */
export function extType(bytes: Uint8Array, node: MsgpackNode): number {
  return ((bytes[node.body - 1] ?? 0) << 24) >> 24;
}

/** Body of a str, bin or ext node. */
export function bodyOf(bytes: Uint8Array, node: MsgpackNode): Uint8Array {
  return bytes.subarray(node.body, node.end);
}

/** The exact number of an int node. */
export function intOf(bytes: Uint8Array, node: MsgpackNode): number | bigint {
  const head = bytes[node.start] ?? 0;
  if (node.format.width === 0) return head < 0x80 ? head : head - 256;
  if (node.format.width < 8) return narrow(bytes, node, head >= 0xd0);
  const wide = beBigint(bytes, node.start + 1, 8);
  const exact = head === 0xd3 ? BigInt.asIntN(64, wide) : wide;
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : exact;
}

function narrow(bytes: Uint8Array, node: MsgpackNode, signed: boolean): number {
  const width = node.format.width;
  const value = beNumber(bytes, node.start + 1, width);
  return signed && value >= 2 ** (8 * width - 1) ? value - 2 ** (8 * width) : value;
}

/** The number of a float node. */
export function floatOf(bytes: Uint8Array, node: MsgpackNode): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset + node.start + 1, node.format.width);
  return node.format.width === 4 ? view.getFloat32(0) : view.getFloat64(0);
}

/** Text of a str node, or undefined where it is not valid UTF-8. */
export function strOf(bytes: Uint8Array, node: MsgpackNode): string | undefined {
  return utf8(bytes, node.body, node.end);
}

/** An integer as JSON: exact, tagged beyond 2^53-1. */
export function intJson(value: number | bigint): Json {
  return typeof value === 'number' ? value : { $int: String(value) };
}

/** A float as JSON; what JSON cannot write is tagged. */
export function floatJson(value: number): Json {
  if (Number.isNaN(value)) return { $float: 'nan' };
  if (!Number.isFinite(value)) return { $float: value > 0 ? 'inf' : '-inf' };
  return Object.is(value, -0) ? { $float: '-0' } : value;
}

/** A node as tagged JSON. The tree is bounded in depth, so recursion is too. */
export function nodeJson(bytes: Uint8Array, node: MsgpackNode): Json {
  const { family } = node.format;
  if (family === 'nil') return null;
  if (family === 'bool') return bytes[node.start] === 0xc3;
  if (family === 'int') return intJson(intOf(bytes, node));
  if (family === 'float') return floatJson(floatOf(bytes, node));
  if (family === 'str') return strOf(bytes, node) ?? { $str: toHex(bodyOf(bytes, node)) };
  if (family === 'bin') return { $bin: toHex(bodyOf(bytes, node)) };
  if (family === 'ext') return extJson(bytes, node);
  if (family === 'array') return node.children.filter(isReadable).map((child) => nodeJson(bytes, child));
  return mapJson(bytes, node);
}

/** False for a str, bin or ext of which only a part is there: a part is no value. */
function isReadable(node: MsgpackNode): boolean {
  return node.complete || node.format.family === 'array' || node.format.family === 'map';
}

function extJson(bytes: Uint8Array, node: MsgpackNode): Json {
  const type = extType(bytes, node);
  const time = type === -1 ? readTimestamp(bodyOf(bytes, node)) : undefined;
  return time === undefined ? { $ext: [type, toHex(bodyOf(bytes, node))] } : { $ts: time };
}

/** Complete pairs of a map node. */
export function pairsOf(node: MsgpackNode): [MsgpackNode, MsgpackNode][] {
  const pairs: [MsgpackNode, MsgpackNode][] = [];
  for (let i = 0; i + 1 < node.children.length; i += 2) {
    const [key, value] = [node.children[i], node.children[i + 1]];
    if (key && value) pairs.push([key, value]);
  }
  return pairs;
}

/** An object where every key is a string of its own; otherwise the pairs in the order of the bytes. */
function mapJson(bytes: Uint8Array, node: MsgpackNode): Json {
  const readable = pairsOf(node).filter((pair) => pair.every(isReadable));
  const pairs = readable.map(([key, value]) => [nodeJson(bytes, key), nodeJson(bytes, value)] as const);
  const keys = new Set(pairs.map(([key]) => key));
  if (keys.size !== pairs.length || pairs.some(([key]) => typeof key !== 'string')) return { $map: pairs };
  return ownObject(pairs.map(([key, value]) => [String(key), value] as const));
}

/** An object with these keys, `__proto__` among them as a key like others. */
function ownObject(entries: readonly (readonly [string, Json])[]): Json {
  return Object.fromEntries(entries);
}

/** A node in few words. */
export function nodeText(bytes: Uint8Array, node: MsgpackNode, limit = 60): string {
  const { family } = node.format;
  if (family === 'int') return String(intOf(bytes, node));
  if (family === 'float') return floatText(floatOf(bytes, node));
  if (family === 'str') return strText(bytes, node, limit);
  if (family === 'bin') return `b'${escapeBytes(bodyOf(bytes, node), limit)}'`;
  if (family === 'ext') return extText(bytes, node, limit);
  if (family === 'array') return `array of ${node.count}`;
  if (family === 'map') return `map of ${node.count}`;
  return node.format.name;
}

function floatText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function strText(bytes: Uint8Array, node: MsgpackNode, limit: number): string {
  const text = node.complete ? strOf(bytes, node) : partialText(bytes, node);
  if (text !== undefined && !node.complete) return `"${oneLine(text, limit)}…`;
  return text === undefined
    ? `invalid UTF-8 ${escapeBytes(bodyOf(bytes, node), limit)}`
    : JSON.stringify(oneLine(text, limit));
}

/** Text that ends in the middle, perhaps of a character of up to four bytes. */
function partialText(bytes: Uint8Array, node: MsgpackNode): string | undefined {
  for (let cut = 0; cut < 4 && node.end - cut >= node.body; cut++) {
    const text = utf8(bytes, node.body, node.end - cut);
    if (text !== undefined) return text;
  }
  return undefined;
}

function extText(bytes: Uint8Array, node: MsgpackNode, limit: number): string {
  const type = extType(bytes, node);
  const time = type === -1 ? readTimestamp(bodyOf(bytes, node)) : undefined;
  if (time !== undefined) return time;
  const name = extName(type);
  return `ext ${type}${name ? ` (${name})` : ''} ${escapeBytes(bodyOf(bytes, node), limit)}`;
}
