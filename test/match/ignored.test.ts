import { describe, expect, it } from 'vitest';
import { isCode, readIgnored, withIgnored } from '../../server/src/core/match/ignored';
import { checker } from './check';
import { site } from './sites';

describe('a list of ignored errors', () => {
  it.each([
    ['', []],
    ['# all\nvllm/a/b\n\n  ray/c/d  # noisy\r\n', ['vllm/a/b', 'ray/c/d']],
    ['not a code\n- vllm/a/b\nvllm\n/x\n', []],
  ])('%j', (text, codes) => {
    expect([...readIgnored(text)]).toEqual(codes);
  });

  it('takes a code once', () => {
    const first = withIgnored('', 'vllm/a/b');
    expect([...readIgnored(first)]).toEqual(['vllm/a/b']);
    expect(withIgnored(first, 'vllm/a/b')).toBe(first);
    expect(withIgnored('vllm/c/d', 'vllm/a/b')).toBe('vllm/c/d\nvllm/a/b\n');
  });

  it('knows a code by its form', () => {
    expect(['vllm/moriio/unexpected-frame', 'vllm/core/612a2f4f', 'memory', 'a b/c'].map(isCode)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('an ignored error', () => {
  const outer = site('Exception in worker {name} while processing: {error}', { code: 'vllm/worker' });
  const inner = site('Could not find nvcc in default locations', { code: 'flashinfer/nvcc', project: 'flashinfer' });
  const { codes } = checker(outer, inner);
  const text = 'RuntimeError: Exception in worker W while processing: Could not find nvcc in default locations';

  it('leaves its line to nothing else, and a message inside it stays', () => {
    expect(codes(text).sort()).toEqual(['flashinfer/nvcc', 'vllm/worker']);
    expect(codes(text, { ignored: new Set(['vllm/worker']) })).toEqual(['flashinfer/nvcc']);
    expect(codes(text, { ignored: new Set(['flashinfer/nvcc']) })).toEqual(['vllm/worker']);
  });
});
