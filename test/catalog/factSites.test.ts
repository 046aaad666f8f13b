import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../server/src/core/catalog/catalog';
import { catalogFileSchema, type Entry } from '../../server/src/core/catalog/entry';
import { type FactRecord, packFacts } from '../../server/src/core/catalog/facts';
import { siteId } from '../../server/src/core/catalog/siteId';
import { createMatcher } from '../../server/src/core/match/matcher';
import { entryWith, template } from '../support/entry';

const versions = [
  { version: 'v0.1.0', commit: '1'.repeat(40) },
  { version: 'v0.2.0', commit: '2'.repeat(40) },
  { version: 'main@2026-07-28', commit: '3'.repeat(40) },
];
const pins = {
  vllm: { repository: 'vllm-project/vllm', commit: '3'.repeat(40), date: '2026-07-28', licence: 'Apache-2.0' },
};
const text = 'Something of one engine failed: {why}';

function record(fields: Partial<FactRecord>): FactRecord {
  return {
    template: text,
    kind: 'raise',
    exception: 'RuntimeError',
    file: 'a.py',
    function: 'start',
    first: 'v0.1.0',
    lines: '3 4 5',
    ...fields,
  };
}

function idOf(fields: Partial<FactRecord>): string {
  const { file, template: wording, function: name } = record(fields);
  return siteId(file, wording, name);
}

function catalogOf(records: FactRecord[], entries: Entry[] = []) {
  const data = {
    pins,
    triggers: {},
    entries,
    facts: { vllm: packFacts(records, { versions, context: [], isWeak: () => false }) },
  };
  // As a user's packed file is checked.
  return createCatalog(catalogFileSchema.parse(JSON.parse(JSON.stringify(data))));
}

describe('a harvested site', () => {
  it('has all that an entry’s site has', () => {
    const log = record({
      kind: 'log',
      level: 'INFO',
      file: 'p/b.py',
      function: 'B.run',
      last: 'v0.2.0',
      lines: '3 7+9',
    });
    delete log.exception;
    expect(catalogOf([log]).sites).toEqual([
      {
        code: `vllm/${idOf({ file: 'p/b.py', function: 'B.run' })}`,
        kind: 'site',
        project: 'vllm',
        template: text,
        statement: 'log',
        exception: null,
        level: 'INFO',
        file: 'p/b.py',
        line: 7,
        lineIn: 'v0.2.0',
        function: 'B.run',
        versions: { first: 'v0.1.0', last: 'v0.2.0' },
        history: {
          versions: versions.map(({ version }) => version),
          places: [{ file: 'p/b.py', function: 'B.run', exception: null, first: 0, lines: '3 7+9' }],
        },
        role: null,
        context: [],
      },
    ]);
  });

  it('needs a proof of its project where its wording is weak', () => {
    const rules = { versions, context: ['vllm/'], isWeak: ({ template: wording }: FactRecord) => wording === text };
    const records = [record({}), record({ template: 'Another text of one engine' })];
    const data = { pins, triggers: {}, entries: [], facts: { vllm: packFacts(records, rules) } };
    expect(createCatalog(data).sites.map(({ context }) => context)).toEqual([['vllm/'], []]);
  });

  it('is left to the entry that claims its text, file and function, and tells it the versions', () => {
    const { sites } = catalogOf([record({})], [entryWith()]);
    expect(sites.map(({ kind, versions: found, line }) => [kind, found, line])).toEqual([
      ['entry', { first: 'v0.1.0', last: null }, 1],
    ]);
  });

  it('is left to the entry that names the function around it', () => {
    expect(catalogOf([record({ function: 'start.loop' })], [entryWith()]).sites.map(({ kind }) => kind)).toEqual([
      'entry',
    ]);
  });

  it('does not change versions that an author wrote', () => {
    const entry = entryWith({ versions: { first: 'v0.2.0', last: null } });
    expect(catalogOf([record({})], [entry]).sites[0]?.versions).toEqual({ first: 'v0.2.0', last: null });
  });

  it.each<[what: string, fields: Partial<FactRecord>]>([
    ['of another function', { function: 'stop' }],
    ['of another file', { file: 'b.py' }],
    ['of another text', { template: 'Something else of one engine failed' }],
  ])('stays beside the entry where it is %s', (_, fields) => {
    expect(catalogOf([record(fields)], [entryWith()]).sites.map(({ kind }) => kind)).toEqual(['entry', 'site']);
  });

  it('that moved is one with the entry’s site, which knows its older place', () => {
    const old = record({ file: 'old.py', last: 'v0.1.0', lines: '8', becomes: idOf({}) });
    const sites = catalogOf([old, record({ first: 'v0.2.0', lines: '4 5' })], [entryWith()]).sites;
    expect(sites.map(({ kind, file, versions: found, history }) => [kind, file, found, history?.places])).toEqual([
      [
        'entry',
        'a.py',
        { first: 'v0.1.0', last: null },
        [
          { file: 'old.py', function: 'start', exception: 'RuntimeError', first: 0, lines: '8' },
          { file: 'a.py', function: 'start', exception: 'RuntimeError', first: 1, lines: '4 5' },
        ],
      ],
    ]);
  });

  it('that moved through several places is one site at the last of them', () => {
    const chain = [
      record({ file: 'x.py', last: 'v0.1.0', lines: '1', becomes: idOf({ file: 'y.py' }) }),
      record({ file: 'y.py', first: 'v0.2.0', last: 'v0.2.0', lines: '2', becomes: idOf({ file: 'z.py' }) }),
      record({ file: 'z.py', first: 'main@2026-07-28', lines: '3' }),
    ];
    expect(
      catalogOf(chain).sites.map(({ file, line, versions: found, history }) => [
        file,
        line,
        found,
        history?.places.map((place) => place.file),
      ]),
    ).toEqual([['z.py', 3, { first: 'v0.1.0', last: null }, ['x.py', 'y.py', 'z.py']]]);
  });

  it('that came to raise another exception is one site that knows both', () => {
    const later = record({ exception: 'ValueError', file: 'y.py', first: 'v0.2.0', lines: '4 5' });
    const becomes = siteId('y.py', later.template, later.function);
    const sites = catalogOf([record({ last: 'v0.1.0', lines: '1', becomes }), later]).sites;
    expect(sites.map(({ exception, history }) => [exception, history?.places.map((place) => place.exception)])).toEqual(
      [['ValueError', ['RuntimeError', 'ValueError']]],
    );
  });

  it.each<[what: string, fields: Partial<FactRecord>]>([
    ['says something else', { template: 'Something of one engine broke' }],
    ['logs', { kind: 'log', level: 'ERROR' }],
    ['was there before', { first: 'v0.1.0', lines: '1 2 3' }],
  ])('that gave way to one that %s stays a site of its own', (_, fields) => {
    const later = record({ file: 'y.py', first: 'v0.2.0', lines: '4 5', ...fields });
    const becomes = siteId('y.py', later.template, later.function);
    const old = record({ file: 'x.py', last: 'v0.1.0', lines: '1', becomes });
    expect(catalogOf([old, later]).sites.map(({ file }) => file)).toEqual(['x.py', 'y.py']);
  });

  it.each<[what: string, fields: Partial<FactRecord>, kind: string]>([
    ['that is gone', { last: 'v0.2.0' }, 'entry'],
    ['that raises the project’s own exception', { exception: 'EngineError' }, 'entry'],
    ['that is still there and raises what many places raise', {}, 'site'],
    ['that is gone and had other spaces', { template: 'Something  of one engine failed:{x}', last: 'v0.2.0' }, 'entry'],
    ['that is gone and answered a client', { kind: 'http', last: 'v0.2.0' }, 'entry'],
    ['that still answers a client', { kind: 'http' }, 'site'],
    ['that logs', { kind: 'log', level: 'ERROR', last: 'v0.2.0' }, 'site'],
  ])('of the same words at another place %s', (_, fields, kind) => {
    const exception = fields.exception ?? 'RuntimeError';
    const other = record({ file: 'q/other.py', function: 'run', ...fields });
    if (other.kind === 'http') delete other.exception;
    expect(catalogOf([other], [entryWith({ exception })]).sites.map((site) => site.kind)).toEqual(['entry', kind]);
  });

  it.each([
    ['is gone', { last: 'v0.2.0' }, 'entry'],
    ['is still there', {}, 'site'],
  ])('with a full stop more than an entry, that %s', (_, fields, kind) => {
    const templates = [
      template('Please install engine[{part}] for it', { sites: [{ file: 'b.py', function: 'f', line: 1 }] }),
    ];
    const other = record({ template: 'Please install engine[audio] for it.', ...fields });
    expect(catalogOf([other], [entryWith({ templates })]).sites.at(-1)?.kind).toBe(kind);
  });

  it('is left alone where two entries explain its words', () => {
    const places = ['b.py', 'c.py'].map((file) => [template(text, { sites: [{ file, function: 'f', line: 1 }] })]);
    const entries = places.map((templates, i) => entryWith({ code: `vllm/test/e${i}`, templates }));
    expect(catalogOf([record({ last: 'v0.2.0' })], entries).sites.at(-1)?.kind).toBe('site');
  });

  it('is no part of the entry that explains its later wording', () => {
    const old = record({
      template: 'Something of one engine broke',
      last: 'v0.1.0',
      becomes: idOf({}),
    });
    expect(catalogOf([old, record({})], [entryWith()]).sites.map(({ code }) => code)).toEqual([
      'vllm/test/one',
      `vllm/${idOf({ template: 'Something of one engine broke' })}`,
    ]);
  });

  it('may lead in a circle in a catalog that others made', () => {
    const circle = [
      record({ file: 'x.py', becomes: idOf({ file: 'y.py' }) }),
      record({ file: 'y.py', becomes: idOf({ file: 'x.py' }) }),
    ];
    expect(catalogOf(circle).sites).toHaveLength(2);
  });

  it('is found in a line', () => {
    const bytes = new TextEncoder().encode('RuntimeError: Something of one engine failed: out of memory');
    const [match] = createMatcher(catalogOf([record({})]).sites).match(bytes, { level: 'WARNING' });
    expect([match?.site.code, match?.captures[0]?.text]).toEqual([`vllm/${idOf({})}`, 'out of memory']);
  });
});

describe('links to source', () => {
  const catalog = catalogOf([record({})]);

  it.each<[version: string | undefined, ref: string]>([
    [undefined, '3'.repeat(40)],
    ['v0.2.0', 'v0.2.0'],
    ['main@2026-07-28', '3'.repeat(40)],
  ])('for a text last seen in %s', (version, ref) => {
    expect(catalog.sourceUrl('vllm', 'a b/c.py', 7, version)).toBe(
      `https://github.com/vllm-project/vllm/blob/${ref}/a%20b/c.py#L7`,
    );
  });
});

describe('a template', () => {
  it('of an entry need not name its holes as the source does', () => {
    const entry = entryWith({ templates: [template('Something of one engine failed: {reason}')] });
    expect(catalogOf([record({})], [entry]).sites).toHaveLength(1);
  });

  it.each<[what: string, own: string, fact: string, sites: number]>([
    [
      'covers the choices of the source',
      'A message from {where} engine {i} came',
      'A message from local engine {n} came',
      1,
    ],
    [
      'covers no text that ends otherwise',
      'A message from {where} engine {i} came',
      'A message from local engine {n} left',
      2,
    ],
    ['covers no text that begins otherwise', 'A message from {where} engine', 'No message from local engine', 2],
    ['covers no text that lacks a part', 'A message from {where} engine of {i}', 'A message from local host of {i}', 2],
    ['without holes covers itself alone', 'A message from one engine', 'A message from one engine came', 2],
  ])('of an entry %s', (_, own, fact, sites) => {
    const entry = entryWith({ templates: [template(own)] });
    expect(catalogOf([record({ template: fact })], [entry]).sites).toHaveLength(sites);
  });
});
