import { describe, expect, it } from 'vitest';
import { bundleOf, openBundle, packBundle, withEntries } from '../server/src/core/bundle';
import type { CatalogData } from '../server/src/core/catalog/entry';
import { type FactRecord, packFacts } from '../server/src/core/catalog/facts';
import { memorySource } from '../server/src/core/catalog/pack/packedFile';
import { createMatcher } from '../server/src/core/match/matcher';
import { entryWith, template } from './support/entry';

const versions = ['v0.1.0', 'v0.2.0', 'main@2026-07-28'].map((version, i) => ({ version, commit: `${i}`.repeat(40) }));
const pins = {
  vllm: { repository: 'vllm-project/vllm', commit: '2'.repeat(40), date: '2026-07-28', licence: 'Apache-2.0' },
};
const raised: FactRecord = {
  template: 'The worker of rank {rank} went away',
  kind: 'raise',
  exception: 'WorkerError',
  file: 'vllm/worker.py',
  function: 'Worker.run',
  first: 'v0.1.0',
  lines: '30 41+57*2',
};
const logged: FactRecord = {
  template: 'Loading of {what} took “{n}” seconds',
  kind: 'log',
  level: 'INFO',
  file: 'vllm/loader.py',
  function: 'load',
  first: 'v0.2.0',
  last: 'v0.2.0',
  lines: '9',
  number: 2,
};
const data: CatalogData = {
  pins,
  triggers: { 'port-scan': 'a stranger at the port' },
  entries: [
    entryWith({ triggers: ['port-scan'], templates: [template('Engine {i} failed to answer', { context: ['vllm'] })] }),
    entryWith({ code: 'vllm/test/two', triggers: ['port-scan'], role: 'consequence' }),
  ],
  facts: { vllm: packFacts([raised, logged], { versions, context: ['vllm/'], isWeak: ({ kind }) => kind === 'log' }) },
};
const built = bundleOf(data);
const opened = openBundle(memorySource(packBundle(data)));
const line = new TextEncoder().encode('ERROR: WorkerError: The worker of rank 7 went away\n');

describe('a packed catalog', () => {
  it('has the sites of the data, with their histories', () => {
    expect(opened.catalog.sites).toEqual(built.catalog.sites);
    expect(opened.catalog.sites.some(({ history }) => history?.places[0]?.lines === '30 41+57*2')).toBe(true);
    expect([opened.catalog.siteCount, opened.catalog.projects]).toEqual([4, ['vllm']]);
  });

  // Each stands for a way in which a row, a text or a history is written that the others do not have.
  it('gives each of many sites back letter by letter, also when asked for alone and backwards', () => {
    const wordings = [
      'The worker of rank {rank} went away', // The same words again, and below with other names.
      'The worker of rank {self.rank} went away',
      ' {{rank}} is kept {a}{b} as {{it}} stands ',
      'failed to load\n',
      '{only}',
      'äöü – „quoted“ {é}',
      `long ${'and longer '.repeat(3000)}{end}`,
    ];
    const records = Array.from({ length: 100 }, (_, i): FactRecord => {
      const lines = ['5', '7*3', '0 4+9+12+15', '3*2 1'][i % 4] ?? '5';
      const base = { template: `${wordings[i % 7]}`, function: `Worker.run_${i % 5}`, lines, number: i };
      if (i % 3 === 0)
        return { ...base, kind: 'raise', exception: `Error${i % 4}`, file: `vllm/a/${i >> 4}.py`, first: 'v0.1.0' };
      return { ...base, kind: 'log', level: 'ERROR', file: 'vllm/loader.py', first: 'v0.2.0', last: 'main@2026-07-28' };
    });
    const many = { ...data, facts: { vllm: packFacts(records, { versions, context: [], isWeak: () => false }) } };
    const expected = bundleOf(many).catalog.sites;
    const packed = packBundle(many);
    expect(expected.length).toBeGreaterThan(60);
    expect(openBundle(memorySource(packed)).catalog.sites).toEqual(expected);
    const [part] = openBundle(memorySource(packed)).indexed;
    expect(expected.map((_, i) => part?.sites.at(expected.length - 1 - i)).reverse()).toEqual(expected);
    expect([part?.sites.at(-1), part?.sites.at(expected.length)]).toEqual([undefined, undefined]);
  });

  it('has its entries, alone and all together', () => {
    expect(opened.catalog.get('vllm/test/two')).toEqual(data.entries[1]);
    expect(opened.catalog.entries).toEqual(data.entries);
    expect(opened.catalog.get('vllm/test/three')).toBeUndefined();
  });

  it('relates, searches, links and names what the data does', () => {
    const ask = ({ catalog }: typeof built) => [
      catalog.related('vllm/test/one'),
      catalog.search(['engine']),
      catalog.sourceUrl('vllm', 'a.py', 3, 'main@2026-07-28'),
      catalog.trigger('port-scan'),
      catalog.pin('vllm'),
    ];
    expect(ask(opened)).toEqual(ask(built));
  });

  it('matches what the data matches', () => {
    const found = createMatcher(opened.indexed).match(line, { level: 'WARNING' });
    expect(found).toEqual(createMatcher(built.catalog.sites).match(line, { level: 'WARNING' }));
    expect(found).toHaveLength(1);
  });
});

describe('entries of a workspace', () => {
  const own = entryWith({
    code: 'vllm/own/worker',
    exception: 'WorkerError',
    templates: [
      template('The worker of rank {rank} went away', {
        sites: [{ file: 'vllm/worker.py', function: 'Worker.run', line: 57 }],
      }),
    ],
  });
  const bundle = withEntries(opened, [own]);

  it('stand beside the bundled ones and take the place of a harvested site', () => {
    expect(bundle.catalog.links.map(({ code }) => code)).toEqual(['vllm/test/one', 'vllm/test/two', 'vllm/own/worker']);
    expect(bundle.catalog.get('vllm/own/worker')).toEqual(own);
    expect(bundle.catalog.siteCount).toBe(bundle.catalog.sites.length);
    expect(bundle.catalog.sites).toHaveLength(4);
  });

  it('are matched, knowing what the facts know', () => {
    const [match, ...others] = createMatcher(bundle.indexed).match(line, { level: 'WARNING' });
    expect([match?.site.code, match?.site.versions, match?.alternatives, others]).toEqual([
      'vllm/own/worker',
      { first: 'v0.1.0', last: null },
      [],
      [],
    ]);
  });

  it('leave a catalog as it is where there are none', () => {
    expect(withEntries(opened, [])).toBe(opened);
  });

  it('take the place of a bundled entry with their code', () => {
    const changed = entryWith({ code: 'vllm/test/two', title: 'Another title' });
    const { catalog } = withEntries(opened, [changed]);
    expect([catalog.entries.length, catalog.get('vllm/test/two')?.title, catalog.siteCount]).toEqual([
      2,
      'Another title',
      4,
    ]);
  });
});
