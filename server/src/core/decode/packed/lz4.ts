/** Unpacks the beginning of an LZ4 frame: LZ4 frame format 1.6.4 and block format. Bounded by an output size. */
import { leNumber, u8 } from '../bytes';
import { Output } from './output';

/** A length of four bits that goes on in bytes of 255; gives the value and the offset behind it. */
function longLength(block: Uint8Array, at: number, nibble: number): { value: number; next: number } {
  let value = nibble;
  let next = at;
  if (nibble === 15) {
    let byte = 255;
    while (byte === 255 && next < block.length) {
      byte = u8(block, next++);
      value += byte;
    }
  }
  return { value, next };
}

/** Sequences of a block: token, literals, offset, match length (at least 4). */
function unpackBlock(block: Uint8Array, output: Output): void {
  let at = 0;
  while (at < block.length && !output.full) {
    const token = u8(block, at);
    const literals = longLength(block, at + 1, token >> 4);
    const end = literals.next + literals.value;
    output.literals(block.subarray(literals.next, Math.min(end, block.length)));
    const offset = leNumber(block, end, 2);
    if (offset < 0) return;
    const match = longLength(block, end + 2, token & 15);
    if (!output.match(offset, match.value + 4)) return;
    at = match.next;
  }
}

/** Offset of the first block: optional are content size (8 bytes) and dictionary id (4); a checksum of one byte ends the descriptor. */
export function lz4HeaderEnd(flags: number): number {
  return 7 + ((flags & 8) !== 0 ? 8 : 0) + ((flags & 1) !== 0 ? 4 : 0);
}

/** The beginning of the data in a frame; empty where nothing can be unpacked. */
export function unpackLz4(frame: Uint8Array, limit: number): Uint8Array {
  const flags = u8(frame, 4);
  const output = new Output(limit);
  let at = lz4HeaderEnd(flags);
  while (at + 4 <= frame.length && !output.full) {
    const field = leNumber(frame, at, 4);
    const size = field % 0x8000_0000;
    if (size === 0) break;
    const block = frame.subarray(at + 4, at + 4 + size);
    if (field >= 0x8000_0000) output.literals(block);
    else unpackBlock(block, output);
    at += 4 + size + ((flags & 16) !== 0 ? 4 : 0);
  }
  return output.taken();
}
