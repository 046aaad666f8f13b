/** Makes catalogs, literals and logs for the benchmark in a folder: `prepare(folder, megabytes)`. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBundledCatalog } from '../server/src/node/bundledCatalog';
import { writeCorpus } from './corpus';
import { literalOf, packedSet, setsOf } from './sets';

/** Sizes of the sets; the last one is all that is bundled. */
export const sizes = [1000, 6000, Number.POSITIVE_INFINITY] as const;

/** Writes `set<N>/{cli.js,catalog.bin,literals}`, `plain.log`, `mixed.log` and their truth; gives the set sizes. */
export function prepare(dist: string, folder: string, bytes: number): number[] {
  const { sites } = openBundledCatalog(dist).catalog;
  const { errors, mild } = setsOf(sites);
  const made = sizes.map((size) => {
    const templates = size === Number.POSITIVE_INFINITY ? [...errors, ...mild] : errors.slice(0, size);
    const set = join(folder, `set${templates.length}`);
    mkdirSync(set, { recursive: true });
    for (const file of ['cli.js', 'cli-later.js']) copyFileSync(join(dist, file), join(set, file));
    writeFileSync(join(set, 'catalog.bin'), packedSet(sites, templates));
    writeFileSync(join(set, 'literals'), `${templates.map(literalOf).join('\n')}\n`);
    return templates.length;
  });
  const planted = errors.slice(0, sizes[0]);
  for (const mixed of [false, true]) {
    const name = mixed ? 'mixed' : 'plain';
    const truth = writeCorpus(join(folder, `${name}.log`), { bytes, seed: 7, planted, noise: mild, mixed });
    writeFileSync(join(folder, `${name}.truth.json`), JSON.stringify([...truth]));
  }
  return made;
}
