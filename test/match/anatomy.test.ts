import { describe, expect, it } from 'vitest';
import { partsOf, tracebacksOf } from '../../server/src/core/match/anatomy';
import { decode, encode } from '../../server/src/core/match/bytes';

/** `kind:text` of each part. */
function parts(text: string): string[] {
  const bytes = encode(text);
  return partsOf(bytes).map(({ kind, start, end }) => `${kind}:${decode(bytes, start, end)}`);
}

describe('parts of a line', () => {
  it.each([
    [
      '(EngineCore_DP0 pid=972) ERROR 07-22 08:14:55 [core.py:708] EngineCore failed to start.',
      ['process:(EngineCore_DP0 pid=972)', 'level:ERROR', 'time:07-22 08:14:55', 'source:[core.py:708]'],
    ],
    ['[rank0]: torch.OutOfMemoryError: CUDA out of memory.', ['process:[rank0]:', 'exception:torch.OutOfMemoryError']],
    ['Caused by: ValueError: No memory', ['exception:ValueError']],
    [
      'node-1:13740:13741 [7] misc/shmutils.cc:72 NCCL WARN Call failed',
      ['process:node-1:13740:13741 [7]', 'source:misc/shmutils.cc:72', 'source:NCCL', 'level:WARN'],
    ],
    [
      'INFO:     127.0.0.1:5312 - "GET /health HTTP/1.1" 200 OK',
      ['level:INFO:', 'noise:127.0.0.1:5312 - "GET /health HTTP/1.1" 200 OK'],
    ],
    ['INFO:     127.0.0.1:5312 - "GET /v1 HTTP/1.1" 404 Not Found', ['level:INFO:']],
    [
      'DEBUG 07-22 08:14:55 [a.py:1] Polling',
      ['level:DEBUG', 'time:07-22 08:14:55', 'source:[a.py:1]', 'noise:Polling'],
    ],
    ['\u001b[31mERROR\u001b[0m 07-22 08:14:55 [a.py:1] é', ['level:ERROR', 'time:07-22 08:14:55', 'source:[a.py:1]']],
    ['just words', []],
    ['', []],
  ])('%s', (line, expected) => {
    expect(parts(line)).toEqual(expected);
  });

  it('carry the level of their line', () => {
    const levels = partsOf(encode('WARNING 07-22 08:14:55 [a.py:1] x\n[b.py:2] y')).map(({ level }) => level);
    expect(levels).toEqual(['WARNING', 'WARNING', 'WARNING', null]);
  });

  it('stand in order and never over each other, whatever the text', () => {
    const hostile = [
      '(((',
      '[[[',
      'ERROR:',
      ' HTTP/1.1" 200',
      '\u001b[',
      'é\ud834\udd1e',
      'A: B: C: ',
      '\r',
      '12:00:00 ',
    ];
    const text = Array.from(
      { length: 3000 },
      (_, i) => hostile[(i * 7919) % hostile.length] + (i % 13 ? '' : '\n'),
    ).join('');
    let last = 0;
    for (const { start, end } of partsOf(encode(text))) {
      expect(start).toBeGreaterThanOrEqual(last);
      expect(end).toBeGreaterThan(start);
      last = end;
    }
  });
});

/** First and last line of each traceback, 0-based. */
function tracebacks(...lines: string[]): string[] {
  const bytes = encode(lines.join('\n'));
  const lineOf = (at: number): number => decode(bytes, 0, at).split('\n').length - 1;
  return tracebacksOf(bytes).map(({ start, end }) => `${lineOf(start)}-${lineOf(end)}`);
}

const head = 'Traceback (most recent call last):';

describe('tracebacks', () => {
  it('reach from their head to the exception', () => {
    expect(
      tracebacks('before', head, '  File "a.py", line 1, in f', '    g()', '    ^^^', 'ValueError: x', 'after'),
    ).toEqual(['1-5']);
  });

  it('are found behind the prefix that vLLM repeats on each line', () => {
    const prefix = '(EngineCore pid=7) ERROR 07-22 08:14:55 [core.py:708] ';
    expect(
      tracebacks(...[head, '  File "a.py", line 1, in f', '    g()', 'ValueError: x'].map((line) => prefix + line)),
    ).toEqual(['0-3']);
  });

  it('of two processes are told apart', () => {
    expect(
      tracebacks(
        `(A pid=1) ${head}`,
        `(B pid=2) ${head}`,
        '(A pid=1)   File "a.py", line 1, in f',
        '(B pid=2)   File "b.py", line 1, in f',
        '(A pid=1) ValueError: x',
        '(B pid=2) KeyError: y',
      ),
    ).toEqual(['0-4', '1-5']);
  });

  it('that are chained are one each', () => {
    const between = 'During handling of the above exception, another exception occurred:';
    expect(
      tracebacks(head, '  File "a.py", line 1', 'A: x', '', between, '', head, '  File "b.py", line 2', 'B: y'),
    ).toEqual(['0-2', '6-8']);
  });

  it('that the log cuts off are none', () => {
    expect(tracebacks(head, '  File "a.py", line 1, in f', '    g()')).toEqual([]);
  });
});
