/** Reads `data/` for the catalog site. Called by site.mjs. */
import { join } from 'node:path';
import { createCatalog } from '../server/src/core/catalog/catalog';
import { formatProblem } from '../server/src/core/catalog/problem';
import { loadCatalogFolder } from '../server/src/node/catalogFolder';
import { siteFiles } from '../server/src/site/site';

/** Pages and documents by address; throws with one line a fault where the catalog is not sound. */
export function loadSite(root: string, base: string): Map<string, string> {
  const { data, problems } = loadCatalogFolder(join(root, 'data'));
  if (problems.length > 0) throw new Error(`data/ has faults:\n${problems.map(formatProblem).join('\n')}`);
  return siteFiles(createCatalog(data), base);
}
