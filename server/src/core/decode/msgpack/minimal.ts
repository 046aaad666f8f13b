/** Whether a value stands in the shortest format that holds it. */
import type { MsgpackNode } from './tree';
import { intOf } from './value';

/** Smallest length or count that needs each width of a length field; str 8 is the only one that a fix format precedes by 32. */
function needed(family: string, size: number): number {
  if (family === 'str' && size < 32) return 0;
  if ((family === 'array' || family === 'map') && size < 16) return 0;
  if (size < 256 && family !== 'array' && family !== 'map') return 1;
  return size < 65_536 ? 2 : 4;
}

/** True where no shorter format of the specification holds the same value. */
export function isMinimal(bytes: Uint8Array, node: MsgpackNode): boolean {
  const { family, width, fixed } = node.format;
  if (width === 0 || family === 'float') return true;
  if (family === 'int') return width <= intWidth(intOf(bytes, node));
  if (fixed >= 0) return true;
  const size = family === 'array' || family === 'map' ? node.count : node.end - node.body;
  if (family === 'ext' && [1, 2, 4, 8, 16].includes(size)) return false;
  return width <= needed(family, size);
}

/** Bytes behind the first that the shortest int format needs. */
function intWidth(value: number | bigint): number {
  const number = Number(value);
  if (number >= -32 && number < 128) return 0;
  if (number >= -128 && number < 256) return 1;
  if (number >= -32_768 && number < 65_536) return 2;
  return number >= -(2 ** 31) && number < 2 ** 32 ? 4 : 8;
}
