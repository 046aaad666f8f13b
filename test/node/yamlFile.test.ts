import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { maxFileLength, parseYamlFile } from '../../server/src/yamlFile';

const schema = z.strictObject({
  name: z.string(),
  kind: z.enum(['one', 'two']).optional(),
  rows: z.array(z.strictObject({ n: z.number() })).default([]),
});

/** Problems as `line:column message`, or the value. */
function check(text: string): unknown {
  const parsed = parseYamlFile('f.yaml', text, schema);
  if ('value' in parsed) return parsed.value;
  return parsed.problems.map(({ line, column, message }) => `${line ?? '-'}:${column ?? '-'} ${message}`);
}

describe('what is read', () => {
  it.each([
    ['name: a\nrows:\n  - n: 1\n', { name: 'a', rows: [{ n: 1 }] }],
    ['{"name": "a", "kind": "one"}', { name: 'a', kind: 'one', rows: [] }],
    ['name: |\n  [[[{{{ code\n', { name: '[[[{{{ code\n', rows: [] }],
  ])('%j', (text, value) => {
    expect(check(text)).toEqual(value);
  });
});

describe('faults and their places', () => {
  it.each([
    ['kind: one', ['1:1 name: missing']],
    ['name: a\nrows:\n  - n: x', ['3:8 rows.0.n: Invalid input: expected number, received string']],
    ['name: a\nrows:\n  - {}', ['3:5 rows.0.n: missing']],
    ['name: a\nkind: three', ['2:7 kind: Invalid option: expected one of "one"|"two"']],
    ['name: a\nmore: 1', ['1:1 Unrecognized key: "more"']],
    ['name: a: b', ['1:7 not valid YAML: Nested mappings are not allowed in compact mappings']],
    ['', ['-:- Invalid input: expected object, received null']],
    ['a: &x [1]\nname: *x', ['-:- not readable: Alias resolution is disabled']],
  ])('%j', (text, problems) => {
    expect(check(text)).toEqual(problems);
  });
});

describe('hostile files are refused at once', () => {
  it.each([
    ['flow sequences', '['.repeat(100_000)],
    ['flow mappings', '{'.repeat(100_000)],
    ['brackets with false ends in quotes', '[",]",'.repeat(100_000)],
    ['compact sequences', '- '.repeat(100_000)],
    ['compact keys', '? '.repeat(100_000)],
    ['indentation', Array.from({ length: 1300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ])('nested %s', (_what, text) => {
    expect(check(text)).toEqual(['-:- values are nested deeper than 100 levels']);
  });

  it('too long', () => {
    expect(check('x'.repeat(maxFileLength + 1))).toEqual([`-:- the file is longer than ${maxFileLength} characters`]);
  });
});
