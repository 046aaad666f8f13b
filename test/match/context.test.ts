import { describe, expect, it } from 'vitest';
import { checker } from './check';
import { site } from './sites';

const json = site('JSON error: {0}', {
  code: 'bench/json',
  statement: 'display',
  exception: 'BenchError',
  file: 'rust/src/bench/src/error.rs',
  context: ['vllm-bench', 'vllm_bench', 'Benchmark failed'],
});

describe('a text that is common English needs its context', () => {
  const { codes, reasons } = checker(json);

  it.each([
    ['in the chain of causes', 'Error: Benchmark failed\n\nCaused by:\n    JSON error: expected value\n'],
    [
      'in a numbered chain',
      'Error: Benchmark failed\n\nCaused by:\n    0: JSON error: expected value\n    1: expected value',
    ],
    ['in the prefix', '2026-07-23T11:02:18Z ERROR vllm_bench::output: JSON error: expected value'],
    ['in the line', 'vllm-bench: JSON error: expected value'],
  ])('%s', (_, text) => {
    expect(codes(text)).toEqual(['bench/json']);
  });

  it.each([
    'JSON error: expected value at line 1 column 1',
    'Error: Benchmark failed\nsomething else happened\nJSON error: expected value',
    '2026-07-23T11:02:18Z ERROR other: Benchmark failed\n2026-07-23T11:02:19Z ERROR other: JSON error: expected value',
  ])('and is not believed without: %j', (text) => {
    expect(codes(text)).toEqual([]);
  });

  it('from the beginning of a word on, where it is short', () => {
    const assert = site('Nobody can come here at all', { code: 'ray/here', context: ['ray.', '(raylet)'] });
    const { codes: found } = checker(assert);
    expect(found('ERROR: ray.get: Nobody can come here at all')).toEqual(['ray/here']);
    expect(found('ERROR: array.get: Nobody can come here at all')).toEqual([]);
  });

  it('which the trial names', () => {
    expect(reasons('JSON error: expected value')).toEqual({
      'bench/json': 'none of its context stands near: vllm-bench, vllm_bench, Benchmark failed',
    });
  });
});

describe('a key in quotes', () => {
  const transfer = site("'transfer_id'", {
    code: 'vllm/key',
    exception: 'KeyError',
    file: 'vllm/moriio/moriio_engine.py',
    function: 'Wrapper._handle_release_message',
    context: ['_handle_release_message', 'Error processing message'],
  });
  const outer = site('Error processing message: {e}', { code: 'vllm/outer', exception: 'HandshakeError' });
  const { codes, find } = checker(transfer, outer);

  it('is found in its traceback', () => {
    const trace = '  File "/x/vllm/moriio/moriio_engine.py", line 789, in _handle_release_message\n    x\n';
    expect(codes(`${trace}KeyError: 'transfer_id'`)).toEqual(['vllm/key']);
    expect(codes("KeyError: 'transfer_id'")).toEqual([]);
  });

  it('is found inside the message that wraps it', () => {
    const found = find("HandshakeError: Error processing message: 'transfer_id'");
    expect(found.map(({ match }) => [match.site.code, match.nested])).toEqual([
      ['vllm/outer', false],
      ['vllm/key', true],
    ]);
  });
});

describe('a short text without a rule of its own', () => {
  const { codes } = checker(
    site('NCCL error: {error}', { code: 'vllm/nccl', file: 'vllm/device/pynccl_wrapper.py', function: 'N.NCCL_CHECK' }),
  );

  it.each([
    ['behind the class that the site raises', '[rank0]: RuntimeError: NCCL error: invalid usage', ['vllm/nccl']],
    [
      'with the site’s file in the tag',
      'ERROR 07-22 08:14:55 [pynccl_wrapper.py:3] NCCL error: invalid usage',
      ['vllm/nccl'],
    ],
    ['behind another class', 'torch.DistBackendError: NCCL error: invalid usage', []],
    ['alone', 'NCCL error: invalid usage', []],
  ])('%s', (_, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });
});

describe('an exception without text', () => {
  const sites = ['A', 'B'].map((name) =>
    site('', {
      code: `vllm/${name}`,
      statement: 'assert',
      exception: 'AssertionError',
      file: `vllm/moriio/moriio_${name.toLowerCase()}.py`,
      function: `Worker.check_${name}`,
    }),
  );
  const { codes } = checker(...sites);
  const trace = (file: string, name: string): string =>
    `Traceback (most recent call last):\n  File "/x/${file}", line 5, in ${name}\n    assert a == b\n           ^^^^^^\n`;

  it.each([
    ['AssertionError', ['vllm/B']],
    ['AssertionError: ', ['vllm/B']],
    ['AssertionError: something', []],
    ['MyAssertionError', []],
  ])('is told by the function that raised it: %j', (last, expected) => {
    expect(codes(`${trace('vllm/moriio/moriio_b.py', 'check_B')}${last}`)).toEqual(expected);
  });

  it('is not guessed', () => {
    expect(codes('AssertionError')).toEqual([]);
    expect(codes(`${trace('vllm/moriio/moriio_b.py', 'other')}AssertionError`)).toEqual([]);
    expect(codes(`${trace('vllm/other/moriio_c.py', 'check_B')}AssertionError`)).toEqual([]);
  });

  it('is found behind prefixes', () => {
    const lines = `${trace('vllm/moriio/moriio_a.py', 'check_A')}AssertionError`.split('\n');
    expect(codes(lines.map((line) => `ERROR 07-22 08:14:55 [core.py:7] ${line}`).join('\n'))).toEqual(['vllm/A']);
  });
});
