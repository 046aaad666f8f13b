import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../server/src/core/catalog/catalog';
import { createFactCheck } from '../../server/src/core/catalog/checkFacts';
import { checkWeakFacts } from '../../server/src/core/catalog/checkWeakFacts';
import { type FactRecord, packFacts } from '../../server/src/core/catalog/facts';
import { type EntryInput, entryWith, template } from '../support/entry';

const versions = ['v0.1.0', 'v0.2.0', 'v0.3.0', 'main@2026-06-15', 'main@2026-07-28'].map((version, i) => ({
  version,
  commit: `${i}`.repeat(40),
}));
const text = 'Something of one engine failed: {why}';

function record(fields: Partial<FactRecord> = {}): FactRecord {
  const place = { template: text, kind: 'raise' as const, exception: 'RuntimeError', file: 'a.py', function: 'start' };
  return { ...place, first: 'v0.2.0', lines: '3 4 5 6', ...fields };
}

/** Faults of the first entry, beside the others. */
function faults(records: Partial<FactRecord>[], ...entries: Partial<EntryInput>[]): string[] {
  const all = entries.map((fields, i) => entryWith({ code: `vllm/test/entry-${i}`, ...fields }));
  const facts = {
    vllm: packFacts(records.map(record), { versions, context: [], isWeak: () => false }),
  };
  const { sites } = createCatalog({ pins: {}, triggers: {}, entries: all, facts });
  const check = createFactCheck(facts, sites);
  return all.slice(0, 1).flatMap((entry) => check(entry, 'one').map(({ message, help }) => `${message} (${help})`));
}

const absent = 'is no harvested message of its sites (compare it with data/facts/vllm.jsonl)';

describe('an entry whose message the facts have', () => {
  const rows: [what: string, records: Partial<FactRecord>[], entry: Partial<EntryInput>][] = [
    ['at its place', [{}], {}],
    ['in other names', [{ template: 'Something of one engine failed: {error.args[0]}' }], {}],
    ['as one of literal choices', [{ template: 'Something of one engine failed: it is full' }], {}],
    ['in a function inside of its own', [{ function: 'start.inner' }], {}],
    [
      'as Rust writes its place',
      [{ function: 'Engine::start' }],
      {
        templates: [template(text, { sites: [{ file: 'a.py', function: 'Engine.start', line: 1 }] })],
      },
    ],
    ['since the version it claims', [{}], { versions: { first: 'v0.2.0', last: null } }],
    ['since one that was not harvested', [{}], { versions: { first: 'v0.1.7', last: null } }],
    [
      'earlier at another place',
      [{}, { file: 'old.py', first: 'v0.1.0', last: 'v0.1.0', lines: '7' }],
      { versions: { first: 'v0.2.0', last: null } },
    ],
    [
      'since a day of main',
      [{ first: 'main@2026-07-28', lines: '3' }],
      {
        versions: { first: 'main@2026-07-01', last: null },
      },
    ],
    ['up to the version it claims', [{ last: 'v0.3.0', lines: '3 4' }], { versions: { first: null, last: 'v0.3.0' } }],
    [
      'in an older wording at another place',
      [
        { first: 'v0.3.0', lines: '3 4 5' },
        { file: 'old.py', first: 'v0.1.0', last: 'v0.2.0', lines: '7 8' },
      ],
      {
        versions: { first: 'v0.1.0', last: null },
      },
    ],
    [
      'where its class is raised',
      [{ function: 'other' }],
      {
        templates: [template(text, { sites: [{ file: 'e.py', function: 'DeadError.__init__', line: 1 }] })],
      },
    ],
    ['as one of the lines', [{ template: `All engines:\n${text}` }], {}],
    [
      'before all that was harvested, which a page shows',
      [{ template: 'Another wording of it' }],
      {
        templates: [
          template('Another wording of it'),
          template(text, { sites: [{ file: 'https://github.com/a/b/blob/v0.0.1/a.py', function: 'start', line: 1 }] }),
        ],
      },
    ],
    [
      'at an older place, which a page shows',
      [{ file: 'old.py', function: 'other', last: 'v0.3.0', lines: '3 4' }, { template: 'Another wording of it' }],
      {
        templates: [
          template('Another wording of it'),
          template(text, {
            sites: [{ file: 'https://github.com/a/b/blob/v0.3.0/old.py#L4', function: 'other', line: 1 }],
          }),
        ],
      },
    ],
    [
      'in a table, of which no version is known',
      [{ first: '', lines: '1' }],
      { versions: { first: 'v0.1.0', last: null } },
    ],
    ['as a line known at run time alone', [{ template: 'All engines:\n{errors}' }], {}],
  ];
  it.each(rows)('passes: %s', (_, records, entry) => {
    expect(faults(records, entry)).toEqual([]);
  });

  it('passes where the interpreter makes the text, or where there is none', () => {
    const made = ["'transfer_id'", 'too many values to unpack (expected 2)', ''];
    for (const made_ of made) expect(faults([{}], { templates: [template(made_)] })).toEqual([]);
  });
});

describe('an entry whose message the facts do not have', () => {
  const rows: [what: string, records: Partial<FactRecord>[], entry: Partial<EntryInput>, expected: string][] = [
    ['at all', [{ template: 'Another thing of one engine failed: {why}' }], {}, absent],
    ['in its function', [{ function: 'stop' }], {}, absent],
    ['in its file', [{ file: 'b.py' }], {}, absent],
    ['with its literals', [{ template: 'Something of one engine failed' }], {}, absent],
    [
      'before the first version',
      [{}],
      { versions: { first: 'v0.3.0', last: null } },
      'versions.first: v0.2.0 has it before v0.3.0 (name the first version)',
    ],
    [
      'in its first version',
      [{}],
      { versions: { first: 'v0.1.0', last: null } },
      'versions.first: v0.1.0 does not have it yet (the harvested versions have it from v0.2.0 on)',
    ],
    [
      'on its first day',
      [{ first: 'main@2026-07-28', lines: '3' }],
      { versions: { first: 'main@2026-06-15', last: null } },
      'main@2026-06-15 does not have it yet',
    ],
    [
      'any more',
      [{ last: 'v0.3.0', lines: '3 4' }],
      {},
      'versions.last: main@2026-07-28 does not have it any more (the harvested versions have it up to v0.3.0)',
    ],
    [
      'in its last version',
      [{ last: 'v0.2.0', lines: '3' }],
      { versions: { first: null, last: 'v0.3.0' } },
      'v0.3.0 does not have it any more',
    ],
  ];
  it.each(rows)('fails: not %s', (_, records, entry, expected) => {
    const found = faults(records, entry);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(expected);
  });
});

describe('two entries on one site', () => {
  const sites = [{ file: 'a.py', function: 'start', line: 3 }];

  it('fail where their words are the same but for the names of run-time parts', () => {
    const found = faults(
      [{}],
      { templates: [template(text, { sites })] },
      {
        templates: [template('Something of one engine failed: {reason}', { sites })],
      },
    );
    expect(found).toEqual([
      'a.py:3: "Something of one engine failed: {reason}" belongs to vllm/test/entry-1 too (one entry explains one message)',
    ]);
  });

  it('pass where the statement has one wording for each', () => {
    const other = 'Everything of one engine failed: {why}';
    expect(
      faults(
        [{}, { template: other }],
        { templates: [template(text, { sites })] },
        { templates: [template(other, { sites })] },
      ),
    ).toEqual([]);
  });
});

describe('a fact', () => {
  function weak(wording: string, context: string[]): string[] {
    const isWeak = () => true;
    const facts = { vllm: packFacts([record({ template: wording })], { versions, context, isWeak }) };
    return checkWeakFacts(facts).map(({ file, message }) => `${file}: ${message}`);
  }

  it.each(['Killed', '{a}: {b}', 'a b  c d  e f g', '{x} {{dead}}'])(
    'fails with few literal characters: %s',
    (wording) => {
      expect(weak(wording, [])).toHaveLength(1);
      expect(weak(wording, ['vllm/'])).toEqual([]);
    },
  );

  it.each(['Killed it', '{a} is not {b} and'])('passes with eight: %s', (wording) => {
    expect(weak(wording, [])).toEqual([]);
  });

  it('is named', () => {
    expect(weak('Killed', [])).toEqual(['facts/vllm.jsonl: "Killed" has 6 literal characters and needs no proof']);
  });
});
