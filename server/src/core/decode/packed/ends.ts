/** Where packed data ends, by the lengths and marks in it: tells data that was cut from data that was not. Nothing is unpacked. */
import { leNumber, u8 } from '../bytes';
import { lz4HeaderEnd } from './lz4';
import { headerEnd } from './zstd';

/** RFC 8878 3.1.1: blocks up to the one that calls itself the last; a check value where the descriptor says so. */
export function isZstdCut(frame: Uint8Array): boolean {
  const check = (u8(frame, 4) & 4) !== 0 ? 4 : 0;
  for (let at = headerEnd(frame); ; ) {
    const header = leNumber(frame, at, 3);
    if (header < 0) return true;
    at += 3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3);
    if ((header & 1) === 1) return at + check > frame.length;
  }
}

/** LZ4 frame format: blocks up to a size of zero; check values behind blocks and behind all where the flags say so. */
export function isLz4Cut(frame: Uint8Array): boolean {
  const flags = u8(frame, 4);
  for (let at = lz4HeaderEnd(flags); ; ) {
    const size = leNumber(frame, at, 4);
    if (size < 0) return true;
    if (size === 0) return at + 4 + ((flags & 4) !== 0 ? 4 : 0) > frame.length;
    at += 4 + (size % 0x8000_0000) + ((flags & 16) !== 0 ? 4 : 0);
  }
}
