/** Makes text of unknown origin safe to look at: nothing in it moves the cursor, reorders or hides other text. */

/** Ranges of C0 and C1 controls (but tab and newline), zero-width and bidirectional controls (UTR 36, section 2.10). */
const hiddenRanges: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
];

const hidden = new RegExp(
  `[${hiddenRanges.map(([first, last]) => `${unicodeEscape(first)}-${unicodeEscape(last)}`).join('')}]`,
  'g',
);

/** The text with every invisible character written as an escape, `\x1b` or `\u202e`. */
export function visible(text: string): string {
  return text.replace(hidden, (char) => {
    const value = char.charCodeAt(0);
    return value < 0x100 ? `\\x${value.toString(16).padStart(2, '0')}` : unicodeEscape(value);
  });
}

/** The text in at most `length` UTF-16 units, with an ellipsis where it was cut; no surrogate pair is cut in two. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, Math.max(0, length - 1));
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

function unicodeEscape(value: number): string {
  return `\\u${value.toString(16).padStart(4, '0')}`;
}
