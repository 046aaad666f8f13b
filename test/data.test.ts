import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entryJsonSchema } from '../scripts/pack';
import { staleness } from '../server/src/core/catalog/proof';
import { digestOf, readProofs } from '../server/src/node/proofFile';
import { loaded } from './support/wholeCatalog';

describe('the bundled catalog', () => {
  it('has no faulty file', () => {
    expect(loaded.problems).toEqual([]);
    expect(loaded.data.entries.length).toBeGreaterThan(0);
  });

  it('has a JSON Schema that fits the code', () => {
    expect(readFileSync('data/schema.json', 'utf8')).toBe(entryJsonSchema());
  });

  it('was proved with the source as it is now', () => {
    const { pins, entries } = loaded.data;
    const proofs = readProofs('data');
    const byCode = new Map(proofs.map((proof) => [proof.code, proof]));
    const stale = entries.flatMap((entry) => {
      const text = readFileSync(`data/entries/${entry.code}.yaml`, 'utf8');
      const reason = staleness(entry, text, pins[entry.project]?.commit, byCode.get(entry.code), digestOf);
      return reason === undefined ? [] : [`${entry.code}: ${reason}`];
    });
    const remedy = 'run: npm run build && node dist/cli.js check --source PROJECT=DIR, and commit data/proof.jsonl';
    expect(stale, remedy).toEqual([]);
    const codes = new Set(entries.map(({ code }) => code));
    expect(proofs.map(({ code }) => code)).toEqual([...byCode.keys()].filter((code) => codes.has(code)).sort());
  });

  it('names only triggers that data/triggers.yaml explains', () => {
    const known = new Set(Object.keys(loaded.data.triggers));
    const unknown = loaded.data.entries.flatMap((entry) =>
      entry.triggers.filter((id) => !known.has(id)).map((id) => `${entry.code}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });
});
