import { describe, expect, it } from 'vitest';
import { checker } from './check';
import { site } from './sites';

const heads = site('Total number of attention heads ({n}) does not fit 2.4 layers of the model, use fewer layers', {
  code: 'vllm/heads',
  exception: 'ValueError',
});
const kernel = site('Now only support PerChannel quantization {kind}', { code: 'vllm/kernel' });
const { codes, one } = checker(heads, kernel);

describe('a wording that varies a little', () => {
  it.each([
    ['an ending more', 'Total number of attention heads (5) does not fits 2.4 layers of the model, use fewer layers'],
    ['an ending less', 'Total number of attention heads (5) does not fit 2.4 layer of the model, use fewer layers'],
    ['a letter’s case', 'Total number of attention heads (5) does not fit 2.4 layers of the Model, use fewer layers'],
    ['other punctuation', 'Total number of attention heads (5) does not fit 2.4 layers of the model; use fewer layers'],
    ['no punctuation', 'Total number of attention heads (5) does not fit 2.4 layers of the model use fewer layers'],
    ['another number', 'Total number of attention heads (5) does not fit 2.50.1 layers of the model, use fewer layers'],
    ['a contraction', "Total number of attention heads (5) doesn't fit 2.4 layers of the model, use fewer layers"],
  ])('is found with %s', (_, text) => {
    const { report } = one(`ValueError: ${text}`);
    expect(report).toMatchObject({ code: 'vllm/heads', confidence: 'likely', captures: { n: '5' } });
  });

  it.each([
    ['another word', 'ValueError: Total number of attention layers (5) does not fit 2.4 layers'],
    ['a short word for another', 'RuntimeError: Now just support PerChannel quantization x'],
    ['a value where a literal ends', 'RuntimeError: Now only support PerChannel quantize'],
    ['two changes in one literal', 'RuntimeError: Now only supports PerChannels quantization x'],
  ])('is not found with %s', (_, text) => {
    expect(codes(text)).toEqual([]);
  });
});

it('finds a text whose spaces are no-break spaces, and says where it stands', () => {
  const text = 'RuntimeError: Now only support PerChannel quantization x';
  const { report, match } = one(`\u00e9\n${text.replaceAll(' ', '\u00a0')} y\nz`);
  expect(report).toMatchObject({ line: 1, endLine: 1, start: 14, end: text.length + 2, captures: { kind: 'x y' } });
  expect(match.span.start).toBe(3 + 'RuntimeError:'.length + 2);
});
