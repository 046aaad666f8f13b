import { beforeAll, describe, expect, it } from 'vitest';
import type { Fact } from '../../server/src/core/harvest/fact';
import { createHarvester } from '../../server/src/core/harvest/harvester';
import { loadParsers } from '../../server/src/node/parsers';

let parse: Awaited<ReturnType<typeof loadParsers>>;

beforeAll(async () => {
  parse = await loadParsers();
});

function harvest(source: string, file = 'src/a.ts'): Fact[] {
  const harvester = createHarvester(parse);
  harvester.add(file, source);
  return harvester.facts();
}

describe('a site in TypeScript', () => {
  it.each<[source: string, template: string, kind: string, level: string | null, exception: string | null]>([
    [`throw new RangeError(\`no rank \${r.id} of \${n}\`);`, 'no rank {r.id} of {n}', 'raise', null, 'RangeError'],
    ['throw new errors.LinkError("it " + "broke");', 'it broke', 'raise', null, 'LinkError'],
    ['if (x) throw Error("no x");', 'no x', 'raise', null, 'Error'],
    ['return Promise.reject(new Error("it broke"));', 'it broke', 'raise', null, 'Error'],
    ['console.error("no %s here", name);', 'no {…} here', 'log', 'ERROR', null],
    [`this.logger.warn({ id }, \`slow: \${t}\`);`, 'slow: {t}', 'log', 'WARNING', null],
    ['console.log("{} is empty");', '{{}} is empty', 'log', 'INFO', null],
  ])('%s', (source, template, kind, level, exception) => {
    const found = harvest(source).map((fact) => [fact.template, fact.kind, fact.level, fact.exception]);
    expect(found).toEqual([[template, kind, level, exception]]);
  });

  it.each([
    'throw error;',
    'throw new Error(text);',
    'dialog.error("a text");',
    'new Map("a text");',
    'console.error(e);',
  ])('is not %s', (source) => {
    expect(harvest(source)).toEqual([]);
  });

  it.each([
    ['src/a.tsx', 'const f = () => <b>{g(() => { throw new Error("a text"); })}</b>;', 'f'],
    ['src/a.js', 'function* f() { throw new Error("a text"); }', 'f'],
    ['src/a.mts', 'class A { m<T>(x: T): void { throw new Error("a text"); } }', 'A.m'],
    ['src/a.cjs', 'throw new Error("a text");', '<module>'],
  ])('is found in %s', (file, source, name) => {
    expect(harvest(source, file).map((fact) => [fact.template, fact.function])).toEqual([['a text', name]]);
  });

  it('knows its condition', () => {
    expect(
      harvest('function f() {\n  if (a.b > c && !d(e)) {\n    throw new Error(\n"a text");\n}\n}')[0],
    ).toMatchObject({
      line: 3,
      endLine: 4,
      guards: ['a.b', 'c', 'e'],
    });
  });
});
