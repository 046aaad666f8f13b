import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encode } from '../../server/src/core/match/bytes';
import { peel } from '../../server/src/core/match/prefix/peel';
import { isOfAnother } from '../../server/src/core/match/prefix/process';

const parts = [
  '(EngineCore_DP0 pid=972)',
  '(Worker pid=1, ip=10.0.0.7)',
  '(May pid=3)',
  '(ä pid=4)',
  '()',
  'ERROR',
  'INFO:',
  'WARNING',
  'DEBUGGER',
  'CRITICAL',
  '07-22 08:14:55',
  '07-22 08:14:55.123',
  '07/22 08:14:55',
  '07-22',
  '08:14:55',
  '[core.py:708]',
  '[v1/core.py:12 run]',
  '[core.rs:708]',
  '[0;36m.py:1]',
  '[pod/vllm-0]',
  '[rank0]:',
  'vllm.engine',
  'message',
  'Jul',
  'stdout',
  'Worker',
  'worker:',
  '--',
  'host:1:1',
  '\t',
  '',
];
const line = fc
  .array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom(' ', ' ', ' ', '  ', '')), { maxLength: 7 })
  .map((pairs) => pairs.flat().join(''));

const read = (text: string, usual: boolean) => {
  const { facts, ...prefix } = peel(encode(text), encode(text).length, usual);
  const { level, processes, logger, tag, time } = facts;
  return { ...prefix, level, processes, logger, tag, time };
};

describe('the usual prefix', () => {
  it('is what the layers take one after the other', () => {
    fc.assert(
      fc.property(line, fc.boolean(), (rest, isUsual) => {
        const text = isUsual ? `(EngineCore_DP0 pid=972) ERROR 07-22 08:14:55 [core.py:708] ${rest}` : rest;
        expect(read(text, true)).toEqual(read(text, false));
      }),
      { seed: 4, numRuns: 3000 },
    );
  });

  it('names another process only where reading the line names one', () => {
    fc.assert(
      fc.property(line, line, (text, other) => {
        const process = peel(encode(other), encode(other).length).facts.processes.join(' ');
        const bytes = encode(text);
        const own = peel(bytes, bytes.length).facts.processes.join(' ');
        if (process !== '' && isOfAnother(bytes, 0, bytes.length, process))
          expect([own !== '', own === process]).toEqual([true, false]);
      }),
      { seed: 4, numRuns: 3000 },
    );
  });

  it.each([
    ['(Worker_TP0 pid=7) INFO', 'Worker_TP1 pid=8', true],
    ['(Worker_TP0 pid=7) INFO', 'Worker_TP0 pid=7', false],
    ['(Worker_TP0 pid=7) INFO', 'Worker_TP0 pid=7 rank0', false],
    ['(Worker_TP0 pid=71) INFO', 'Worker_TP0 pid=7', false],
    ['Worker_TP0 pid=7) INFO', 'Worker_TP1 pid=8', false],
  ])('of %j is another than that of %j: %j', (text, process, expected) => {
    expect(isOfAnother(encode(text), 0, encode(text).length, process)).toBe(expected);
  });
});
