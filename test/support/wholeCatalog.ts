/** The catalog of this repository, read once for all test files that look at the whole of it: its 50 files take seconds. */
import { type Catalog, createCatalog } from '../../server/src/core/catalog/catalog';
import { createMatcher, type Matcher } from '../../server/src/core/match/matcher';
import { loadCatalogFolder } from '../../server/src/node/catalogFolder';

export const loaded = loadCatalogFolder('data');

let catalog: Catalog | undefined;
let matcher: Matcher | undefined;

/** What matchers and pages ask. */
export function wholeCatalog(): Catalog {
  catalog ??= createCatalog(loaded.data);
  return catalog;
}

/** The matcher over all of it. */
export function wholeMatcher(): Matcher {
  matcher ??= createMatcher(wholeCatalog().sites);
  return matcher;
}
