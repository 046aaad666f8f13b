/** Reads `data/` for the scripts that make something of it. */
import { join } from 'node:path';
import type { CatalogData } from '../server/src/core/catalog/entry';
import { formatProblem } from '../server/src/core/catalog/problem';
import { loadCatalogFolder } from '../server/src/node/catalogFolder';

/** The catalog of a checkout; throws with one line a fault where it is not sound. */
export function readSoundData(root: string): CatalogData {
  const { data, problems } = loadCatalogFolder(join(root, 'data'));
  if (problems.length > 0) throw new Error(`data/ has faults:\n${problems.map(formatProblem).join('\n')}`);
  return data;
}
