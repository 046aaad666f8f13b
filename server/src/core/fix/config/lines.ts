/** Offsets of lines. */

/** Offset of the end of the line that holds an offset, before its line feed. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
