import { describe, expect, it } from 'vitest';
import {
  linesByVersion,
  placeIn,
  type SiteHistory,
  standsIn,
  versionsAround,
  versionsAt,
} from '../../server/src/core/catalog/history';

const versions = ['v0.6.4', 'v0.6.6', 'v0.8.5.post1', 'v0.10.1.1', 'v0.11.0', 'main@2026-06-15', 'main@2026-07-28'];

/** In old.py from v0.6.6 to v0.10.1.1, at two lines in v0.8.5.post1; in new.py in v0.11.0 and the later states. */
const history: SiteHistory = {
  versions,
  places: [
    { file: 'a/old.py', function: 'f', exception: null, first: 1, lines: '7 9+20 12' },
    { file: 'a/new.py', function: 'g', exception: null, first: 4, lines: '30*2 0' },
  ],
};

describe('lines of a place', () => {
  it.each<[lines: string, expected: (readonly number[])[]]>([
    ['7', [[7]]],
    ['7*3', [[7], [7], [7]]],
    ['9+20 0 4', [[9, 20], [], [4]]],
    ['', [[]]],
  ])('%j', (lines, expected) => {
    expect(linesByVersion({ file: 'a.py', function: 'f', exception: null, first: 2, lines })).toEqual(
      expected.map((numbers, i) => ({ version: 2 + i, lines: numbers })),
    );
  });

  it('are bounded in a table that others made', () => {
    expect(
      linesByVersion({ file: 'a.py', function: 'f', exception: null, first: 0, lines: '7*999999999999' }).length,
    ).toBeLessThan(1e4);
  });
});

describe('the place in a version', () => {
  it.each<[version: number, expected: unknown]>([
    [0, undefined],
    [2, { version: 'v0.8.5.post1', file: 'a/old.py', function: 'f', line: 9 }],
    [5, { version: 'main@2026-06-15', file: 'a/new.py', function: 'g', line: 30 }],
    [6, undefined],
  ])('%d', (version, expected) => {
    expect(placeIn(history, version)).toEqual(expected);
  });

  it('is found by its line', () => {
    expect(versionsAt(history, (file) => file.endsWith('old.py'), 20)).toEqual([2]);
    expect(versionsAt(history, (file) => file.endsWith('new.py'), 30)).toEqual([4, 5]);
    expect(versionsAt(history, () => false, 30)).toEqual([]);
  });
});

describe('a stated version', () => {
  it.each<[stated: string, around: [number, number] | undefined]>([
    ['0.11.0', [4, 4]],
    ['v0.8.5.post1', [2, 2]],
    ['0.8.5', [1, 2]],
    ['0.6.5', [0, 1]],
    ['0.11.0+cu128', [4, 4]],
    ['0.11.0rc2', [3, 4]],
    ['0.11.1rc2.dev12+g1234567', [4, 5]],
    ['0.10.1.1', [3, 3]],
    ['0.10.1', [2, 3]],
    ['0.23.0', [4, 5]],
    ['0.1.dev1+g9b9fc40', undefined],
    ['dev', undefined],
    ['', undefined],
  ])('%s', (stated, around) => {
    expect(versionsAround(versions, stated)).toEqual(around);
  });

  it.each<[stated: string, stands: boolean | undefined]>([
    ['0.6.4', false],
    // Nothing was read between v0.6.4, which lacks it, and v0.6.6, which has it.
    ['0.6.5', undefined],
    ['0.6.6', true],
    ['0.8.4', true],
    ['0.11.0', true],
    ['0.1.dev1', undefined],
  ])('%s has the text: %s', (stated, stands) => {
    expect(standsIn(history, stated)).toBe(stands);
  });

  it('that is the newest one known is taken as it is', () => {
    expect(versionsAround(['v0.1.0', 'v0.2.0'], '0.3.0')).toEqual([1, 1]);
  });
});
