/** The beginning of deflated data: never more than 64 kB, whatever it would unpack to. */
import { Gunzip, Inflate, Unzlib } from 'fflate';
import { concat } from '../bytes';

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
