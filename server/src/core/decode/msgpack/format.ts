/** The formats of msgpack: https://github.com/msgpack/msgpack/blob/master/spec.md, section "Formats". */

/** What a value is. */
type Family = 'int' | 'nil' | 'reserved' | 'bool' | 'bin' | 'ext' | 'float' | 'str' | 'array' | 'map';

/** One format of the specification. */
export interface Format {
  /** Its name there: `fixmap`, `uint 16`. */
  readonly name: string;
  readonly family: Family;
  /** Bytes of the length or of the number behind the first byte; of a fixext, the type byte is not counted. */
  readonly width: number;
  /** Length of the body, or number of elements, where the first byte alone fixes it; -1 where `width` bytes state it. */
  readonly fixed: number;
}

const named: readonly (readonly [number, string, Family, number, number])[] = [
  [0xc0, 'nil', 'nil', 0, 0],
  [0xc1, '(never used)', 'reserved', 0, 0],
  [0xc2, 'false', 'bool', 0, 0],
  [0xc3, 'true', 'bool', 0, 0],
  [0xc4, 'bin 8', 'bin', 1, -1],
  [0xc5, 'bin 16', 'bin', 2, -1],
  [0xc6, 'bin 32', 'bin', 4, -1],
  [0xc7, 'ext 8', 'ext', 1, -1],
  [0xc8, 'ext 16', 'ext', 2, -1],
  [0xc9, 'ext 32', 'ext', 4, -1],
  [0xca, 'float 32', 'float', 4, 0],
  [0xcb, 'float 64', 'float', 8, 0],
  [0xcc, 'uint 8', 'int', 1, 0],
  [0xcd, 'uint 16', 'int', 2, 0],
  [0xce, 'uint 32', 'int', 4, 0],
  [0xcf, 'uint 64', 'int', 8, 0],
  [0xd0, 'int 8', 'int', 1, 0],
  [0xd1, 'int 16', 'int', 2, 0],
  [0xd2, 'int 32', 'int', 4, 0],
  [0xd3, 'int 64', 'int', 8, 0],
  [0xd4, 'fixext 1', 'ext', 0, 1],
  [0xd5, 'fixext 2', 'ext', 0, 2],
  [0xd6, 'fixext 4', 'ext', 0, 4],
  [0xd7, 'fixext 8', 'ext', 0, 8],
  [0xd8, 'fixext 16', 'ext', 0, 16],
  [0xd9, 'str 8', 'str', 1, -1],
  [0xda, 'str 16', 'str', 2, -1],
  [0xdb, 'str 32', 'str', 4, -1],
  [0xdc, 'array 16', 'array', 2, -1],
  [0xdd, 'array 32', 'array', 4, -1],
  [0xde, 'map 16', 'map', 2, -1],
  [0xdf, 'map 32', 'map', 4, -1],
];

/** The formats whose first byte holds a small number: positive fixint, fixmap, fixarray, fixstr, negative fixint. */
function fixFormat(head: number): Format {
  if (head <= 0x7f) return { name: 'positive fixint', family: 'int', width: 0, fixed: 0 };
  if (head <= 0x8f) return { name: 'fixmap', family: 'map', width: 0, fixed: head & 0x0f };
  if (head <= 0x9f) return { name: 'fixarray', family: 'array', width: 0, fixed: head & 0x0f };
  if (head <= 0xbf) return { name: 'fixstr', family: 'str', width: 0, fixed: head & 0x1f };
  return { name: 'negative fixint', family: 'int', width: 0, fixed: 0 };
}

function allFormats(): readonly Format[] {
  const formats = Array.from({ length: 256 }, (_, head) => fixFormat(head));
  for (const [head, name, family, width, fixed] of named) formats[head] = { name, family, width, fixed };
  return formats;
}

const formats = allFormats();
const nil = fixFormat(0);

/** The format that a first byte announces. */
export function formatOf(head: number): Format {
  return formats[head] ?? nil;
}
