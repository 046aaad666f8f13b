/** The beginning of compressed data: never more than 64 kB, whatever it would unpack to. */
import { Gunzip, Inflate, Unzlib } from 'fflate';
import { Decompress } from 'fzstd';
import { concat, leNumber, u8 } from '../bytes';

/** Bytes that are unpacked at most. */
export const peekLimit = 65_536;
/** Packed bytes that are fed at once: a piece of deflate grows up to 1032 times, a block of zstd from 4 bytes to 128 kB. */
const deflatePiece = 1024;
const zstdPiece = 64;
/** A zstd frame states the memory that it needs: more than this is not given. */
const windowLimit = 8 * 1024 * 1024;

/** A streaming decompressor. */
interface Unpacker {
  ondata(chunk: Uint8Array, final: boolean): void;
  push(chunk: Uint8Array, final?: boolean): void;
}

/** What comes out before the limit, the end, or a fault; empty where the data is broken from the start. */
function peek(unpacker: Unpacker, packed: Uint8Array, pieceSize: number): Uint8Array {
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

/** The beginning of gzip data. */
export function peekGzip(packed: Uint8Array): Uint8Array {
  return peek(new Gunzip(), packed, deflatePiece);
}

/** The beginning of zlib data. */
export function peekZlib(packed: Uint8Array): Uint8Array {
  return peek(new Unzlib(), packed, deflatePiece);
}

/** The beginning of bare deflate data, as zip archives hold it. */
export function peekDeflate(packed: Uint8Array): Uint8Array {
  return peek(new Inflate(), packed, deflatePiece);
}

/** Memory that a zstd frame asks for: its window, or its content where it is a single segment (RFC 8878 3.1.1.1). */
function zstdWindow(frame: Uint8Array): number {
  const descriptor = u8(frame, 4);
  if ((descriptor & 0x20) === 0) {
    const window = u8(frame, 5);
    const base = 2 ** (10 + (window >> 3));
    return base + (base / 8) * (window & 7);
  }
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const width = [1, 2, 4, 6][descriptor >> 6] ?? 1;
  return leNumber(frame, 5 + dictionary, width);
}

/** The beginning of a zstd frame; undefined where it asks for too much memory. */
export function peekZstd(frame: Uint8Array): Uint8Array | undefined {
  if (frame.length < 9 || zstdWindow(frame) > windowLimit) return undefined;
  return peek(new Decompress(), frame, zstdPiece);
}
