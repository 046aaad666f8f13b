/** Reads `data/` for the catalog site. Called by site.mjs. */
import { createCatalog } from '../server/src/core/catalog/catalog';
import { siteFiles } from '../server/src/site/site';
import { readSoundData } from './soundData';

/** Pages and documents by address; throws with one line a fault where the catalog is not sound. */
export function loadSite(root: string, base: string): Map<string, string> {
  return siteFiles(createCatalog(readSoundData(root)), base);
}
