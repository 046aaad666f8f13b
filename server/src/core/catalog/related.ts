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
 * Gives the relations of an entry by its code. Entries are related when one leads to the other (`leadsTo`), when they are
 * twins (declared, or two entries of one project with the same template), or when they share a trigger. Relations of one
 * entry are found when it is asked for: a hover needs no others.
 */
export function relateEntries(entries: readonly EntryLinks[]): (code: string) => RelatedEntry[] {
  const byCode = new Map(entries.map((entry) => [entry.code, entry]));
  const before = groupBy(entries, ({ leadsTo }) => leadsTo);
  const declared = groupBy(entries, ({ twins }) => twins);
  const byText = groupBy(entries, textsOf);
  const byTrigger = groupBy(entries, ({ triggers }) => triggers);
  return (code) => {
    const entry = byCode.get(code);
    if (!entry) return [];
    const found = new Map<string, Set<Relation>>();
    const add = (relation: Relation, others: readonly string[]): void => {
      for (const other of others) {
        if (other !== code && byCode.has(other)) found.set(other, (found.get(other) ?? new Set()).add(relation));
      }
    };
    const among = (groups: ReadonlyMap<string, string[]>, keys: readonly string[]): string[] =>
      keys.flatMap((key) => groups.get(key) ?? []);
    add('path-after', entry.leadsTo);
    add('path-before', among(before, [code]));
    add('twin', [...entry.twins, ...among(declared, [code]), ...among(byText, textsOf(entry))]);
    add('trigger', among(byTrigger, entry.triggers));
    return [...found]
      .map(([other, kinds]) => ({ code: other, relations: order.filter((relation) => kinds.has(relation)) }))
      .sort((a, b) => rank(a) - rank(b) || (a.code < b.code ? -1 : 1));
  };
}

/** Wordings, which make twins within a project. */
function textsOf({ project, templates }: EntryLinks): string[] {
  return templates.filter(({ text }) => text !== '').map(({ text }) => `${project}\0${text}`);
}

function rank({ relations: [strongest] }: RelatedEntry): number {
  return strongest === undefined ? order.length : order.indexOf(strongest);
}

/** Codes of the entries that have a key. */
function groupBy(entries: readonly EntryLinks[], keysOf: (entry: EntryLinks) => readonly string[]) {
  const groups = new Map<string, string[]>();
  for (const entry of entries) {
    for (const key of new Set(keysOf(entry))) {
      const group = groups.get(key);
      if (group) group.push(entry.code);
      else groups.set(key, [entry.code]);
    }
  }
  return groups;
}
