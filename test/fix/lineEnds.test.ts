/** What a change writes has the line ends and the indentation of its file, in each language. */
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../server/src/core/fix/fixer';
import { fixes } from '../../server/src/core/fix/fixes/all';
import { findingsOf } from './check';
import { languageExamples } from './languageExamples';

/** What all changes that are offered together make of a text. */
function changed(fix: string, text: string, language: string): string {
  return applyEdits(
    text,
    findingsOf(fix, text, language).flatMap(({ edits }) => edits),
  );
}

const changing = languageExamples.filter(({ applicability }) => applicability !== 'display-only');

describe('each fix in each language', () => {
  it('has an example', () => {
    expect(new Set(languageExamples.map(({ fix }) => fix)).size).toBe(fixes.length);
  });

  it.each(changing.map((example) => [example.fix, example.language, example] as const))(
    '%s in %s keeps carriage returns',
    (fix, language, { before }) => {
      const after = changed(fix, before, language);
      expect(after).not.toBe(before);
      expect(changed(fix, before.replaceAll('\n', '\r\n'), language)).toBe(after.replaceAll('\n', '\r\n'));
    },
  );

  it.each(changing.filter(({ language }) => language === 'python').map((example) => [example.fix, example] as const))(
    '%s in Python keeps tabs',
    (fix, { before }) => {
      const tabbed = (text: string) => text.replace(/^(?: {4})+/gm, (blanks) => '\t'.repeat(blanks.length / 4));
      const after = changed(fix, before, 'python');
      expect(changed(fix, tabbed(before), 'python')).toBe(tabbed(after));
    },
  );
});
