/** xz: header, first block, index and footer of a stream, which tell how it was packed and how much is inside: xz file format 1.1. */
import { hasHex, leNumber, u8 } from '../bytes';
import { crc32 } from '../packed/crc32';
import type { Json, ReadingNode } from '../reading';
import { count } from '../text';
import { packed } from './compressed';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

/** Checks of the content by their number (2.1.1.2). */
const checks = new Map([
  [0, 'none'],
  [1, 'CRC32'],
  [4, 'CRC64'],
  [10, 'SHA-256'],
]);

/** Filters by their number (5.3). */
const filters = new Map([
  [0x03, 'Delta'],
  [0x04, 'BCJ x86'],
  [0x05, 'BCJ PowerPC'],
  [0x06, 'BCJ IA-64'],
  [0x07, 'BCJ ARM'],
  [0x08, 'BCJ ARM-Thumb'],
  [0x09, 'BCJ SPARC'],
  [0x0a, 'BCJ ARM64'],
  [0x0b, 'BCJ RISC-V'],
  [0x21, 'LZMA2'],
]);

const headerSize = 12;
/** More blocks are not counted. */
const blockLimit = 100_000;

/** A number of up to nine bytes of seven bits, least first (1.2); `end` is -1 where the bytes end before. */
function multibyte(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  for (let i = 0; i < 9; i++) {
    const byte = u8(bytes, at + i);
    if (byte < 0) break;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, end: at + i + 1 };
  }
  return { value: -1, end: -1 };
}

/** Names of the filters of the block whose header begins at an offset (3.1); none where the header is not whole. */
function filtersAt(bytes: Uint8Array, start: number): string[] {
  const size = u8(bytes, start);
  const flags = u8(bytes, start + 1);
  if (size <= 0 || start + 4 * (size + 1) > bytes.length) return [];
  let at = start + 2;
  if ((flags & 0x40) !== 0) at = multibyte(bytes, at).end;
  if ((flags & 0x80) !== 0) at = multibyte(bytes, at).end;
  const names: string[] = [];
  for (let i = 0; i <= (flags & 3) && at > 0; i++) {
    const id = multibyte(bytes, at);
    const length = multibyte(bytes, id.end);
    names.push(filters.get(id.value) ?? `filter ${id.value}`);
    at = length.end + length.value;
  }
  return names;
}

/** What an index tells (4). Offsets in bytes, [start, end). */
interface XzIndex {
  readonly start: number;
  readonly end: number;
  readonly blocks: number;
  readonly unpacked: number;
  /** Bytes that the blocks take. */
  readonly packed: number;
}

/** End of the footer: behind it zeros may stand (2.2); -1 where there is none. */
function footerEnd(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 12 && bytes[end - 1] === 0) end--;
  return end >= 24 && hasHex(bytes, '595a', end - 2) ? end : -1;
}

/** The index in front of a footer that ends at an offset; undefined where their numbers do not agree. */
function readIndex(bytes: Uint8Array, footer: number): XzIndex | undefined {
  const end = footer - 12;
  const start = end - 4 * (leNumber(bytes, footer - 8, 4) + 1);
  if (start < headerSize || u8(bytes, start) !== 0) return undefined;
  if (leNumber(bytes, end - 4, 4) !== crc32(bytes.subarray(start, end - 4))) return undefined;
  const blocks = multibyte(bytes, start + 1);
  if (blocks.value < 0 || blocks.value > blockLimit) return undefined;
  let [at, unpacked, taken] = [blocks.end, 0, 0];
  for (let i = 0; i < blocks.value; i++) {
    const size = multibyte(bytes, at);
    const inside = multibyte(bytes, size.end);
    if (inside.end < 0 || inside.end > end) return undefined;
    taken += 4 * Math.ceil(size.value / 4);
    unpacked += inside.value;
    at = inside.end;
  }
  return { start, end, blocks: blocks.value, unpacked, packed: taken };
}

function treeOf(bytes: Uint8Array, check: string, footer: number, index: XzIndex | undefined): ReadingNode[] {
  const header = leaf(0, Math.min(headerSize, bytes.length), 'stream header', `check ${check}`);
  if (!index) return [header, leaf(header.end, bytes.length, 'content', `${bytes.length - header.end} bytes`)];
  return [
    header,
    leaf(headerSize, index.start, 'blocks', count(index.start - headerSize, 'byte')),
    leaf(index.start, index.end, 'index', count(index.blocks, 'block')),
    leaf(index.end, footer, 'stream footer', `index of ${index.end - index.start} bytes`),
  ];
}

const brokenHeader = 'The data is broken: the flags in its header do not match their check value.';

function read(payload: Payload): KindReading | undefined {
  const { bytes } = payload;
  const code = u8(bytes, 7);
  const check = code < 0 ? 'unknown' : checks.get(code);
  if (!hasHex(bytes, 'fd377a585a00') || u8(bytes, 6) > 0 || check === undefined) return undefined;
  const broken = bytes.length >= headerSize && leNumber(bytes, 8, 4) !== crc32(bytes.subarray(6, 8));
  const footer = footerEnd(bytes);
  const found = footer < 0 ? undefined : readIndex(bytes, footer);
  // Of several streams behind each other the last index tells of the last one alone.
  const index = found && headerSize + found.packed === found.start ? found : undefined;
  const names = filtersAt(bytes, headerSize);
  const fields: { [name: string]: Json } = {
    ...(code >= 0 && { check }),
    ...(names.length > 0 && { filters: names }),
    ...(index && { blocks: index.blocks, unpacked_size: index.unpacked, index_size: index.end - index.start }),
  };
  const size = index ? `, ${count(index.blocks, 'block')} of ${count(index.unpacked, 'byte')} unpacked` : '';
  return packed(payload, {
    kind: 'xz',
    name: 'xz',
    inside: 'xz -dc',
    cut: footer < 0,
    facts: `${code < 0 ? '' : `, check ${check}`}${size}`,
    problems: broken ? [brokenHeader] : [],
    fields,
    tree: treeOf(bytes, check, footer, index),
  });
}

export const xz: KindReader = {
  kinds: ['xz'],
  source: 'xz file format 1.1.0, sections 2.1, 3.1, 4',
  begins: Uint8Array.of(0xfd),
  read,
};
