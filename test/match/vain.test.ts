import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encode } from '../../server/src/core/match/bytes';
import type { Match } from '../../server/src/core/match/match';
import { createMatcher } from '../../server/src/core/match/matcher';
import { indexSites } from '../../server/src/core/match/wordings';
import { site } from './sites';

const sites = [
  site('Failed to load the weights of {name}', { code: 'a/log', statement: 'log', level: 'ERROR' }),
  site('speculative decoding is turned off for {name}: {reason}', { code: 'a/raise', exception: 'ValueError' }),
  site('{backend} cannot be used with speculative layers', { code: 'a/hole', exception: 'RuntimeError' }),
  site('reading the configuration failed', { code: 'a/plain', statement: 'log', level: 'WARNING' }),
  site('Loading the configuration of {name} took {time} seconds', { code: 'a/mild', statement: 'log', level: 'INFO' }),
];
/** Beside another index nothing is marked as vain, so that every hit is compared. */
const unmarked = createMatcher([
  indexSites(sites),
  indexSites([site('no log of this test holds this', { code: 'b/b' })]),
]);
const marked = createMatcher([indexSites(sites)]);

const heads = [
  '(EngineCore_DP0 pid=972) INFO 07-22 08:14:55 [core.py:708] ',
  '(EngineCore_DP0 pid=972) ERROR 07-22 08:14:55 [core.py:708] ',
  '(EngineCore_DP0 pid=972) INFO 07-22 08:14:55 [core.py:709] ',
  '(Worker_TP1 pid=1107) WARNING 07-22 08:14:56 [utils.py:7] ',
  'INFO 07-22 08:14:55 [core.py:708] ',
  '(EngineCore_DP0 pid=972) [rank0]: ',
  '(EngineCore_DP0 pid=972) INFO:     ',
  '',
];
const parts = [
  'Failed to load the weights of 7B',
  'Failed to load the weig',
  'speculative decoding is turned off for m: why',
  'the model cannot be used with speculative layers',
  'cannot be used with speculative layers',
  'reading the configuration failed',
  'Loading the configuration of x took 3 seconds',
  'and then',
  'Error',
  'ERROR',
  'Caused by: ',
  'ValueError: ',
  'BadRequestError: 400 ',
  'reason:',
  'File "/v/core.py", line 7, in run',
  'Traceback (most recent call last):',
  "prompt: '",
  "', params: n=1",
  'detail="',
  '",',
  "('",
  'key=',
  ' - ',
  '[pod/a]',
  'torch.OutOfMemoryError',
  '[repeated 7x across cluster]',
  'Jul 22 08:14:55',
  '  ',
  '\\n',
  '...',
];
const line = fc
  .tuple(
    fc.constantFrom(...heads, heads[0] ?? '', heads[1] ?? ''),
    fc.array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom(' ', ' ', '')), { minLength: 1, maxLength: 6 }),
  )
  .map(([head, words]) => head + words.flat().join(''));
const log = fc.array(line, { minLength: 2, maxLength: 8 }).map((lines) => `\n${lines.join('\n')}\n`);

const told = ({ span, site: { code }, confidence, nested, captures }: Match): string =>
  `${span.start}-${span.end} ${code} ${confidence} ${nested} ${captures.map(({ text }) => text)}`;

describe('hits that are told to be in vain', () => {
  it('are those of which none is an answer', () => {
    const text = (lines: string): Uint8Array => encode(lines);
    fc.assert(
      fc.property(log, (lines) => {
        const all = unmarked.match(text(lines), { level: 'WARNING' }).map(told);
        expect(marked.match(text(lines), { level: 'WARNING' }).map(told)).toEqual(all);
      }),
      { seed: 9, numRuns: 300 },
    );
  });

  it('are told of usual lines, also where they quote a text, and of no others', () => {
    const { index } = indexSites(sites);
    const isVain = (lines: string): boolean[] => {
      const bytes = encode(lines);
      return index
        .search(bytes, { start: 0, end: bytes.length, limit: bytes.length, isLog: true }, 'severe')
        .map(({ vain }) => vain);
    };
    const text = "prompt: 'and then reading the configuration failed', params: n=1\n";
    const [usual = '', other] = [heads[0], heads[5]];
    expect(isVain(`\n${usual}Received ${text}`)).toEqual([true, true]);
    expect(isVain(`\n${other}Received ${text}`)).toEqual([false, false]);
    expect(isVain(`\n${usual}Received ${text.replace('and then ', '')}`)).toEqual([false, false]);
    // The line before has the same prefix, so that its message may go on.
    const near = `${usual}so reading the configuration failed now\n`;
    expect(isVain(`\n${near}`)).toEqual([true, true]);
    expect(isVain(`\n${usual}so\n${near}`)).toEqual([false, false]);
  });
});
