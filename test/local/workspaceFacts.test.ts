import { describe, expect, it } from 'vitest';
import { faultIn, type JsonPath, placeOfValue } from '../../server/src/core/local/jsonPlaces';
import { readWorkspaceFacts } from '../../server/src/core/local/workspaceFacts';
import { cpuTime } from '../support/cpuTime';

const fact = {
  template: 'Pricing service for table {table} answered nonsense',
  kind: 'log',
  level: 'ERROR',
  file: 'app/server.py',
  function: 'price',
  line: 7,
};

describe('a place in JSON', () => {
  it.each<[text: string, fault: number | undefined]>([
    ['{"a": [1, 2.5e3, -0, "x\\u00e4\\n", true, null, {}]}', undefined],
    ['', 0],
    ['{"a": 1', 7],
    ['{"a" 1}', 5],
    ['{"a": 01}', 7],
    ['[1, 2,]', 6],
    ["{'a': 1}", 1],
    ['{"a": "x\ty"}', 6],
    ['{"a": 1} b', 9],
    ['nul', 0],
  ])('of the first fault in %j is %j', (text, fault) => {
    let isJson = true;
    try {
      JSON.parse(text);
    } catch {
      isJson = false;
    }
    expect(isJson).toBe(fault === undefined);
    expect(faultIn(text)).toBe(fault);
  });

  it.each<[text: string, path: JsonPath, found: string]>([
    ['{"a": {"b": [10, 20]}}', ['a', 'b', 1], '20'],
    ['[1, "x", {"b": 3}]', [2, 'b'], '3'],
    ['{"a": 1}', [], '{"a": 1}'],
    ['{"a": {"c": 1}}', ['a', 'b'], '{"c": 1}'],
    ['{"b": {"x": 9}, "a": {"x": 1}}', ['a', 'x'], '1'],
  ])('of a value in %s at %j', (text, path, found) => {
    expect(text.slice(placeOfValue(text, path)).startsWith(found)).toBe(true);
  });

  it('is found without running out of stack', () => {
    expect(faultIn('['.repeat(100_000))).toBe(16);
  });
});

describe('facts of a workspace', () => {
  it('are read as harvest prints them', () => {
    const row = { project: 'app', ref: 'v1', ...fact, exception: null, endLine: 9, guards: [], flags: [], wraps: [] };
    const { facts, faults } = readWorkspaceFacts(`${JSON.stringify(row)}\n\n${JSON.stringify(fact)}\r\n`);
    expect(faults).toEqual([]);
    const { template, kind, level, file, function: name, line } = fact;
    const place = { template, kind, level, exception: null, file, function: name, line, digest: 0 };
    expect(facts).toEqual([
      { ...place, endLine: 9 },
      { ...place, endLine: 7 },
    ]);
  });

  it('are read as harvest --merge prints them, at the line of the last version', () => {
    const text = '"app/server.py"\n["price","raise SoupError","The soup of {cook} is cold","v1..v3","4*2 9"]\n';
    expect(readWorkspaceFacts(text)).toEqual({
      facts: [
        {
          template: 'The soup of {cook} is cold',
          kind: 'raise',
          level: null,
          exception: 'SoupError',
          file: 'app/server.py',
          function: 'price',
          line: 9,
          endLine: 9,
          digest: 0,
        },
      ],
      faults: [],
    });
  });

  it.each<[what: string, row: string, at: string, message: RegExp]>([
    ['no JSON', '{"template": "x",}', '}', /^not valid JSON$/],
    ['a value of a wrong type', JSON.stringify({ ...fact, line: 'seven' }), '"seven"', /^line: /],
    ['a kind that there is not', JSON.stringify({ ...fact, kind: 'shout' }), '"shout"', /^kind: Invalid option/],
    ['a line before the first', JSON.stringify({ ...fact, line: 0 }), '0}', /^line: /],
    ['a number', '7', '7', /expected object/],
    ['a message that proves nothing', JSON.stringify({ ...fact, template: '{a}: no {b}' }), '"{a}', /has 3 literal/],
    ['a record without a file', '["f","raise X","Something is wrong here","v1","4"]', '[', /names the file/],
  ])('that are %s are told with their place', (_what, row, at, message) => {
    const { facts, faults } = readWorkspaceFacts(`${JSON.stringify(fact)}\n${row}\n`);
    expect(facts).toHaveLength(1);
    expect(faults).toEqual([{ line: 2, column: row.indexOf(at) + 1, message: expect.stringMatching(message) }]);
  });

  it('of a record are told at the item of its list', () => {
    const row = '["f","raise X","Something is wrong here","v1","four"]';
    const { faults } = readWorkspaceFacts(`"a.py"\n${row}\n`);
    expect(faults).toEqual([
      { line: 2, column: row.indexOf('"four"') + 1, message: expect.stringMatching(/^lines: /) },
    ]);
  });

  it('are taken up to a bound, and so are their faults', () => {
    const start = cpuTime();
    const many = readWorkspaceFacts(`${JSON.stringify(fact)}\n`.repeat(60_000));
    expect(many.facts).toHaveLength(50_000);
    expect(many.faults).toEqual([{ line: 50_001, column: 1, message: 'only the first 50000 facts are read' }]);
    const bad = readWorkspaceFacts('nonsense\n'.repeat(1_000_000));
    expect(bad.faults).toHaveLength(101);
    expect(bad.faults.at(-1)?.message).toBe('more faults are not listed');
    const long = readWorkspaceFacts(`"${'a'.repeat(10_000_000)}"\n`);
    expect(long.faults).toEqual([{ line: 1, column: 1, message: 'the line is longer than 65536 characters' }]);
    expect(cpuTime() - start).toBeLessThan(10_000);
  });
});
