/** `docs/decoding.md` names every form, kind and hint that the code knows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formReaders } from '../../server/src/core/decode/form/table';
import { kindReaders } from '../../server/src/core/decode/kind/table';
import { hints } from '../../server/src/core/decode/reading';

const text = readFileSync(join(import.meta.dirname, '../../docs/decoding.md'), 'utf8');

describe('the page on decoding', () => {
  test.each([...new Set(formReaders.flatMap((reader) => reader.forms))])('names the form %s', (form) => {
    expect(text).toContain(`\`${form}\``);
  });

  test.each([...new Set(kindReaders.flatMap((reader) => reader.kinds))])('names the kind %s', (kind) => {
    expect(text).toContain(`\`${kind}\``);
  });

  test.each(hints)('names the hint %s', (hint) => {
    expect(text).toContain(`\`${hint}\``);
  });
});

test('every row of the tables tells its source or shows an example', () => {
  expect(kindReaders.filter((reader) => reader.source === '')).toEqual([]);
  expect(formReaders.filter((reader) => reader.example === '')).toEqual([]);
});
