import { describe, expect, test } from 'vitest';
import { createCatalog } from '../../server/src/core/catalog/catalog';
import { cpuTime } from '../support/cpuTime';
import { entryWith } from '../support/entry';

const catalog = createCatalog({
  entries: [
    entryWith({ code: 'vllm/test/soup', title: 'Soup', summary: 'Too hot.', meaning: 'A kettle boils over.' }),
    entryWith({
      code: 'vllm/test/kettle',
      title: 'Kettle',
      summary: 'Too cold.',
      meaning: 'A soup waits. Water stays.',
    }),
  ],
  pins: {},
  triggers: {},
});

/** Names of the entries that are found, best first. */
function found(...words: string[]): (string | undefined)[] {
  return catalog.search(words).map(({ code }) => code.split('/').at(-1));
}

describe('search', () => {
  test.each<[string[], string[]]>([
    [['Soup'], ['soup', 'kettle']],
    [['soup', 'water'], ['kettle']],
    [['soup', 'absent'], []],
    [
      ['', 'too', ''],
      ['kettle', 'soup'],
    ],
    [[''], []],
    [['__proto__'], []],
  ])('%j', (words, names) => {
    expect(found(...words)).toEqual(names);
  });

  test('a word said twice weighs once', () => {
    // `kettle` is in the title of one entry, `soup` in that of the other; equal weights leave the order to the codes.
    expect(found('kettle', 'soup')).toEqual(['kettle', 'soup']);
    expect(found('kettle', 'soup', 'SOUP', 'soup')).toEqual(['kettle', 'soup']);
  });

  test('a word pasted half a million times is looked for once', () => {
    const before = cpuTime();
    expect(catalog.search(Array.from({ length: 500_000 }, () => 'soup'))).toHaveLength(2);
    expect(cpuTime() - before).toBeLessThan(2000);
  });
});
