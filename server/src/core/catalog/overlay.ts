/** Entries of a workspace over a catalog that stays as it is. */
import { type CatalogSite, sitesOfEntry } from './catalog';
import type { Entry } from './entry';
import { findOwner } from './factSites';

/** What entries add, and what they take the place of. */
export interface Overlay {
  /** Sites of the entries; what the facts know of their versions is filled in. */
  readonly sites: readonly CatalogSite[];
  /** Numbers of the sites that the entries explain now. */
  readonly replaced: ReadonlySet<number>;
}

/** Lays entries over the sites of a catalog; an entry takes the place of one with its code. */
export function overlaySites(entries: readonly Entry[], known: readonly CatalogSite[]): Overlay {
  const own = entries.flatMap(sitesOfEntry).map((site): CatalogSite => ({ ...site, origin: { kind: 'entry' } }));
  const ownerOf = findOwner(own);
  const codes = new Set(entries.map(({ code }) => code));
  const replaced = new Set<number>();
  const facts = new Map<CatalogSite, CatalogSite>();
  known.forEach((site, number) => {
    if (codes.has(site.code)) replaced.add(number);
    const owner = site.kind === 'site' ? ownerOf(site) : undefined;
    if (!owner) return;
    replaced.add(number);
    facts.set(owner, site);
  });
  return { sites: own.map((site) => completed(site, facts.get(site))), replaced };
}

function completed(site: CatalogSite, fact: CatalogSite | undefined): CatalogSite {
  if (!fact) return site;
  const { first, last } = site.versions;
  return {
    ...site,
    versions: first === null ? { first: fact.versions.first, last: last ?? fact.versions.last } : site.versions,
    ...(fact.history && { history: fact.history }),
  };
}
