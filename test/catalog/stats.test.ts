import { describe, expect, it } from 'vitest';
import { type FactRecord, packFacts } from '../../server/src/core/catalog/facts';
import { catalogStats } from '../../server/src/core/catalog/stats';
import { entryWith } from '../support/entry';

const versions = ['v1', 'v2', 'v3'].map((version) => ({ version, commit: '1'.repeat(40) }));
const pin = { repository: 'o/r', commit: '1'.repeat(40), date: '2026-01-01', licence: 'MIT' };

function record(fields: Partial<FactRecord>): FactRecord {
  return { template: 'one message', kind: 'raise', file: 'a.py', function: 'f', first: 'v1', lines: '3*3', ...fields };
}

describe('the counts of a catalog', () => {
  it('are of messages, sites, and sites in each version', () => {
    const records = [
      record({}),
      record({ function: 'g', first: 'v2', lines: '7 9+20' }),
      record({ template: 'another message', last: 'v2', lines: '4 0' }),
      // A row of a table has no versions.
      record({ template: 'a text of no source', first: '', lines: '1' }),
    ];
    const facts = { p: packFacts(records, { versions, context: [], isWeak: () => false }) };
    const stats = catalogStats({ pins: { p: pin }, triggers: {}, entries: [entryWith()], facts });
    expect(stats).toEqual([
      {
        project: 'p',
        pin,
        entries: 0,
        messages: 3,
        sites: 4,
        versions: [
          { version: 'v1', sites: 2 },
          { version: 'v2', sites: 2 },
          { version: 'v3', sites: 2 },
        ],
      },
      { project: 'vllm', pin: null, entries: 1, messages: 0, sites: 0, versions: [] },
    ]);
  });
});
