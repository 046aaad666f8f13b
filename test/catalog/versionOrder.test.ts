import { describe, expect, it } from 'vitest';
import { compareVersions, hasVersion } from '../../server/src/core/catalog/versionOrder';

describe('compareVersions', () => {
  it('goes by number, a candidate before its release, states of the main branch last and by day', () => {
    const sorted = [
      'v0.2.7',
      'v0.9.0rc1',
      'v0.9.0',
      'v0.9.0.1',
      'v0.10.0',
      'v2.29.3-1',
      'main@2026-05-28',
      'main@2026-06-02',
    ];
    for (const seed of [1, 3, 5]) {
      const shuffled = sorted.map((_, i) => sorted[(i * seed + 2) % sorted.length] ?? '');
      expect(shuffled.toSorted(compareVersions)).toEqual(sorted.filter((it) => shuffled.includes(it)));
    }
  });

  it.each(['', 'v', 'main@', 'v9'.repeat(1000), 'v1.2.3.4.5.6'])('bears %.20j', (text) => {
    expect(compareVersions(text, text)).toBe(0);
    expect(Number.isNaN(compareVersions(text, 'v1.0.0'))).toBe(false);
  });
});

it.each([
  [{ first: null, last: null }, 'v0.1.0', true],
  [{ first: 'v0.9.1', last: null }, 'v0.9.0', false],
  [{ first: 'v0.9.1', last: null }, 'v0.10.0', true],
  [{ first: 'v0.9.1', last: 'v0.10.2' }, 'v0.10.2', true],
  [{ first: 'v0.9.1', last: 'v0.10.2' }, 'v0.11.0', false],
  [{ first: 'main@2026-06-02', last: null }, 'v0.20.0', false],
])('hasVersion of %j and %s is %s', (versions, version, expected) => {
  expect(hasVersion(versions, version)).toBe(expected);
});
