import { describe, expect, it } from 'vitest';
import { checker } from './check';
import { site } from './sites';

const log = { statement: 'log' as const, exception: null, level: 'ERROR' as const };
const { codes } = checker(
  site('Engine core initialization failed. See root cause above. Failed core proc(s): {finished}', {
    code: 'vllm/start',
  }),
  site('{layer} is not supported by this quantization method', { code: 'vllm/quant', exception: 'ValueError' }),
  site('Engine background task failed', { code: 'vllm/task', ...log }),
  site('data parallel rank {rank} is out of range for {count} engine(s)', { code: 'vllm/range', statement: 'display' }),
  site('Unsupported op: {op}', { code: 'vllm/op', exception: 'NotImplementedError' }),
  site('error', { code: 'vllm/error', ...log }),
  site('No such part: {name}', { code: 'vllm/part', exception: 'LookupError' }),
  site('{path}: no such library in the loader’s places', { code: 'loader/missing', statement: 'display' }),
  site('Killed', { code: 'vllm/killed', ...log }),
  site(`\n${'='.repeat(79)}\n{count} commits were made in all, see above for what they hold and why`, {
    code: 'vllm/bar',
    ...log,
  }),
);

describe('what looks alike is left alone', () => {
  it.each([
    [
      'prose that quotes a text',
      'If you see "Engine core initialization failed. See root cause above. Failed core proc(s): {}", scroll up.',
    ],
    ['prose that goes on', 'Engine background task failed because my disk was full, as I found out later.'],
    ['a heading in prose', 'Q: why does it say Engine background task failed on start?'],
    ['a list', '* Engine background task failed'],
    ['prose with a text’s words', 'This layer is not supported by this quantization method yet, sorry.'],
    [
      'another case of letters',
      'RuntimeError: engine core initialization failed. see root cause above. failed core proc(s): {}',
    ],
    ['an access line', 'INFO:     10.0.0.9:51444 - "POST /v1/chat/completions HTTP/1.1" 500 Internal Server Error'],
    [
      'a dump of settings',
      "INFO 07-22 08:14:55 [a.py:1] args: {'op': 'Unsupported op', 'data_parallel_rank': 7, 'error': 'error'}",
    ],
    ['a progress bar', 'Loading: 100%|████| 5/5 [00:02<00:00,  2.15it/s]'],
    ['a rule', `    ${'='.repeat(70)}`],
    ['a comment of source code', "# e.args is like (errno.EINTR, 'Engine background task failed')"],
    ['a generic word', 'error'],
    ['a generic line', 'Killed'],
    [
      'a source line of a traceback',
      '    raise RuntimeError("Engine core initialization failed. See root cause above. Failed core proc(s): {}")',
    ],
    [
      'the second line of a raise',
      '        "Engine core initialization failed. "\n        "See root cause above. Failed core proc(s): {}"',
    ],
    ['a caret line', '    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^'],
    ['an empty log line', 'ERROR 07-22 08:14:55 [core.py:936] '],
    ['a text of another program', 'ERROR 07-22 08:14:55 [core.py:936] data parallel rank is fine'],
    ['a diff', '-    Engine background task failed'],
    ['a comment', '# Engine background task failed'],
    [
      'what a library notes and copes with',
      'node-1:7:7 [0] NCCL INFO NET/Plugin : load returned 2 : libnet.so: no such library in the loader’s places',
    ],
    [
      'a text of an error that is only told',
      'INFO 07-22 08:14:55 [a.py:1] libnet.so: no such library in the loader’s places',
    ],
    ['words behind a quoted value', "It fails with LookupError: No such part: 'x' in our image"],
    ['a longer word', 'ERROR 07-22 08:14:55 [a.py:1] Engine background task failedness'],
  ])('%s', (_, text) => {
    expect(codes(text)).toEqual([]);
  });

  it('and the real ones are found', () => {
    expect(codes('ERROR 07-22 08:14:55 [a.py:1] Engine background task failed')).toEqual(['vllm/task']);
    expect(codes('node-1:7:7 [0] NCCL WARN libnet.so: no such library in the loader’s places')).toEqual([
      'loader/missing',
    ]);
    expect(codes("It fails with LookupError: No such part: 'x'")).toEqual(['vllm/part']);
    expect(codes('data parallel rank 7 is out of range for 4 engine(s)')).toEqual(['vllm/range']);
    expect(codes('ValueError: conv1d is not supported by this quantization method')).toEqual(['vllm/quant']);
  });
});
