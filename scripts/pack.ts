/** Packs `data/` into `dist/catalog.bin`, counts it into `dist/stats.json`, and writes the JSON Schema of an entry. Called by build.mjs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { packBundle } from '../server/src/core/bundle';
import { entrySchema } from '../server/src/core/catalog/entry';
import { catalogStats } from '../server/src/core/catalog/stats';
import { readSoundData } from './soundData';

/** Writes these files below `root`; throws with one line a fault where the catalog is not sound. */
export function pack(root: string): void {
  const data = readSoundData(root);
  writeFileSync(join(root, 'dist/catalog.bin'), packBundle(data));
  writeFileSync(join(root, 'dist/stats.json'), JSON.stringify(catalogStats(data)));
  writeFileSync(join(root, 'data/schema.json'), entryJsonSchema());
}

/** JSON Schema of an entry file as the YAML language server reads it. */
export function entryJsonSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(entrySchema, { io: 'input' }), null, 2)}\n`;
}
