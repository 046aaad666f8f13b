/** The example in each fix's doc block is what the fix does. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixes } from '../../server/src/core/fix/fixes/all';
import { checkFix, findingsOf } from './check';

/** The doc block of a fix without its comment margin. */
function documentation(id: string): string[] {
  const source = readFileSync(`server/src/core/fix/fixes/${id}.ts`, 'utf8');
  return source
    .slice(source.indexOf('/**'), source.indexOf('*/'))
    .split('\n')
    .map((line) => line.replace(/^ \* ?/, ''));
}

/** The fenced code after a heading; undefined without one. */
function example(block: readonly string[], heading: string): { language: string; code: string } | undefined {
  const heads = block.indexOf(`${heading}:`);
  if (heads < 0) return undefined;
  const close = block.indexOf('```', heads + 2);
  return {
    language: block[heads + 1]?.slice(3) ?? '',
    code: `${block.slice(heads + 2, close).join('\n')}\n`,
  };
}

describe('each fix', () => {
  it.each(fixes.map((fix) => [fix.id, fix] as const))('%s does what its documentation shows', (id, fix) => {
    const block = documentation(id);
    const before = example(block, 'Before');
    const after = example(block, 'After');
    expect(fix.languages).toContain(before?.language);
    if (block.includes('Explained only.')) {
      expect(after).toBeUndefined();
      expect(findingsOf(id, before?.code ?? '').map((finding) => finding.applicability)).toEqual(['display-only']);
      return;
    }
    const applicability = block.some((line) => line.startsWith('Offered as unsafe')) ? 'unsafe' : 'safe';
    checkFix(id, before?.code ?? '', after?.code ?? '', applicability, before?.language);
  });
});
