import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entryJsonSchema } from '../scripts/pack';
import { loadCatalogFolder } from '../server/src/node/catalogFolder';

const loaded = loadCatalogFolder('data');

describe('the bundled catalog', () => {
  it('has no faulty file', () => {
    expect(loaded.problems).toEqual([]);
    expect(loaded.data.entries.length).toBeGreaterThan(0);
  });

  it('has a JSON Schema that fits the code', () => {
    expect(readFileSync('data/schema.json', 'utf8')).toBe(entryJsonSchema());
  });

  it('names only triggers that data/triggers.yaml explains', () => {
    const known = new Set(Object.keys(loaded.data.triggers));
    const unknown = loaded.data.entries.flatMap((entry) =>
      entry.triggers.filter((id) => !known.has(id)).map((id) => `${entry.code}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });
});
