/** How reasons quote source. */

const longest = 60;

/** The first line of a piece of source, cut where it is long. */
export function oneLine(text: string): string {
  const [line = ''] = text.split('\n');
  const cut = line.length > longest ? line.slice(0, longest) : line;
  return cut.length < text.length ? `${cut.trimEnd()}…` : cut;
}
