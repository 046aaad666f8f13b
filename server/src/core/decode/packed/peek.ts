/** The beginning of deflated data: never more than 64 kB is kept, and little more than 128 kB unpacked, whatever it would unpack to. */
import { Inflate, inflateSync } from 'fflate';
import { concat, indexOfByte, leNumber, u8 } from '../bytes';

/** Bytes that are kept at most. */
export const peekLimit = 65_536;
/** Bytes that are unpacked at most to see where the data ends. */
const walkLimit = 2 * peekLimit;
/** Packed bytes that are fed at once: a piece of deflate grows up to 1032 times. */
const pieceSize = 256;

/** How packed data ends; `unknown` where it was not unpacked so far. */
type PackedEnd = 'whole' | 'cut' | 'broken' | 'unknown';

/** The beginning of what is inside, and whether the packed data is all there. */
export interface Peeked {
  readonly data: Uint8Array;
  readonly end: PackedEnd;
}

/** The beginning of bare deflate data, as zip archives hold it. */
export function peekDeflate(packed: Uint8Array): Peeked {
  const inflate = new Inflate();
  const parts: Uint8Array[] = [];
  let kept = 0;
  let length = 0;
  inflate.ondata = (chunk) => {
    parts.push(chunk.slice(0, peekLimit - kept));
    kept = Math.min(peekLimit, kept + chunk.length);
    length += chunk.length;
  };
  const fed = feed(inflate, packed, () => length < walkLimit);
  return { data: concat(parts), end: fed ?? endOf(packed) };
}

/** Feeds pieces while there is room; broken data leaves what was unpacked before. Undefined where all went in. */
function feed(inflate: Inflate, packed: Uint8Array, hasRoom: () => boolean): PackedEnd | undefined {
  try {
    for (let at = 0; at < packed.length; at += pieceSize) {
      if (!hasRoom()) return 'unknown';
      inflate.push(packed.subarray(at, at + pieceSize));
    }
    return hasRoom() ? undefined : 'unknown';
  } catch {
    return 'broken';
  }
}

/** Whether the last block is all there. The data is known to be small; the stream of fflate takes some ends for the last. */
function endOf(packed: Uint8Array): PackedEnd {
  if (packed.length === 0) return 'cut';
  try {
    inflateSync(packed);
    return 'whole';
  } catch {
    return 'cut';
  }
}

/** Offset of the deflated data behind a gzip header (RFC 1952 2.3); -1 where the bytes end before. */
function gzipBody(bytes: Uint8Array): number {
  const flags = u8(bytes, 3);
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + Math.max(0, leNumber(bytes, at, 2));
  for (const text of [8, 16]) {
    const end = (flags & text) === 0 ? at - 1 : indexOfByte(bytes, 0, at);
    if (end < 0) return -1;
    at = end + 1;
  }
  at += (flags & 2) !== 0 ? 2 : 0;
  return at > bytes.length || bytes.length < 10 ? -1 : at;
}

/** Peeks into data behind which a checksum stands: without it the data is cut. */
function peekChecked(packed: Uint8Array, trailer: number): Peeked {
  const peeked = peekDeflate(packed.subarray(0, Math.max(0, packed.length - trailer)));
  if (peeked.end !== 'cut') return peeked;
  // What looks like a checksum may be data.
  return { data: peekDeflate(packed).data, end: 'cut' };
}

/** The beginning of gzip data: header, deflate, then CRC and size in eight bytes. */
export function peekGzip(bytes: Uint8Array): Peeked {
  const body = gzipBody(bytes);
  return body < 0 ? { data: new Uint8Array(0), end: 'cut' } : peekChecked(bytes.subarray(body), 8);
}

/** The beginning of zlib data: two bytes of header, deflate, then a checksum of four bytes (RFC 1950 2.2). */
export function peekZlib(bytes: Uint8Array): Peeked {
  return peekChecked(bytes.subarray(2), 4);
}

/** Adler-32 of bytes: RFC 1950 8.2. */
export function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}
