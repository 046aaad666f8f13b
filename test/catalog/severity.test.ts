import { describe, expect, it } from 'vitest';
import { loaded } from '../support/wholeCatalog';

const { entries } = loaded.data;

/** What can be told by a machine of the rule on severities in CONTRIBUTING.md. */

/** Words with which an effect says that something stops or does not come up. */
const stops =
  /\b(starts?|ends?|ended|stops?|hangs?|dies|dead|gone|closes?|closed|killed|fails?|down|unusable|does not exist|not part|not loaded|shut|waits?|no more|no longer|nothing)\b/i;

describe('severities', () => {
  const of = (severity: string) => entries.filter((entry) => entry.severity === severity);

  it('are all used', () => {
    for (const severity of ['critical', 'error', 'warning', 'info']) expect(of(severity)).not.toHaveLength(0);
  });

  it.each(of('critical'))('$code is critical and says what stops', ({ effects }) => {
    expect(effects.some((effect) => stops.test(effect))).toBe(true);
  });

  it.each([...of('critical'), ...of('error')])(
    '$code failed, so it has a cause and a solution',
    ({ causes, solutions }) => {
      expect(causes).not.toHaveLength(0);
      expect(solutions).not.toHaveLength(0);
    },
  );

  it.each(of('info'))('$code is no cause and no error', ({ role, templates }) => {
    expect(role).not.toBe('cause');
    for (const { level } of templates) expect(['ERROR', 'CRITICAL']).not.toContain(level);
  });
});
