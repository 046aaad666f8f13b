/** What a value's first byte says of its size, as tables: the walk looks it up for each value. */
import { type Format, formatOf } from './format';

/** Bytes of the length or of the number behind each first byte. */
export const widths = Uint8Array.from({ length: 256 }, (_, head) => formatOf(head).width);
/** Length of the body, or number of elements, where the first byte fixes it; -1 where the bytes behind it state it. */
export const fixedSizes = Int8Array.from({ length: 256 }, (_, head) => formatOf(head).fixed);
/** Elements that each unit of a declared count has: a pair has two; 0 for formats without elements. */
export const unitSizes = Uint8Array.from({ length: 256 }, (_, head) => {
  const { family } = formatOf(head);
  return family === 'map' ? 2 : family === 'array' ? 1 : 0;
});
/** Bytes in front of the body; 0 for the byte that no format has. */
export const headSizes = Uint8Array.from({ length: 256 }, (_, head) => headSize(formatOf(head)));

function headSize({ family, width }: Format): number {
  return family === 'reserved' ? 0 : 1 + width + (family === 'ext' ? 1 : 0);
}

/** Unsigned big-endian number of 0, 1, 2, 4 or 8 bytes that are known to be there. */
export function unsigned(bytes: Uint8Array, offset: number, width: number): number {
  if (width === 1) return bytes[offset] ?? 0;
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + (bytes[offset + i] ?? 0);
  return value;
}
