/** The beginning of deflated data: never more than 64 kB, whatever it would unpack to. */
import { type FlateError, FlateErrorCode, Gunzip, Inflate, Unzlib } from 'fflate';
import { concat, indexOfByte, leNumber, u8 } from '../bytes';

/** Bytes that are unpacked at most. */
export const peekLimit = 65_536;
/** Packed bytes that are fed at once: a piece of deflate grows up to 1032 times. */
const pieceSize = 1024;
/** A streaming decompressor. */
interface Unpacker {
  ondata(chunk: Uint8Array, final: boolean): void;
  push(chunk: Uint8Array, final?: boolean): void;
}

/** What comes out before the limit, the end, or a fault; empty where the data is broken from the start. */
function peek(unpacker: Unpacker, packed: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  unpacker.ondata = (chunk) => {
    parts.push(chunk.slice(0, peekLimit - length));
    length = Math.min(peekLimit, length + chunk.length);
  };
  try {
    for (let at = 0; at < packed.length && length < peekLimit; at += pieceSize) {
      unpacker.push(packed.subarray(at, at + pieceSize));
    }
  } catch {
    // Broken or cut data: what was unpacked before stays.
  }
  return concat(parts);
}

/**
 * True where deflated data ends before its last block does, or before the check value behind it.
 * @param body Deflate data and what follows it.
 * @param check Bytes of the check value behind the last block.
 */
export function isDeflateCut(body: Uint8Array, check: number): boolean {
  if (body.length <= check) return true;
  const packed = body.subarray(0, body.length - check);
  let length = 0;
  const inflate = new Inflate((chunk) => {
    length += chunk.length;
  });
  try {
    for (let at = 0; at < packed.length && length < peekLimit; at += pieceSize)
      inflate.push(packed.subarray(at, at + pieceSize), at + pieceSize >= packed.length);
  } catch (error) {
    return (error as FlateError).code === FlateErrorCode.UnexpectedEOF;
  }
  return false;
}

/** Offset of the deflate data behind a gzip header (RFC 1952 2.3): extra field, name, comment and check value are optional. */
export function gzipBody(packed: Uint8Array): number {
  const flags = u8(packed, 3);
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + Math.max(0, leNumber(packed, at, 2));
  for (const flag of [8, 16]) if ((flags & flag) !== 0) at = indexOfByte(packed, 0, at) + 1 || packed.length;
  return (flags & 2) !== 0 ? at + 2 : at;
}

/** The beginning of gzip data. */
export function peekGzip(packed: Uint8Array): Uint8Array {
  return peek(new Gunzip(), packed);
}

/** The beginning of zlib data. */
export function peekZlib(packed: Uint8Array): Uint8Array {
  return peek(new Unzlib(), packed);
}

/** The beginning of bare deflate data, as zip archives hold it. */
export function peekDeflate(packed: Uint8Array): Uint8Array {
  return peek(new Inflate(), packed);
}
