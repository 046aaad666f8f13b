/** Search in the catalog, and what its results can be filtered by. */
import type { Entry } from '../../core/catalog/entry';
import { compareVersions, hasVersion } from '../../core/catalog/versionOrder';
import { toSummary } from '../entrySummary';
import type { CatalogFilters, EntrySummary, SearchParams } from '../protocol';
import type { Session } from '../session';

/** Most rows of a search. */
const maxRows = 500;

/** Worst first. */
const severities: readonly Entry['severity'][] = ['critical', 'error', 'warning', 'info'];

/** Entries that hold all the words, best first; all entries for an empty query. Filters that are left out let all through. */
export async function search(
  session: Session,
  { query, project, severity, version }: SearchParams,
): Promise<EntrySummary[]> {
  const { catalog } = await session.lookup();
  const words = query.split(/\s+/).filter((word) => word !== '');
  const entries = words.length > 0 ? catalog.search(words) : catalog.entries;
  const isWanted = (entry: Entry): boolean =>
    (project === undefined || entry.project === project) &&
    (severity === undefined || entry.severity === severity) &&
    (version === undefined || hasVersion(entry.versions, version));
  return entries.filter(isWanted).slice(0, maxRows).map(toSummary);
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
