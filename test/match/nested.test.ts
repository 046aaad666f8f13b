import { describe, expect, it } from 'vitest';
import { checker } from './check';
import { site } from './sites';

const worker = site("Worker failed with error '{result}', please check the stack trace above for the root cause", {
  code: 'vllm/worker',
});
const nvcc = site('Could not find nvcc in default locations', { code: 'flashinfer/nvcc', project: 'flashinfer' });
const served = site('Error code: {status} - {body}', {
  code: 'openai/status',
  project: 'openai',
  exception: 'BadRequestError',
});
const method = site('Exception in worker {name} while processing method {method}: {error}', {
  code: 'vllm/method',
  statement: 'log',
  exception: null,
  level: 'ERROR',
});
const length = site('At most {limit} image(s) may be provided in one prompt.', {
  code: 'vllm/limit',
  exception: 'ValueError',
});
const call = site('NCCL error: {result}', { code: 'vllm/call' });
const cause = site('unhandled cuda error (run with a log for details)', {
  code: 'nccl/cause',
  project: 'nccl',
  kind: 'site',
  statement: 'display',
  exception: null,
});
const malformed = site('MessagePack data is malformed: {reason}', { code: 'vllm/malformed', context: ['handshake'] });
const opcode = site("MessagePack data is malformed: invalid opcode '{opcode}' (byte {position})", {
  code: 'msgspec/opcode',
  project: 'msgspec',
  kind: 'site',
});
const { find } = checker(worker, nvcc, served, method, length, call, cause, malformed, opcode);
const found = (text: string) => find(text).map(({ match }) => [match.site.code, match.nested]);

describe('a message inside another', () => {
  it.each([
    [
      "RuntimeError: Worker failed with error 'Could not find nvcc in default locations', please check the stack trace above for the root cause",
      [
        ['vllm/worker', false],
        ['flashinfer/nvcc', true],
      ],
    ],
    [
      'ERROR 07-22 08:14:55 [a.py:1] Exception in worker W while processing method run: RuntimeError: Could not find nvcc in default locations',
      [
        ['vllm/method', false],
        ['flashinfer/nvcc', true],
      ],
    ],
    // The one with more text of its own comes first, whichever is the outer.
    [
      "openai.BadRequestError: Error code: 400 - {'message': 'At most 1 image(s) may be provided in one prompt.', 'code': 400}",
      [
        ['vllm/limit', true],
        ['openai/status', false],
      ],
    ],
    // What is explained comes first, though the other one has more text.
    [
      'RuntimeError: NCCL error: unhandled cuda error (run with a log for details)',
      [
        ['vllm/call', false],
        ['nccl/cause', true],
      ],
    ],
  ])('%j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['ERROR 07-22 08:14:55 [handshake.py:1] RuntimeError: ', 'vllm/malformed'],
    ['ERROR 07-22 08:14:55 [other.py:1] RuntimeError: ', 'msgspec/opcode'],
  ])('of a library is left to the entry whose proof stands there: %s', (prefix, code) => {
    const text = "MessagePack data is malformed: invalid opcode '\\xc1' (byte 3)";
    expect(found(prefix + text)).toEqual([[code, false]]);
  });

  it('does not stand in the middle of a value', () => {
    const text =
      "Worker failed with error 'we could not say: it Could not find nvcc in default locations or', please check the stack trace above for the root cause";
    expect(found(`RuntimeError: ${text}`)).toEqual([['vllm/worker', false]]);
  });
});

describe('chained exceptions', () => {
  it('each stand for themselves', () => {
    const text = [
      'Traceback (most recent call last):',
      '  File "a.py", line 1, in f',
      'RuntimeError: Could not find nvcc in default locations',
      '',
      'The above exception was the direct cause of the following exception:',
      '',
      'Traceback (most recent call last):',
      '  File "b.py", line 2, in g',
      'ValueError: At most 1 image(s) may be provided in one prompt.',
    ].join('\n');
    const matches = find(text);
    expect(matches.map(({ report }) => [report.code, report.line])).toEqual([
      ['flashinfer/nvcc', 2],
      ['vllm/limit', 8],
    ]);
    expect(matches.map(({ match }) => match.record.traceback)).toEqual([0, text.lastIndexOf('Traceback')]);
  });

  it('are found in the margin of a group', () => {
    const text = [
      '  + Exception Group Traceback (most recent call last):',
      '  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)',
      '  +-+---------------- 1 ----------------',
      '    | Traceback (most recent call last):',
      '    |   File "a.py", line 1, in f',
      '    |     ~~~^^^',
      '    | RuntimeError: Could not find nvcc in default locations',
      '    +------------------------------------',
    ].join('\n');
    expect(found(text)).toEqual([['flashinfer/nvcc', false]]);
  });
});
