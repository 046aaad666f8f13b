import { describe, expect, it } from 'vitest';
import { createMatcher } from '../../server/src/core/match/matcher';
import { site } from './sites';

const session = site("'{remote_engine_id}_dp{remote_dp_rank}'", {
  code: 'vllm/moriio/session',
  exception: 'KeyError',
  file: 'vllm/moriio/moriio_connector.py',
  function: 'Worker._get_built_session',
  line: 1107,
  context: ['_get_built_session'],
});
const whole = site('Unsupported MoRIIO {cache_kind} cache shape for layer {layer_name}: {tuple(shape)}', {
  code: 'vllm/moriio/shape',
  exception: 'ValueError',
});
const longer = site(
  'Unsupported MoRIIO K/V cache shape for layer {layer_name}: {tuple(shape)} has {count} kernel blocks, not divisible by {per_block}',
  { code: 'vllm/moriio/blocks', exception: 'ValueError' },
);
const matcher = createMatcher([session, whole, longer]);
const encode = (text: string) => new TextEncoder().encode(text);
const codes = (text: string) => matcher.match(encode(text), { level: 'WARNING' }).map(({ site: { code } }) => code);

describe('a key in quotes, too short to be searched for', () => {
  it('is found behind its exception class where its context stands', () => {
    const traceback = '  File "moriio_connector.py", line 1107, in _get_built_session\n';
    expect(codes(`${traceback}KeyError: '10.0.0.4:6301_dp0'`)).toEqual(['vllm/moriio/session']);
  });

  it.each(["KeyError: '10.0.0.4:6301_dp0'", '  File "a.py", line 1, in _get_built_session\nKeyError: \'proxy_ip\''])(
    'is not found in %j',
    (text) => {
      expect(codes(text)).toEqual([]);
    },
  );
});

describe('a text that ends where one template does', () => {
  it('is that one, not the longer one cut off', () => {
    expect(
      codes('ValueError: Unsupported MoRIIO K/V cache shape for layer model.layers.0.attn: (100, 16, 8, 128)'),
    ).toEqual(['vllm/moriio/shape']);
  });

  it('is the longer one where its end stands', () => {
    expect(
      codes(
        'ValueError: Unsupported MoRIIO K/V cache shape for layer model.layers.0.attn: (2, 101, 16, 8, 128) has 101 kernel blocks, not divisible by 4',
      ),
    ).toEqual(['vllm/moriio/blocks']);
  });
});

describe('a short text whose context stands', () => {
  const unhandled = site('unhandled {name}', {
    code: 'torch/unhandled',
    kind: 'site',
    exception: 'NotImplementedError',
    context: ['torch'],
  });
  const outer = site('NCCL error in: {file}:{line}, {error}', { code: 'torch/nccl', context: ['NCCL'] });
  const short = createMatcher([unhandled, outer]);
  const named = (text: string): string[] =>
    short.match(encode(text), { level: 'WARNING' }).map(({ site: { code } }) => code);

  it('is what its class raised', () => {
    expect(named('  File "/torch/a.py", line 3, in walk\nNotImplementedError: unhandled LOAD_X')).toEqual([
      'torch/unhandled',
    ]);
  });

  // torch 1.8 printed NCCL’s own words behind the place.
  it.each([
    ['behind another class', 'torch failed\nRuntimeError: unhandled system error', []],
    ['in a value of another message', 'NCCL error in: /torch/c10d/A.cpp:784, unhandled system error', ['torch/nccl']],
  ])('is not named %s', (_, text, codes) => {
    expect(named(text)).toEqual(codes);
  });
});
