import { describe, expect, it } from 'vitest';
import { showShape, templateShape } from '../../server/src/core/source/shape';

describe('templateShape', () => {
  const rows: [string, string][] = [
    ['plain text', 'plain text'],
    ['a {b} c', 'a {…} c'],
    ['{a}{b}', '{…}'],
    ['{a[0]["x"]!r:>{width}} end', '{…} end'],
    ['{{literal}} and {hole}', '{literal} and {…}'],
    ['{{{hole}}}', '{{…}}'],
    ['unclosed { stays', 'unclosed { stays'],
    ['unopened } stays', 'unopened } stays'],
    ['', ''],
  ];
  it.each(rows)('of %j is %j', (template, expected) => {
    expect(showShape(templateShape(template))).toBe(expected);
  });
});
