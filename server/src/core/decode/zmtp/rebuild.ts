/** Puts a foreign client's stream together again from the frames that ZMTP 1.0 framing made of it. */
import { concat } from '../bytes';

/** A byte of the stream that nothing proves. Offset in the rebuilt stream, behind the two bytes before the identity. */
interface Gap {
  readonly offset: number;
  readonly len: number;
}

/** The stream from the identity on. */
export interface Rebuilt {
  readonly bytes: Uint8Array;
  readonly gaps: readonly Gap[];
}

/** Stands for a byte that is not known. */
const filler = 0x3f;

/**
 * Each frame behind the identity lost a length byte, which is its own length + 1, and a flags byte, of which only bit 0 is
 * known (more frames follow). A frame of 255 bytes or more had a length of nine bytes: ff and eight more (RFC 13).
 */
export function rebuild(frames: readonly Uint8Array[]): Rebuilt {
  const [identity = new Uint8Array(0), ...rest] = frames;
  const parts: Uint8Array[] = [identity];
  const gaps: Gap[] = [];
  let length = identity.length;
  for (const frame of rest) {
    const header = frame.length < 254 ? Uint8Array.of(frame.length + 1, filler) : longHeader(frame.length + 1);
    gaps.push({ offset: length + header.length - 1 + 2, len: 1 });
    parts.push(header, frame);
    length += header.length + frame.length;
  }
  return { bytes: concat(parts), gaps };
}

function longHeader(length: number): Uint8Array {
  const header = new Uint8Array(10);
  header[0] = 0xff;
  new DataView(header.buffer).setUint32(5, length);
  header[9] = filler;
  return header;
}
