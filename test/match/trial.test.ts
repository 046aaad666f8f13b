import { describe, expect, it } from 'vitest';
import { createMatcher } from '../../server/src/core/match/matcher';
import { checker } from './check';
import { site } from './sites';

const frame = site('Unexpected frame! received_frame = {received_frame}', {
  code: 'vllm/frame',
  exception: 'HandshakeError',
});
const timeout = site('Timed out waiting for load_ready_flag[{flag}]; adjust with {key}', {
  code: 'vllm/flag',
  statement: 'log',
  exception: null,
  level: 'WARNING',
});
const io = site('IO error: {0}', { code: 'bench/io', statement: 'display', context: ['Benchmark failed'] });
const { reasons } = checker(frame, timeout, io);

describe('a line without a match says why', () => {
  it.each([
    [
      'another letter',
      'HandshakeError: Unexpected framing! received_frame = []',
      'vllm/frame',
      'differs after “Unexpected fram”',
    ],
    [
      'a part that is missing',
      'WARNING 07-22 08:14:55 [a.py:1] Timed out waiting for load_ready_flag[3] to be set',
      'vllm/flag',
      'missing',
    ],
    ['a text that is cut', 'HandshakeError: Unexpected fra...', 'vllm/frame', 'ends too early'],
    ['a context that is missing', 'IO error: disk full', 'bench/io', 'Benchmark failed'],
    ['a sentence around it', 'I once had Unexpected frame! received_frame = [] here', 'vllm/frame', 'begin'],
  ])('%s', (_, line, code, reason) => {
    expect(reasons(line)[code]).toContain(reason);
  });

  it('and nothing of what has nothing to do with it', () => {
    expect(reasons('INFO:     Application startup complete.')).toEqual({});
  });

  it('and what was taken off and looked up', () => {
    const trial = createMatcher([frame]).trial(
      new TextEncoder().encode('x\n(Worker pid=1) ERROR 07-22 08:14:55 [a.py:1] m.HandshakeError: Unexpected fr\ny'),
      20,
    );
    expect(trial.message).toBe('Unexpected fr');
    expect(trial.peeled).toEqual(['process', 'level', 'time', 'source-tag']);
  });
});
