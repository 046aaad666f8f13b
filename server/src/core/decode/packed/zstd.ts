/** Unpacks the beginning of a zstd frame: RFC 8878. Bounded by an output size, also where the data is forged. */
import { leNumber, u8 } from '../bytes';
import type { HuffmanTable } from './huffman';
import { Output } from './output';
import { readLiterals } from './zstdLiterals';
import { runSequences, type SequenceState } from './zstdSequences';

/** Offset of the first block: behind magic, descriptor, window, dictionary id and content size (3.1.1.1). */
export function headerEnd(frame: Uint8Array): number {
  const descriptor = u8(frame, 4);
  const oneSegment = (descriptor >> 5) & 1;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const contentSize = [oneSegment, 2, 4, 8][descriptor >> 6] ?? 0;
  return 6 - oneSegment + dictionary + contentSize;
}

/** What one block hands on to the next. */
interface FrameState extends SequenceState {
  huffman?: HuffmanTable;
}

/** A compressed block: literals, then sequences that place them. False where it is broken, or the output is full. */
function unpackBlock(block: Uint8Array, state: FrameState, output: Output): boolean {
  const literals = readLiterals(block, state.huffman);
  if (!literals) return false;
  if (literals.table) state.huffman = literals.table;
  return runSequences(block, literals.end, literals.bytes, state, output);
}

/** The beginning of the data in a frame; empty where nothing can be unpacked. A block that is cut gives nothing. */
export function unpackZstd(frame: Uint8Array, limit: number): Uint8Array {
  const output = new Output(limit);
  const state: FrameState = { tables: [], offsets: [1, 4, 8] };
  for (let at = headerEnd(frame); !output.full; ) {
    const header = leNumber(frame, at, 3);
    if (header < 0) break;
    const [last, type, size] = [header & 1, (header >> 1) & 3, header >> 3];
    const block = frame.subarray(at + 3, at + 3 + size);
    if (type === 0) output.literals(block);
    else if (type === 1 && at + 3 < frame.length) output.run(u8(frame, at + 3), size);
    else if (block.length < size || type === 3 || !unpackBlock(block, state, output)) break;
    if (last === 1) break;
    at += 3 + (type === 1 ? 1 : size);
  }
  return output.taken();
}
