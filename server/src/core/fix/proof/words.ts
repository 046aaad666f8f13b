/** How reasons quote source, and what names say. */

const longest = 60;

/** The first line of a piece of source, cut where it is long. */
export function oneLine(text: string): string {
  const [line = ''] = text.split('\n');
  const cut = line.length > longest ? line.slice(0, longest) : line;
  return cut.length < text.length ? `${cut.trimEnd()}…` : cut;
}

/** Names of what is taken and given back, or waited for. */
export const owed =
  /remain|pending|outstanding|waiting|missing|expected|left$|in_?flight|unseen|todo|needed|(?:^|_)(?:idle|free|busy|leases?|slots?|credits?|quotas?|avail)/i;
