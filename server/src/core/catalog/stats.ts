/** What a catalog holds, counted by project and version. */
import type { CatalogData, Pin } from './entry';
import type { FactTable } from './facts';
import { linesByVersion } from './history';

/** Counts of one project. */
export interface ProjectStats {
  readonly project: string;
  /** Where its facts were read; null for a project that only tables or entries speak of. */
  readonly pin: Pin | null;
  readonly entries: number;
  /** Different wordings. */
  readonly messages: number;
  /** Wordings at a place: one in two functions counts twice. */
  readonly sites: number;
  /** Sites in each version that was harvested, oldest first. */
  readonly versions: readonly { readonly version: string; readonly sites: number }[];
}

/** Counts of all projects: those with most messages first. */
export function catalogStats({ pins, entries, facts = {} }: CatalogData): ProjectStats[] {
  const projects = new Set([...Object.keys(facts), ...entries.map(({ project }) => project)]);
  const known = new Map(Object.entries(pins));
  const tables = new Map(Object.entries(facts));
  return [...projects]
    .map((project): ProjectStats => {
      const table = tables.get(project);
      return {
        project,
        pin: known.get(project) ?? null,
        entries: entries.filter((entry) => entry.project === project).length,
        messages: new Set(table?.template).size,
        sites: table?.template.length ?? 0,
        versions: table ? sitesByVersion(table) : [],
      };
    })
    .sort((a, b) => b.messages - a.messages || (a.project < b.project ? -1 : 1));
}

function sitesByVersion({ versions, first, lines }: FactTable): ProjectStats['versions'] {
  const counts = versions.map(() => 0);
  first.forEach((start, row) => {
    if (start < 0) return;
    const place = { file: '', function: '', exception: null, first: start, lines: lines[row] ?? '' };
    const stretch = linesByVersion(place);
    for (const { version, lines: found } of stretch) if (found.length > 0) counts[version] = (counts[version] ?? 0) + 1;
  });
  return versions.map(({ version }, i) => ({ version, sites: counts[i] ?? 0 }));
}
