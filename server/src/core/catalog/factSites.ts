/** Harvested sites beside the entries: those that no entry explains, and the older places of those that one does. */
import { hole, normalizeShape, templateShape } from '../source/shape';
import type { CatalogSite } from './catalog';
import { factKinds, factLevels } from './factNumbers';
import type { FactTable } from './facts';
import { lastLine, type SitePlace } from './history';
import { siteId } from './siteId';

/** Sites of a catalog with its facts. */
export interface FactSites {
  /** Entry sites, their versions completed from the facts. */
  readonly entrySites: readonly CatalogSite[];
  readonly factSites: readonly CatalogSite[];
}

/** Exceptions of Python that many places raise for many reasons. */
const builtins = new Set(
  'Exception RuntimeError ValueError TypeError KeyError AssertionError NotImplementedError ImportError OSError'.split(
    ' ',
  ),
);

/** Texts are looked up by their first characters, in UTF-16 units. */
const startLength = 8;

/** Entry sites by file and function. */
type Claims = ReadonlyMap<string, readonly CatalogSite[]>;

/** Joins the sites of all entries with the facts of one project. */
export function joinFacts(project: string, table: FactTable, entrySites: readonly CatalogSite[]): FactSites {
  const claims = claimsOf(entrySites.filter((site) => site.project === project));
  const known = new Map<CatalogSite, KnownOfSite>();
  const factSites: CatalogSite[] = [];
  for (const { site, owner, moved } of ownedSites(project, table, claims)) {
    if (!owner) factSites.push(site);
    else if (moved)
      factSites.push({ ...site, code: owner.code, kind: owner.kind, role: owner.role, context: owner.context });
    else known.set(owner, joinHistories(known.get(owner), site, table));
  }
  return { entrySites: entrySites.map((site) => completed(site, known.get(site))), factSites };
}

/** Tells which of the entry sites a harvested site is, by its file, function and wording; undefined for none. */
export function findOwner(entrySites: readonly CatalogSite[]): (site: CatalogSite) => CatalogSite | undefined {
  const claims = claimsOf(entrySites);
  return (site) => {
    const near = claimsOn(claims, site.file, site.function).filter(({ project }) => project === site.project);
    return ownerOf(near, site.template, site.statement);
  };
}

/** Whose message it is, of the entry sites in its function: that of its very words first, then one with holes. */
function ownerOf(
  near: readonly CatalogSite[],
  template: string,
  statement: CatalogSite['statement'],
): CatalogSite | undefined {
  if (near.length === 0) return undefined;
  const shape = shapeOf(template);
  const alike = near.filter((site) => shapeOf(site.template) === shape);
  const same = (site: CatalogSite): boolean => site.statement === (statement === 'http' ? 'raise' : statement);
  return alike.find(same) ?? alike[0] ?? near.find((site) => same(site) && covers(shapeOf(site.template), shape));
}

function claimsOf(entrySites: readonly CatalogSite[]): Map<string, CatalogSite[]> {
  const claims = new Map<string, CatalogSite[]>();
  for (const site of entrySites) {
    const key = placeKey(site.file, site.function);
    claims.set(key, [...(claims.get(key) ?? []), site]);
  }
  return claims;
}

interface OwnedSite {
  readonly site: CatalogSite;
  /** The entry’s site that this is, if one is. */
  readonly owner: CatalogSite | undefined;
  /** True where the wording stood at this place before it moved to the owner’s. */
  readonly moved: boolean;
}

function ownedSites(project: string, table: FactTable, claims: Claims): OwnedSite[] {
  const versions = table.versions.map(({ version }) => version);
  const direct = table.template.map((template, row) => {
    const near = claimsOn(claims, table.files[table.file[row] ?? -1] ?? '', functionOf(table, row));
    return ownerOf(near, template, factKinds[table.kind[row] ?? 0] ?? 'raise');
  });
  const findByWording = ownerByWording([...claims.values()].flat());
  return chainsOf(table).map((chain) => {
    const site = siteOf(project, table, chain, versions);
    const own = chain.map((row) => direct[row]).findLast((owner) => owner !== undefined);
    if (own) return { site, owner: own, moved: false };
    return { site, owner: laterOwner(chain.at(-1) ?? -1) ?? findByWording(site), moved: true };
  });

  /** The owner of a later place that keeps the wording and not, say, the level. */
  function laterOwner(start: number): CatalogSite | undefined {
    const chain = [start];
    // Each step leads to a later version, so that the chain ends; the bound is for tables that others made.
    for (let row = start; chain.length <= table.versions.length && !direct[row]; ) {
      row = table.becomes[row] ?? -1;
      if (row < 0) return undefined;
      chain.push(row);
    }
    const [shape, ...later] = chain.map((row) => shapeOf(table.template[row] ?? ''));
    return later.every((next) => next === shape) ? direct[chain.at(-1) ?? -1] : undefined;
  }
}

/** Entry sites that claim a function, or one that it is defined in. */
function claimsOn(claims: Claims, file: string, name: string): readonly CatalogSite[] {
  const found: CatalogSite[] = [];
  for (let outer = name; outer !== ''; outer = outer.slice(0, Math.max(0, outer.lastIndexOf('.')))) {
    for (const site of claims.get(placeKey(file, outer)) ?? []) found.push(site);
  }
  return found;
}

/**
 * Rows that are one site: its wording, kind and level stayed while it moved from place to place, or raised another
 * exception. Oldest row first; each row is in one chain.
 */
function chainsOf(table: FactTable): number[][] {
  const next = table.template.map((_, row) => successorOf(table, row));
  const previous = new Map<number, number>();
  next.forEach((later, row) => {
    if (later >= 0 && !previous.has(later)) previous.set(later, row);
  });
  const chains: number[][] = [];
  for (const [row, later] of next.entries()) {
    if (later >= 0 && previous.get(later) === row) continue;
    const chain = [row];
    for (let before = previous.get(row); before !== undefined; before = previous.get(before)) chain.unshift(before);
    chains.push(chain);
  }
  return chains;
}

/** The row to which a site moved unchanged; -1 where there is none. It begins later, so that no chain is a circle. */
function successorOf(table: FactTable, row: number): number {
  const later = table.becomes[row] ?? -1;
  const last = table.last[row] ?? -1;
  if (later < 0 || last < 0 || (table.first[later] ?? -1) <= last) return -1;
  const stays = [table.kind, table.level].every((column) => column[row] === column[later]);
  return stays && shapeOf(table.template[row] ?? '') === shapeOf(table.template[later] ?? '') ? later : -1;
}

/**
 * Finds the entry that explains the words of another place: one that is gone, or that raises an exception of the
 * project’s own. Words that two entries explain belong to neither.
 */
function ownerByWording(entrySites: readonly CatalogSite[]): (site: CatalogSite) => CatalogSite | undefined {
  const byStart = new Map<string, { readonly shape: string; readonly owner: CatalogSite }[]>();
  for (const owner of entrySites) {
    const shape = squeezed(owner.template);
    const start = startOf(owner.template);
    byStart.set(start, [...(byStart.get(start) ?? []), { shape, owner }]);
  }
  return (site) => {
    const telling = site.lineIn !== undefined || (site.exception !== null && !builtins.has(site.exception));
    if (!telling) return undefined;
    const alike = byStart.get(startOf(site.template));
    if (!alike) return undefined;
    const shape = squeezed(site.template);
    const [first, ...others] = alike.filter(
      ({ shape: wanted, owner }) => isSameKind(owner, site) && covers(wanted, shape),
    );
    return others.every(({ owner }) => owner.code === first?.owner.code) ? first?.owner : undefined;
  };
}

/** True where both emit their words alike; what was returned to a client once may be raised to it now. */
function isSameKind(owner: CatalogSite, site: CatalogSite): boolean {
  if (site.statement === 'http') return owner.statement === 'raise';
  return owner.statement === site.statement && owner.exception === site.exception;
}

/** The first letters of the literal text before any run-time part: a cheap key, so that few shapes must be made. */
function startOf(template: string): string {
  const brace = template.indexOf('{');
  const literal = template.slice(0, brace < 0 ? 2 * startLength : Math.min(brace, 2 * startLength));
  return literal.replace(/\s+/g, '').slice(0, startLength);
}

/** A shape without white space and a last full stop, of which versions have now more, now less. */
function squeezed(template: string): string {
  return shapeOf(template).replace(/\s+/g, '').replace(/\.$/, '');
}

/** True where the texts are the same, or the entry has a hole where the source chooses between literal texts. */
export function covers(entryShape: string, shape: string): boolean {
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

/** The site of a chain, at its last place. */
function siteOf(project: string, table: FactTable, chain: readonly number[], versions: readonly string[]): CatalogSite {
  const places = chain.map((row) => placeOf(table, row));
  const row = chain.at(-1) ?? -1;
  const last = versions[table.last[row] ?? -1];
  return {
    code: `${project}/${idOf(table, row)}`,
    kind: 'site',
    project,
    template: table.template[row] ?? '',
    statement: factKinds[table.kind[row] ?? 0] ?? 'raise',
    exception: places.at(-1)?.exception ?? null,
    level: factLevels[table.level[row] ?? -1] ?? null,
    file: places.at(-1)?.file ?? '',
    line: lastLine(table.lines[row] ?? '1'),
    ...(last !== undefined && { lineIn: last }),
    function: functionOf(table, row),
    versions: { first: versions[places[0]?.first ?? -1] ?? null, last: last ?? null },
    ...((places[0]?.first ?? -1) >= 0 && { history: { versions, places } }),
    role: null,
    context: table.weak[row] === 1 ? table.context : [],
  };
}

function placeOf(table: FactTable, row: number): SitePlace {
  return {
    file: table.files[table.file[row] ?? -1] ?? '',
    function: functionOf(table, row),
    exception: table.exceptions[table.exception[row] ?? -1] ?? null,
    first: table.first[row] ?? -1,
    lines: table.lines[row] ?? '',
  };
}

function idOf(table: FactTable, row: number): string {
  const file = table.files[table.file[row] ?? -1] ?? '';
  return siteId(file, table.template[row] ?? '', functionOf(table, row), table.number[row] || undefined);
}

function functionOf(table: FactTable, row: number): string {
  return table.functions[table.function[row] ?? -1] ?? '';
}

/** What the facts say of an entry’s site. */
type KnownOfSite = Pick<CatalogSite, 'statement' | 'versions' | 'history'>;

/** What is known of an entry’s site, and what another site of the facts adds. */
function joinHistories(known: KnownOfSite | undefined, site: CatalogSite, table: FactTable): KnownOfSite {
  const { statement, versions, history } = site;
  if (!known?.history || !history) return { statement, versions, ...(history && { history }) };
  const places = [...known.history.places, ...history.places].sort((a, b) => a.first - b.first);
  return {
    statement: known.statement,
    versions: span(known.versions, versions, table),
    history: { versions: history.versions, places },
  };
}

/** From the earliest first to the latest last of two spans; null is the newest version. */
function span(
  known: CatalogSite['versions'],
  other: CatalogSite['versions'],
  { versions }: FactTable,
): CatalogSite['versions'] {
  const at = (name: string | null): number => versions.findIndex(({ version }) => version === name);
  const last =
    known.last === null || other.last === null ? null : at(known.last) < at(other.last) ? other.last : known.last;
  return { first: at(known.first) < at(other.first) ? known.first : other.first, last };
}

/** What the author wrote stands; what is not known is filled in. */
function completed(site: CatalogSite, known: KnownOfSite | undefined): CatalogSite {
  if (!known) return site;
  const { versions } = site;
  const filled =
    versions.first === null ? { first: known.versions.first, last: versions.last ?? known.versions.last } : versions;
  return {
    ...site,
    // Entries have no kind for responses to a client and call them raised.
    statement: known.statement === 'http' ? 'http' : site.statement,
    versions: filled,
    ...(known.history && { history: known.history }),
  };
}

function placeKey(file: string, name: string): string {
  return `${file}\n${name.replaceAll('::', '.').replaceAll('.<locals>', '')}`;
}

function shapeOf(template: string): string {
  return normalizeShape(templateShape(template)).trim();
}
