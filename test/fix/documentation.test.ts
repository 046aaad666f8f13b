/** The example in each fix's doc block is what the fix does. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixes } from '../../server/src/core/fix/fixes/all';
import { checkFix } from './check';

/** The fenced code after a heading of the doc block, its comment margin removed. */
function example(source: string, heading: string): { language: string; code: string } {
  const block = source
    .slice(source.indexOf('/**'), source.indexOf('*/'))
    .split('\n')
    .map((line) => line.replace(/^ \* ?/, ''));
  const open = block.indexOf(`${heading}:`) + 1;
  const close = block.indexOf('```', open + 1);
  return { language: block[open]?.slice(3) ?? '', code: `${block.slice(open + 1, close).join('\n')}\n` };
}

describe('each fix', () => {
  it.each(fixes.map((fix) => [fix.id, fix] as const))('%s does what its documentation shows', (id, fix) => {
    const source = readFileSync(`server/src/core/fix/fixes/${id}.ts`, 'utf8');
    const before = example(source, 'Before');
    expect(fix.languages).toContain(before.language);
    checkFix(id, before.code, example(source, 'After').code, 'safe', before.language);
  });
});
