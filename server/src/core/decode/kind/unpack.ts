/** The beginning of compressed data: never more than 64 kB, whatever it would unpack to. */
import { Gunzip, Inflate, Unzlib } from 'fflate';
import { Decompress } from 'fzstd';
import { concat, u8 } from '../bytes';

/** Bytes that are unpacked at most. */
export const peekLimit = 65_536;
/** Packed bytes that are fed at once: a piece of deflate grows up to 1032 times, a block of zstd from 4 bytes to 128 kB. */
const deflatePiece = 1024;
const zstdPiece = 64;
/** Window descriptor of 256 kB: all that the first {@link peekLimit} bytes and the block they end in can refer to. */
const smallWindow = 0x40;

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

/**
 * The frame with a window that is small, whatever memory its own header asks for (RFC 8878 3.1.1.1). The size of the content
 * is left out, which only a frame of one segment needs.
 */
function withSmallWindow(frame: Uint8Array): Uint8Array {
  const descriptor = u8(frame, 4);
  const oneSegment = (descriptor >> 5) & 1;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const contentSize = [oneSegment, 2, 4, 8][descriptor >> 6] ?? 0;
  const at = 6 - oneSegment;
  const head = Uint8Array.of(...frame.subarray(0, 4), descriptor & 0x1f, smallWindow);
  return concat([head, frame.subarray(at, at + dictionary), frame.subarray(at + dictionary + contentSize)]);
}

/** The beginning of a zstd frame. */
export function peekZstd(frame: Uint8Array): Uint8Array {
  return frame.length < 9 ? new Uint8Array(0) : peek(new Decompress(), withSmallWindow(frame), zstdPiece);
}
