/** Harvested sites beside the entries: those that no entry explains, and the older places of those that one does. */
import { hole, normalizeShape, templateShape } from '../source/shape';
import type { CatalogSite } from './catalog';
import { type FactTable, factKinds, factLevels } from './facts';

/** Sites of a catalog with its facts. */
export interface FactSites {
  /** Entry sites, their versions completed from the facts. */
  readonly entrySites: readonly CatalogSite[];
  readonly factSites: readonly CatalogSite[];
}

/** Entry sites by file and function. */
type Claims = ReadonlyMap<string, readonly CatalogSite[]>;

/** Joins the sites of all entries with the facts of one project. */
export function joinFacts(project: string, table: FactTable, entrySites: readonly CatalogSite[]): FactSites {
  const claims = new Map<string, CatalogSite[]>();
  for (const site of entrySites) {
    if (site.project !== project) continue;
    const key = placeKey(site.file, site.function);
    claims.set(key, [...(claims.get(key) ?? []), site]);
  }
  const known = new Map<CatalogSite, CatalogSite['versions']>();
  const factSites: CatalogSite[] = [];
  for (const { site, owner, moved } of ownedSites(project, table, claims)) {
    if (!owner) factSites.push(site);
    else if (moved)
      factSites.push({ ...site, code: owner.code, kind: owner.kind, role: owner.role, context: owner.context });
    else known.set(owner, span(known.get(owner), site.versions, table));
  }
  return { entrySites: entrySites.map((site) => completed(site, known.get(site))), factSites };
}

interface OwnedSite {
  readonly site: CatalogSite;
  /** The entry’s site that this is, if one is. */
  readonly owner: CatalogSite | undefined;
  /** True where the wording stood at this place before it moved to the owner’s. */
  readonly moved: boolean;
}

function ownedSites(project: string, table: FactTable, claims: Claims): OwnedSite[] {
  const sites = table.template.map((_, row) => siteOf(project, table, row));
  const shapes = sites.map(({ template }) => shapeOf(template));
  const direct = sites.map((site, row) =>
    claims
      .get(placeKey(site.file, site.function))
      ?.find(({ template }) => covers(shapeOf(template), shapes[row] ?? '')),
  );
  return sites.map((site, row) => {
    const own = direct[row];
    return own ? { site, owner: own, moved: false } : { site, owner: laterOwner(row), moved: true };
  });

  function laterOwner(start: number): CatalogSite | undefined {
    let row = start;
    // Each step leads to a later version, so that the chain ends; the bound is for tables that others made.
    for (let step = 0; step < table.versions.length; step++) {
      const next = table.becomes[row] ?? -1;
      if (next < 0 || shapes[next] !== shapes[start]) return undefined;
      if (direct[next]) return direct[next];
      row = next;
    }
    return undefined;
  }
}

/** True where the texts are the same, or the entry has a hole where the source chooses between literal texts. */
function covers(entryShape: string, shape: string): boolean {
  if (entryShape === shape) return true;
  const [first = '', ...rest] = entryShape.split(hole);
  const last = rest.pop();
  if (last === undefined || !shape.startsWith(first)) return false;
  let at = first.length;
  for (const literal of rest) {
    const found = shape.indexOf(literal, at);
    if (found < 0) return false;
    at = found + literal.length;
  }
  return shape.length - last.length >= at && shape.endsWith(last);
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
    ...(table.versions[last] && { lineIn: table.versions[last].version }),
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

function placeKey(file: string, name: string): string {
  return `${file}\n${name.replaceAll('::', '.').replaceAll('.<locals>', '')}`;
}

function shapeOf(template: string): string {
  return normalizeShape(templateShape(template)).trim();
}
