/**
 * A matcher without an index: every wording is tried on every line, in every hole and in every quoted text. It shares
 * with the real one what a match is, and nothing of how places are found.
 */
import type { CatalogSite } from '../../server/src/core/catalog/catalog';
import { APOSTROPHE, QUOTE } from '../../server/src/core/match/bytes';
import { outerOf, quotedWith, startsInHole } from '../../server/src/core/match/document';
import { groupOf, type TemplateGroup, wordingsOf } from '../../server/src/core/match/groups';
import { isOccurrence, type Occurrence, occurrenceIn, occurrenceOn } from '../../server/src/core/match/occurrence';
import type { Place } from '../../server/src/core/match/place';
import { Reader, type ReadLine } from '../../server/src/core/match/reader';
import { TextView } from '../../server/src/core/match/view';

const maxDepth = 4;

/** Occurrences of a whole text, of which `resolve` makes what `createMatcher(sites).match(text, options)` must give. */
export function occurrencesByForce(sites: readonly CatalogSite[], text: Uint8Array): Occurrence[] {
  const groups = wordingsOf(sites).flatMap(
    (wording) => groupOf(wording.sites.flatMap((number) => sites[number] ?? [])) ?? [],
  );
  const found: Occurrence[] = [];
  search(groups, { reader: new Reader(new TextView(text, null, 0)), outer: null }, found, 0);
  return found;
}

function search(groups: readonly TemplateGroup[], place: Place, found: Occurrence[], depth: number): void {
  let line: ReadLine | undefined = place.reader.at(0);
  while (line) {
    searchLine(groups, place, line, found, depth);
    line = place.reader.next(line);
  }
}

function searchLine(
  groups: readonly TemplateGroup[],
  place: Place,
  line: ReadLine,
  found: Occurrence[],
  depth: number,
): void {
  const open = new Set(groups);
  const here: Occurrence[] = [];
  const take = (group: TemplateGroup, result: ReturnType<typeof occurrenceOn>): void => {
    if (!isOccurrence(result)) return;
    here.push(result);
    open.delete(group);
  };
  for (const group of groups) take(group, occurrenceOn(place, line, group));
  // The list grows while it is walked: holes of what is found in holes are looked into as well.
  for (const outer of here) {
    for (const { start, end } of outer.comparison.holes) {
      const starts = startsInHole(outer, start, end);
      for (const group of [...open]) take(group, occurrenceIn(place, outer, group, starts, end));
    }
  }
  found.push(...here);
  if (depth < maxDepth) searchQuoted([...open], place, line, found, depth);
}

function searchQuoted(
  groups: readonly TemplateGroup[],
  place: Place,
  line: ReadLine,
  found: Occurrence[],
  depth: number,
): void {
  const { bytes } = line.view;
  const seen = new Set<number>();
  for (let at = 0; at < line.view.length; at++) {
    const before = bytes[at - 1];
    if (before !== QUOTE && before !== APOSTROPHE) continue;
    const quoted = quotedWith(line, at);
    if (!quoted || seen.has(quoted.start)) continue;
    seen.add(quoted.start);
    const inner: Place = { reader: new Reader(quoted.view), outer: outerOf(place, line, quoted) };
    search(groups, inner, found, depth + 1);
  }
}
