/** Bytes as people look at them: hex, printable characters, offsets. */
import { english, type Words } from './words';

/** Two lower-case digits. */
export function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** Digits of an offset as `hexdump -C` writes it. */
export function hexOffset(offset: number): string {
  return offset.toString(16).padStart(8, '0');
}

/** The character of printable ASCII, else a dot. */
export function charOf(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
}

/** Hex with blanks, at most `limit` bytes of it. */
export function hexText(bytes: Uint8Array, limit: number): string {
  const hex = Array.from(bytes.subarray(0, limit), hexByte).join(' ');
  return bytes.length > limit ? `${hex} …` : hex;
}

/** `1 byte`, `70 bytes`. */
export function byteCount(count: number, { say }: Words = english): string {
  return count === 1 ? say('1 byte') : say('{0} bytes', count);
}

/** `byte 5`, `bytes 5–9`: both ends included. */
export function rangeText(start: number, end: number, { say }: Words = english): string {
  if (end <= start) return say('no bytes at {0}', start);
  return end - start === 1 ? say('byte {0}', start) : say('bytes {0}–{1}', start, end - 1);
}
