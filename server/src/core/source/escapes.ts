/** What the literals of C, Go and Python have in common. */

/** Control characters by the letter behind a backslash (C17, 6.4.4.4; Go specification, “Rune literals”; Python, “Escape sequences”). */
export const controlEscapes: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
