/** Related entries as Markdown: in groups by relation for a page, the strongest few for a hover. */
import type { Catalog } from '../catalog/catalog';
import type { Entry } from '../catalog/entry';
import type { Relation } from '../catalog/related';
import { blocks, codeSpan, link, list, plain, prose } from './markdown';
import type { PageLinks } from './pageLinks';
import { english, type Phrase } from './words';

const relationTexts: Record<Relation, Phrase> = {
  'path-before': 'Comes before this one',
  'path-after': 'Follows from this one',
  twin: 'Alike in text, meaning or cause',
  trigger: 'Has the same trigger',
};

/** Most related entries in a hover, which has to stay readable. */
const maxBrief = 5;

interface Row {
  readonly relation: Relation;
  readonly title: string;
  readonly code: string;
}

/** All related entries, grouped by the strongest relation; undefined where there are none. */
export function relatedGroups(entry: Entry, catalog: Catalog, links: PageLinks): string | undefined {
  const { say } = links.words ?? english;
  const rows = rowsOf(entry, catalog, links);
  const groups = (Object.keys(relationTexts) as Relation[]).map((relation) => {
    const items = rows
      .filter((row) => row.relation === relation)
      .map(({ title, code }) => `${title} (${codeSpan(code)})`);
    return items.length > 0 ? blocks(`**${say(relationTexts[relation])}**`, list(items)) : undefined;
  });
  const triggers = entry.triggers.map((id) => prose(catalog.trigger(id) ?? id));
  return (
    blocks(triggers.length > 0 ? `**${say('Set off by:')}** ${triggers.join('; ')}` : undefined, ...groups) || undefined
  );
}

/** The strongest related entries and how many more there are; undefined where there are none. */
export function relatedBrief(entry: Entry, catalog: Catalog, links: PageLinks): string | undefined {
  const rows = rowsOf(entry, catalog, links);
  if (rows.length === 0) return undefined;
  const { say } = links.words ?? english;
  const shown = rows
    .slice(0, maxBrief)
    .map(({ relation, title }) => `${title} · ${say(relationTexts[relation]).toLowerCase()}`);
  const rest = rows.length - shown.length;
  return list(rest > 0 ? [...shown, say('{0} more on the full page', rest)] : shown);
}

/** In the catalog’s order, which has the strongest relation first. */
function rowsOf(entry: Entry, catalog: Catalog, links: PageLinks): Row[] {
  return catalog.related(entry.code).flatMap(({ code, relations }) => {
    const other = catalog.get(code);
    const [relation] = relations;
    if (!other || !relation) return [];
    const target = links.entry(code);
    return [{ relation, code, title: target ? link(other.title, target) : plain(other.title) }];
  });
}
