/** The example in each fix's doc block is what the fix does. */
import { describe, expect, it } from 'vitest';
import { fixes } from '../../server/src/core/fix/fixes/all';
import { checkFix, findingsOf } from './check';
import { exampleOf } from './examples';

describe('each fix', () => {
  it.each(fixes.map((fix) => [fix.id, fix] as const))('%s does what its documentation shows', (id, fix) => {
    const { language, before, after, applicability } = exampleOf(id);
    expect(fix.languages).toContain(language);
    if (applicability === 'display-only') {
      expect(after).toBeUndefined();
      expect(findingsOf(id, before).map((finding) => finding.applicability)).toEqual(['display-only']);
      return;
    }
    checkFix(id, before, after ?? '', applicability, language);
  });
});
