/**
 * Which entries belong together. Relations are computed from what authors state about one entry alone, so both ends
 * always agree: sharing a file is never enough.
 */
import type { EntryLinks } from './catalog';

/** Why two entries are related; `path-before` and `path-after` are the two ends of one raise path. */
export type Relation = 'path-before' | 'path-after' | 'twin' | 'trigger';

/** A related entry and the reasons, strongest first. */
export interface RelatedEntry {
  readonly code: string;
  readonly relations: readonly Relation[];
}

const order: readonly Relation[] = ['path-before', 'path-after', 'twin', 'trigger'];

/**
 * Relations of every entry, by code. Entries are related when one leads to the other (`leadsTo`), when they are
 * twins (declared, or two entries of one project with the same template), or when they share a trigger.
 */
export function relateEntries(entries: readonly EntryLinks[]): Map<string, RelatedEntry[]> {
  const known = new Set(entries.map((entry) => entry.code));
  const relations = new Map<string, Map<string, Set<Relation>>>();
  const add = (from: string, to: string, relation: Relation): void => {
    if (from === to || !known.has(from) || !known.has(to)) return;
    const ofEntry = relations.get(from) ?? new Map<string, Set<Relation>>();
    relations.set(from, ofEntry);
    ofEntry.set(to, (ofEntry.get(to) ?? new Set()).add(relation));
  };
  const addBoth = (a: string, b: string, relation: Relation): void => {
    add(a, b, relation);
    add(b, a, relation);
  };

  for (const entry of entries) {
    for (const next of entry.leadsTo) {
      add(entry.code, next, 'path-after');
      add(next, entry.code, 'path-before');
    }
    for (const twin of entry.twins) addBoth(entry.code, twin, 'twin');
  }
  const byText = groupBy(entries, (entry) =>
    entry.templates.filter((template) => template.text !== '').map((template) => `${entry.project}\0${template.text}`),
  );
  for (const group of byText.values()) forEachPair(group, (a, b) => addBoth(a.code, b.code, 'twin'));
  const byTrigger = groupBy(entries, (entry) => entry.triggers);
  for (const group of byTrigger.values()) forEachPair(group, (a, b) => addBoth(a.code, b.code, 'trigger'));

  return new Map(
    [...relations].map(([code, ofEntry]) => [
      code,
      [...ofEntry]
        .map(([other, kinds]) => ({ code: other, relations: order.filter((relation) => kinds.has(relation)) }))
        .sort((a, b) => rank(a) - rank(b) || a.code.localeCompare(b.code)),
    ]),
  );
}

function rank(related: RelatedEntry): number {
  const strongest = related.relations[0];
  return strongest === undefined ? order.length : order.indexOf(strongest);
}

function groupBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of new Set(keysOf(item))) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}

function forEachPair<T>(items: readonly T[], visit: (a: T, b: T) => void): void {
  items.forEach((a, i) => {
    for (const b of items.slice(i + 1)) visit(a, b);
  });
}
