/** Harvested sites beside the entries: those that no entry explains, and the older places of those that one does. */
import { normalizeShape, templateShape } from '../source/shape';
import type { CatalogSite } from './catalog';
import { type FactTable, factKinds, factLevels } from './facts';

/** Sites of a catalog with its facts. */
export interface FactSites {
  /** Entry sites, their versions completed from the facts. */
  readonly entrySites: readonly CatalogSite[];
  readonly factSites: readonly CatalogSite[];
}

/** Joins the sites of all entries with the facts of one project. */
export function joinFacts(project: string, table: FactTable, entrySites: readonly CatalogSite[]): FactSites {
  const claims = new Map<string, CatalogSite>();
  for (const site of entrySites) {
    if (site.project === project) claims.set(claimKey(site.template, site.file, site.function), site);
  }
  const owners = ownersOf(table, claims);
  const known = new Map<CatalogSite, CatalogSite['versions']>();
  const factSites = table.template.flatMap((_, row): CatalogSite[] => {
    const site = siteOf(project, table, row);
    const owner = owners[row];
    if (!owner) return [site];
    if (claims.get(claimKey(site.template, site.file, site.function)) === owner) {
      known.set(owner, span(known.get(owner), site.versions, table));
      return [];
    }
    const { code, kind, role, context } = owner;
    return [{ ...site, code, kind, role, context }];
  });
  return { entrySites: entrySites.map((site) => completed(site, known.get(site))), factSites };
}

/** The entry’s site that each record is: by its own place, or by the place its wording moved to. */
function ownersOf(table: FactTable, claims: ReadonlyMap<string, CatalogSite>): (CatalogSite | undefined)[] {
  const shapes = table.template.map(shapeOf);
  const direct = table.template.map((template, row) =>
    claims.get(claimKey(template, table.files[table.file[row] ?? -1] ?? '', functionOf(table, row))),
  );
  return direct.map((own, start) => {
    let row = start;
    // Each step leads to a later version, so that the chain ends; the bound is for tables that others made.
    for (let step = 0; !own && step < table.versions.length; step++) {
      const next = table.becomes[row] ?? -1;
      if (next < 0 || shapes[next] !== shapes[start]) return undefined;
      if (direct[next]) return direct[next];
      row = next;
    }
    return own;
  });
}

function siteOf(project: string, table: FactTable, row: number): CatalogSite {
  const last = table.last[row] ?? -1;
  return {
    code: `${project}/${table.id[row] ?? ''}`,
    kind: 'site',
    project,
    template: table.template[row] ?? '',
    statement: factKinds[table.kind[row] ?? 0] ?? 'raise',
    exception: table.exceptions[table.exception[row] ?? -1] ?? null,
    level: factLevels[table.level[row] ?? -1] ?? null,
    file: table.files[table.file[row] ?? -1] ?? '',
    line: table.line[row] ?? 1,
    function: functionOf(table, row),
    versions: {
      first: table.versions[table.first[row] ?? -1]?.version ?? null,
      last: table.versions[last]?.version ?? null,
    },
    role: null,
    context: [],
  };
}

function functionOf(table: FactTable, row: number): string {
  return table.functions[table.function[row] ?? -1] ?? '';
}

/** From the earliest first to the latest last of two spans; null is the newest version. */
function span(
  known: CatalogSite['versions'] | undefined,
  other: CatalogSite['versions'],
  { versions }: FactTable,
): CatalogSite['versions'] {
  if (!known) return other;
  const at = (name: string | null): number => versions.findIndex(({ version }) => version === name);
  const last =
    known.last === null || other.last === null ? null : at(known.last) < at(other.last) ? other.last : known.last;
  return { first: at(known.first) < at(other.first) ? known.first : other.first, last };
}

/** What the author wrote stands; what is not known is filled in. */
function completed(site: CatalogSite, versions: CatalogSite['versions'] | undefined): CatalogSite {
  if (!versions || site.versions.first !== null) return site;
  return { ...site, versions: { first: versions.first, last: site.versions.last ?? versions.last } };
}

function claimKey(template: string, file: string, name: string): string {
  return `${shapeOf(template)}\n${file}\n${name.replaceAll('::', '.').replaceAll('.<locals>', '')}`;
}

function shapeOf(template: string): string {
  return normalizeShape(templateShape(template)).trim();
}
