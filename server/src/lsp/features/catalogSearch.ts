/** Search in the catalog, and what its results can be filtered by. */
import type { Entry } from '../../core/catalog/entry';
import { compareVersions, hasVersion } from '../../core/catalog/versionOrder';
import type { ErrorLookup } from '../../core/service';
import { matchStretch } from '../analysis';
import { toSummary } from '../entrySummary';
import type { CatalogFilters, EntrySummary, SearchParams } from '../protocol';
import type { Session } from '../session';

/** Most rows of a search. */
const maxRows = 500;

/** Fewest words of a query that may be a pasted line, and most of its text that is read as one, in UTF-16 units. */
const minLineWords = 3;
const maxLineLength = 20_000;

/** Worst first. */
const severities: readonly Entry['severity'][] = ['critical', 'error', 'warning', 'info'];

/**
 * Entries of the messages in a pasted line, then those that hold all the words, best first; all entries for an empty query.
 * Filters that are left out let all through.
 */
export async function search(
  session: Session,
  { query, project, severity, version }: SearchParams,
): Promise<EntrySummary[]> {
  const lookup = await session.lookup();
  const { catalog } = lookup;
  const words = query.split(/\s+/).filter((word) => word !== '');
  const entries =
    words.length > 0 ? new Set([...pasted(session, lookup, query, words), ...catalog.search(words)]) : catalog.entries;
  const isWanted = (entry: Entry): boolean =>
    (project === undefined || entry.project === project) &&
    (severity === undefined || entry.severity === severity) &&
    (version === undefined || hasVersion(entry.versions, version));
  return [...entries].filter(isWanted).slice(0, maxRows).map(toSummary);
}

/** Entries whose message the query holds as a log prints it. */
function pasted(session: Session, lookup: ErrorLookup, query: string, words: readonly string[]): Entry[] {
  if (words.length < minLineWords) return [];
  return matchStretch(lookup, query.slice(0, maxLineLength), 0, session.matchOptions).flatMap(
    ({ match }) => lookup.catalog.get(match.site.code) ?? [],
  );
}

/** Projects with entries and the versions that tell their entries apart. */
export async function catalogFilters(session: Session): Promise<CatalogFilters> {
  const { catalog } = await session.lookup();
  const versions = new Map<string, Set<string>>();
  for (const {
    project,
    versions: { first, last },
  } of catalog.entries) {
    const known = versions.get(project) ?? new Set();
    versions.set(project, known);
    for (const version of [first, last]) if (version !== null) known.add(version);
  }
  const projects = [...versions].map(([name, known]) => ({
    name,
    versions: [...known].sort(compareVersions).reverse(),
  }));
  return { projects: projects.sort((a, b) => (a.name < b.name ? -1 : 1)), severities };
}
