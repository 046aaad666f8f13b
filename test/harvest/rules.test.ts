import { describe, expect, it } from 'vitest';
import { createRuling, createTextRuling, harvestRulesSchema } from '../../server/src/core/harvest/rules';
import type { Level } from '../../server/src/core/match/match';

const ruling = createRuling({
  include: [
    { glob: 'p/**/*.py', reason: 'the package' },
    { glob: 'src/*.rs', reason: 'the server' },
  ],
  exclude: [
    { glob: '**/tests/**', reason: 'tests' },
    { glob: 'p/a+b/**', reason: 'a copy' },
    { glob: '**/test_*.py', reason: 'tests' },
  ],
});

describe('rules', () => {
  it.each<[path: string, taken: boolean, glob?: string]>([
    ['p/core.py', true],
    ['p/q/r/core.py', true],
    ['p/core.pyi', false],
    ['x/p/core.py', false],
    ['src/a.rs', true],
    ['src/b/a.rs', false],
    ['p/tests/core.py', false, '**/tests/**'],
    ['p/test_core.py', false, '**/test_*.py'],
    ['p/latest_core.py', true],
    ['p/a+b/core.py', false, 'p/a+b/**'],
    ['p/aab/core.py', true],
  ])('decide on %s', (path, taken, glob) => {
    expect(ruling(path)).toEqual(glob === undefined ? { taken } : { taken, glob });
  });

  it.each<[template: string, level: Level | null, unwanted: boolean]>([
    ["No module named '{name}'", null, true],
    ["No module named '{name}'\n", null, true],
    ['No module named {name}', null, false],
    ['The module is read', 'DEBUG', true],
    ['The module is read', 'INFO', false],
  ])('leave out for its wording, whatever its holes are called, or its level: %s, %s', (template, level, unwanted) => {
    const texts = [{ template: "No module named '{x}'", reason: 'Python says it' }];
    expect(createTextRuling({ texts, lowest: 'INFO' })({ template, level })).toBe(unwanted);
  });

  it('take a version of which only the released package could be had', () => {
    const rules = { project: 'a_b-c', source: 'p/p', include: [{ glob: '**', reason: 'all' }] };
    const points = [{ version: 'v1.0.0', date: '2026-01-01' }];
    expect(harvestRulesSchema.parse({ ...rules, points }).points).toEqual(points);
  });

  it('need a reason for each glob', () => {
    const rules = { project: 'p', source: 'p/p', include: [{ glob: '**', reason: ' ' }] };
    expect(harvestRulesSchema.safeParse(rules).success).toBe(false);
  });
});
