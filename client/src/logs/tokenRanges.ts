/** Reads semantic tokens as the Language Server Protocol packs them: five numbers each, places relative to the one before. */

/** A token in one line; zero-based, in UTF-16 units. */
export interface TokenRange {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Places of the tokens whose type is wanted. Whatever is packed wrongly is left out. */
export function tokenRanges(
  data: ArrayLike<number>,
  types: readonly string[],
  wanted: ReadonlySet<string>,
): TokenRange[] {
  const ranges: TokenRange[] = [];
  let [line, start] = [0, 0];
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [down = 0, right = 0, length = 0, type = -1] = [data[at], data[at + 1], data[at + 2], data[at + 3]];
    start = down === 0 ? start + right : right;
    line += down;
    if (wanted.has(types[type] ?? '')) ranges.push({ line, start, end: start + length });
  }
  return ranges;
}
