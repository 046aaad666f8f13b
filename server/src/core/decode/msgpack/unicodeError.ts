/** What Python says of bytes that are no UTF-8: CPython Objects/stringlib/codecs.h (utf8_decode) and Objects/exceptions.c. */
import { u8 } from '../bytes';

/** Bytes of a character by its first byte; 0 for one that begins none (Unicode 3.9, table 3-7). */
function sizeOf(first: number): number {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

/** Least and greatest second byte, where it is not any of 80 to bf. */
const seconds = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);

function continues(first: number, place: number, byte: number): boolean {
  const [least = 0x80, most = 0xbf] = place === 1 ? (seconds.get(first) ?? []) : [];
  return byte >= least && byte <= most;
}

/** Bytes at an offset that fit the character begun there, its first one counted. */
function fitting(bytes: Uint8Array, at: number, size: number): number {
  const first = u8(bytes, at);
  let length = 1;
  while (length < size && at + length < bytes.length && continues(first, length, u8(bytes, at + length))) length++;
  return length;
}

/** The text of UnicodeDecodeError for bytes that are decoded by themselves; undefined where they are UTF-8. */
export function unicodeError(bytes: Uint8Array): string | undefined {
  for (let at = 0; at < bytes.length; ) {
    const size = sizeOf(u8(bytes, at));
    const length = size === 0 ? 1 : fitting(bytes, at, size);
    if (length === size) {
      at += size;
      continue;
    }
    const reason =
      size === 0
        ? 'invalid start byte'
        : at + length === bytes.length
          ? 'unexpected end of data'
          : 'invalid continuation byte';
    const where =
      length === 1
        ? `byte 0x${u8(bytes, at).toString(16).padStart(2, '0')} in position ${at}`
        : `bytes in position ${at}-${at + length - 1}`;
    return `'utf-8' codec can't decode ${where}: ${reason}`;
  }
  return undefined;
}
