/**
 * How much speaks for bytes being a msgpack object at all. Any byte but c1 begins a value, so that random bytes make objects
 * as well: each part is worth the logarithm of how much likelier it is in a message than in random bytes, in bits. The
 * likelihoods are those of vLLM's 73 labelled messages (test/corpus/decode/vllm.jsonl), rounded.
 */

import { isPrintableAscii, isUtf8, utf8 } from '../text';
import { formatOf } from './format';
import { isMinimal } from './minimal';
import { readTimestamp } from './timestamp';
import type { MsgpackNode } from './tree';
import { bodyOf, extName, extType, floatOf } from './value';
import type { WalkError } from './walk';

/** Bits from which a cut object is more than chance, and from which it fits. */
export const plausibleBits = 9;
export const fittingBits = 18;

/** Values that are weighed: what the first ones say, the rest repeats. */
const weighedLimit = 64;
/** Bytes of one text that are weighed. */
const textLimit = 64;

/** What one printable byte is worth: 95 of 256 bytes are printable. */
const printableBits = Math.log2(256 / 95);

/** Text is printable; a str that is no text is hardly written by anyone. */
function textBits(bytes: Uint8Array, node: MsgpackNode): number {
  const end = Math.min(node.end, node.body + textLimit);
  const broken = node.complete
    ? !isUtf8(bytes, node.body, node.end)
    : !isTextStart(bytes.subarray(node.body, node.end));
  if (broken) return -12;
  let bits = 0;
  for (let at = node.body; at < end; at++) {
    const byte = bytes[at] ?? 0;
    bits += byte >= 0x80 || isPrintableAscii(byte) ? printableBits : -3;
  }
  return bits;
}

/** True for UTF-8 that may end inside a character of up to four bytes. */
function isTextStart(body: Uint8Array): boolean {
  return [0, 1, 2, 3].some((cut) => cut <= body.length && utf8(body, 0, body.length - cut) !== undefined);
}

function intBits(bytes: Uint8Array, node: MsgpackNode): number {
  const head = bytes[node.start] ?? 0;
  if (head < 16) return 1;
  if (head < 0x80) return -1;
  return head >= 0xe0 ? -3 : 2;
}

/** Numbers that people compute with lie between 2^-40 and 2^41; of all exponents that is one in 25. */
function floatBits(bytes: Uint8Array, node: MsgpackNode): number {
  const size = Math.abs(floatOf(bytes, node));
  return size === 0 || (size > 2 ** -40 && size < 2 ** 41) ? 5 : -5;
}

function extBits(bytes: Uint8Array, node: MsgpackNode): number {
  const type = extType(bytes, node);
  if (type === -1) return readTimestamp(bodyOf(bytes, node)) === undefined ? -5 : 6;
  return extName(type) === undefined ? -3 : 3;
}

function mapBits(node: MsgpackNode): number {
  const keys = node.children.filter((_, i) => i % 2 === 0);
  const texts = keys.filter((key) => key.format.family === 'str').length;
  return texts - 3 * (keys.length - texts);
}

function containerBits(node: MsgpackNode): number {
  // A count of two or four bytes is rarely great: its first bytes are zero.
  const wide = node.format.width > 0 && node.count < 2 ** (8 * node.format.width - 4) ? 3 : 0;
  return (node.format.family === 'map' ? mapBits(node) : 1) + wide;
}

function nodeBits(bytes: Uint8Array, node: MsgpackNode): number {
  const { family } = node.format;
  // A length or a number in a longer format than it needs: encoders write the shortest.
  if (node.complete && !isMinimal(bytes, node)) return -6;
  if (family === 'str') return textBits(bytes, node);
  if (family === 'int') return intBits(bytes, node);
  if (family === 'float') return floatBits(bytes, node);
  if (family === 'ext') return extBits(bytes, node);
  if (family === 'array' || family === 'map') return containerBits(node);
  return family === 'nil' ? 4 : family === 'bool' ? 2 : 0;
}

/** The bits that speak for an object, of which the bytes may hold the beginning only. That it is an array or a map is worth three. */
export function evidenceBits(bytes: Uint8Array, root: MsgpackNode): number {
  const pending: MsgpackNode[] = [root];
  let bits = root.format.family === 'array' || root.format.family === 'map' ? 3 : 0;
  for (let looks = 0; looks < weighedLimit; looks++) {
    const node = pending.pop();
    if (!node) break;
    bits += nodeBits(bytes, node);
    for (let i = Math.min(node.children.length, weighedLimit) - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child) pending.push(child);
    }
  }
  return bits;
}

/** True for an object that breaks off behind a header whose length is all ones: bytes of that kind are written to exhaust a decoder. */
export function hasForgedLength(bytes: Uint8Array, error: WalkError | undefined): boolean {
  if (error?.code !== 'truncated') return false;
  const { width, fixed } = formatOf(bytes[error.nodeOffset] ?? 0);
  const end = error.nodeOffset + 1 + width;
  if (fixed >= 0 || width < 2 || end > bytes.length) return false;
  // The first of four bytes may keep the length below what a decoder refuses by itself.
  return bytes.subarray(end - Math.min(width, 3), end).every((byte) => byte === 0xff);
}

/** Elements or bytes from which a length that the bytes come nowhere near is called out. */
const hugeLength = 2 ** 24;

/** True where a header declares a length that is great, and a thousandth of it is not there. */
export function isFarFromWhole({ code, declared, available }: WalkError): boolean {
  return code === 'truncated' && declared >= hugeLength && declared > 1000 * (available + 1);
}
