import { describe, expect, it } from 'vitest';
import { createRuling, createTextRuling, harvestRulesSchema } from '../../server/src/core/harvest/rules';

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

  it('leave out a wording whatever its holes are called', () => {
    const isUnwanted = createTextRuling({ texts: [{ template: "No module named '{x}'", reason: 'Python says it' }] });
    expect(["No module named '{name}'", 'No module named {name}'].map(isUnwanted)).toEqual([true, false]);
  });

  it('need a reason for each glob', () => {
    const rules = { project: 'p', source: 'p/p', include: [{ glob: '**', reason: ' ' }] };
    expect(harvestRulesSchema.safeParse(rules).success).toBe(false);
  });
});
