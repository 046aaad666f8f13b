/** Short one-line form of a text, for lists. */

const maxLength = 120;

/** The first characters of the text on one line. */
export function preview(text: string): string {
  const line = text
    .slice(0, 2 * maxLength)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > maxLength || text.length > 2 * maxLength ? `${line.slice(0, maxLength)}…` : line;
}
