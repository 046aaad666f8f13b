import { describe, expect, it } from 'vitest';
import type { FactRecord } from '../../server/src/core/catalog/facts';
import { siteId, stemOf } from '../../server/src/core/catalog/siteId';
import type { Fact } from '../../server/src/core/harvest/fact';
import { mergeVersions } from '../../server/src/core/harvest/merge';

function fact(template: string, changes: Partial<Fact> = {}): Fact {
  return {
    template,
    kind: 'raise',
    level: null,
    exception: 'ValueError',
    file: 'p/core.py',
    function: 'Engine.start',
    line: 10,
    endLine: 10,
    guards: [],
    flags: [],
    wraps: [],
    ...changes,
  };
}

function idOf({ file, template, function: name, number }: FactRecord): string {
  return siteId(file, template, name, number);
}

/** Merges versions v1, v2 …; each record as one line of what matters. */
function merge(...versions: Fact[][]): string[] {
  const records = mergeVersions(versions.map((facts, i) => ({ version: `v${i + 1}`, facts })));
  const nameOf = new Map(records.map((record) => [idOf(record), record.template]));
  return records.map(
    ({ template, file, first, last, lines, becomes }) =>
      `${file} ${template} ${first}-${last ?? ''} ${lines}${becomes ? ` -> ${nameOf.get(becomes)}` : ''}`,
  );
}

describe('merging versions', () => {
  const text = 'No such rank {rank}';

  it('follows a wording by its function, whatever its line and the names of its holes', () => {
    const renamed = fact('No such rank {self.rank}', { line: 25 });
    expect(merge([fact(text)], [fact(text, { line: 12 })], [renamed])).toEqual([
      'p/core.py No such rank {self.rank} v1- 10 12 25',
    ]);
  });

  it('follows a file to another folder', () => {
    expect(merge([fact(text)], [fact(text, { file: 'p/v1/core.py' })])).toEqual([
      'p/v1/core.py No such rank {rank} v1- 10*2',
    ]);
  });

  it('does not take one __init__.py for another', () => {
    const files = ['p/__init__.py', 'q/__init__.py'].map((file) => fact(text, { file, function: '<module>' }));
    expect(merge(files.slice(0, 1), files.slice(1)).map((row) => row.slice(0, 13))).toEqual(
      files.map(({ file }) => file),
    );
  });

  it('keeps two files of one name apart', () => {
    const other = fact(text, { file: 'p/v1/core.py', line: 5 });
    expect(merge([fact(text)], [fact(text), other], [other])).toEqual([
      'p/core.py No such rank {rank} v1-v2 10*2',
      'p/v1/core.py No such rank {rank} v2- 5*2',
    ]);
  });

  it('keeps every line of a text that stands twice, and a gap', () => {
    expect(merge([fact(text), fact(text, { line: 20 })], [], [fact(text, { line: 11 })])).toEqual([
      'p/core.py No such rank {rank} v1- 10+20 0 11',
    ]);
  });

  it.each<[what: string, next: Fact]>([
    ['moved to another function', fact(text, { function: 'Engine.run' })],
    ['moved to another file', fact(text, { file: 'p/engine.py' })],
    ['raised as another class', fact(text, { exception: 'RankError' })],
    ['reworded', fact('There is no such rank {rank}')],
  ])('links what was %s', (_, next) => {
    expect(merge([fact(text)], [next]).filter((row) => row.includes('v1-v1'))).toEqual([
      `p/core.py ${text} v1-v1 10 -> ${next.template}`,
    ]);
  });

  it.each<[what: string, next: Fact[]]>([
    ['another text of the function', [fact('The engine has been stopped already')]],
    ['the same text, later', []],
    ['one of two that are as alike', [fact('No such rank {rank} here'), fact('No such rank {rank} there')]],
    ['a text that is logged', [fact('No such rank as {rank}', { kind: 'log', exception: null, level: 'ERROR' })]],
  ])('does not link %s', (_, next) => {
    const rows = merge([fact(text)], next, [fact(text, { function: 'later' })]);
    expect(rows.filter((row) => row.includes('v1-v1'))).toEqual([`p/core.py ${text} v1-v1 10`]);
  });

  it('leaves out what says too little', () => {
    expect(merge([fact('bad {x}'), fact('{a}: {b}')])).toEqual([]);
  });

  it('gives ids that do not change with lines, holes and later neighbours', () => {
    const ids = (...facts: Fact[]): string[] => mergeVersions([{ version: 'v1', facts }]).map(idOf);
    const [id = ''] = ids(fact(text));
    expect(id).toMatch(/^core\/[0-9a-f]{8}$/);
    expect(ids(fact('No such rank {r}', { line: 99, file: 'q/core.py' }))).toEqual([id]);
    expect(ids(fact(text, { function: 'Engine.run' }))).not.toEqual([id]);
    const later = mergeVersions([
      { version: 'v1', facts: [fact(text)] },
      { version: 'v2', facts: [fact(text), fact(text, { file: 'a/core.py' })] },
    ]);
    expect(later.map((record) => [record.file, idOf(record)])).toEqual([
      ['a/core.py', `${id}-2`],
      ['p/core.py', id],
    ]);
  });
});

describe('stemOf', () => {
  it.each([
    ['a/b.c/core.py', 'core'],
    ['core.tar.gz', 'core.tar'],
    ['a/.hidden', '.hidden'],
    ['a/Makefile', 'Makefile'],
  ])('%s', (file, stem) => {
    expect(stemOf(file)).toBe(stem);
  });
});
