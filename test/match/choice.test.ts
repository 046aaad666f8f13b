import { describe, expect, it } from 'vitest';
import { checker } from './check';
import { site } from './sites';

const parsers = ['hermes', 'llama', 'pythonic'].map((name) =>
  site('Error trying to handle streaming tool call.', {
    code: `vllm/${name}`,
    statement: 'log',
    exception: null,
    level: 'ERROR',
    file: `vllm/tool_parsers/${name}_tool_parser.py`,
    function: `${name}.extract_tool_calls_streaming`,
  }),
);

describe('among sites with the same text the surroundings decide', () => {
  const { one } = checker(...parsers);
  const text = 'Error trying to handle streaming tool call.';

  it.each([
    ['the source tag', `ERROR 07-24 10:16:06 [llama_tool_parser.py:370] ${text}`, 'vllm/llama'],
    ['an old source tag', `ERROR 07-24 10:16:06 pythonic_tool_parser.py:370] ${text}`, 'vllm/pythonic'],
    ['the logger', `2026-07-22 08:14:55,123 - vllm.tool_parsers.hermes_tool_parser - ERROR - ${text}`, 'vllm/hermes'],
    [
      'the traceback that follows',
      `${text}\nTraceback (most recent call last):\n  File "/app/pythonic_tool_parser.py", line 292, in extract_tool_calls_streaming\n    x\n    ^\nValueError: substring not found`,
      'vllm/pythonic',
    ],
  ])('%s', (_, log, code) => {
    const { match, report } = one(log);
    expect(report).toMatchObject({ code, confidence: 'exact', alternatives: [] });
    expect(match.evidence.length).toBeGreaterThan(1);
  });

  it('and without any all of them are shown', () => {
    const { report } = one(text);
    expect(report.confidence).toBe('likely');
    expect([report.code, ...report.alternatives.map(({ code }) => code)].sort()).toEqual([
      'vllm/hermes',
      'vllm/llama',
      'vllm/pythonic',
    ]);
  });
});

describe('a raise and a log statement with the same text', () => {
  const place = { file: 'vllm/moriio/moriio_engine.py', function: 'Wrapper._async_wait' };
  const { codes } = checker(
    site('Error processing message: {e}', { code: 'vllm/raise', exception: 'HandshakeError', line: 702, ...place }),
    site('Error processing message: {arg1}', {
      code: 'vllm/log',
      statement: 'log',
      exception: null,
      level: 'ERROR',
      line: 701,
      ...place,
    }),
  );

  it.each([
    ['ERROR 07-22 08:14:55 [moriio_engine.py:701] Error processing message: x', 'vllm/log'],
    ['(E pid=1) vllm.moriio.moriio_common.HandshakeError: Error processing message: x', 'vllm/raise'],
    ['ERROR 07-22 08:14:55 [core.py:9] HandshakeError: Error processing message: x', 'vllm/raise'],
    ['[rank0]: HandshakeError: Error processing message: x', 'vllm/raise'],
  ])('%j', (line, code) => {
    expect(codes(line)).toEqual([code]);
  });
});

describe('raise sites with the same text', () => {
  const sites = ['vllm/v1/a.py', 'vllm/v1/b.py', 'vllm/v2/a.py'].map((file, i) =>
    site('TP sizes must be positive', { code: `vllm/${i}`, exception: 'ValueError', file, function: `C.f${i}` }),
  );
  const { one } = checker(...sites);
  const raised = (file: string, name: string): string =>
    `Traceback (most recent call last):\n  File "/x/vllm/v1/z.py", line 1, in g\n    f()\n  File "${file}", line 9, in ${name}\n    raise ValueError(\n    ^^^^^\nValueError: TP sizes must be positive`;

  it.each([
    ['/usr/lib/python3.12/site-packages/vllm/v1/b.py', 'f1', 'vllm/1'],
    ['/usr/lib/python3.12/site-packages/vllm/v1/a.py', 'f0', 'vllm/0'],
    ['/usr/lib/python3.12/site-packages/vllm/v2/a.py', 'f2', 'vllm/2'],
    ['C:\\env\\vllm\\v2\\a.py', 'f2', 'vllm/2'],
  ])('are told apart by the nearest frame: %s', (file, name, code) => {
    expect(one(raised(file, name)).report).toMatchObject({ code, confidence: 'exact' });
  });

  it('are told apart behind prefixes, other processes in between', () => {
    const lines = raised('/x/vllm/v1/b.py', 'f1').split('\n');
    const log = lines.map((line, i) => `(W pid=1) ${line}\n(W pid=2) INFO 07-22 08:14:55 [a.py:${i}] other`).join('\n');
    expect(one(log).report).toMatchObject({ code: 'vllm/1', line: 12 });
  });
});

describe('the longer agreement wins', () => {
  const { codes } = checker(
    site('CUDA out of memory', { code: 'torch/oom', project: 'pytorch' }),
    site('CUDA out of memory occurred when warming up sampler with {n} dummy requests.', { code: 'vllm/warm-up' }),
    site('{error}', { code: 'vllm/anything' }),
  );

  it.each([
    ['RuntimeError: CUDA out of memory occurred when warming up sampler with 256 dummy requests.', ['vllm/warm-up']],
    ['RuntimeError: CUDA out of memory', ['torch/oom']],
    ['RuntimeError: anything else', []],
  ])('%j', (line, expected) => {
    expect(codes(line)).toEqual(expected);
  });

  it('among the sites of one project, if one is asked for', () => {
    expect(codes('RuntimeError: CUDA out of memory', { project: 'vllm' })).toEqual([]);
    expect(codes('RuntimeError: CUDA out of memory', { project: 'pytorch' })).toEqual(['torch/oom']);
  });
});

describe('a site below the wanted level', () => {
  const { codes, reasons } = checker(
    site('Waiting for READY message from DP Coordinator...', {
      code: 'vllm/info',
      statement: 'log',
      exception: null,
      level: 'INFO',
    }),
    site('Waiting for READY message from {peer}', {
      code: 'vllm/other',
      statement: 'log',
      exception: null,
      level: 'ERROR',
    }),
  );
  const line = 'INFO 07-22 08:14:55 [core.py:1127] Waiting for READY message from DP Coordinator...';

  it('competes for its line and leaves it without a match', () => {
    expect(codes(line)).toEqual([]);
    expect(codes(line, { level: 'INFO' })).toEqual(['vllm/info']);
    expect(reasons(line)).toMatchObject({ 'vllm/info': expect.stringContaining('INFO') });
  });
});

describe('a match says how sure it is', () => {
  const { one } = checker(site('Ping failed after {max_retries} retries', { code: 'vllm/ping' }));

  it('with a score that agrees with its evidence', () => {
    const { match } = one('RuntimeError: Ping failed after 100 retries');
    const sum = match.evidence.reduce((total, { weight }) => total + weight, 0);
    expect(match.score).toBeCloseTo(Math.min(1, sum), 3);
    expect(match.score).toBeGreaterThan(0.8);
  });
});
