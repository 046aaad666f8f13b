/** Start-up handshake of data-parallel engines: vllm/v1/engine/core.py and utils.py at 9b9fc403. */
import * as z from 'zod';
import { asMap, bool, get, hasKeys, int, number, show, str, type VllmMessage } from './message';

const startupFails = 'the front end raises while it waits for its engines, and the start of the whole deployment fails';

function status(word: string): (value: unknown) => boolean {
  return (value) => get(value, 'status') === word && hasKeys(value, 'local');
}

function place(value: unknown): string {
  const where = get(value, 'local') === true ? 'on the host of the front end' : 'on another host';
  return `The engine runs ${where}${get(value, 'headless') === true ? ', headless' : ''}.`;
}

/** core.py:1220-1249. */
const hello: VllmMessage = {
  name: 'dp.handshake.hello',
  title: 'DP handshake, engine to front end: HELLO',
  tag: ['status', 'HELLO'],
  matches: status('HELLO'),
  schema: z.object({ status: str, local: bool, headless: bool }),
  consequence: startupFails,
  explain: (value) => [place(value)],
};

const ready: VllmMessage = {
  name: 'dp.handshake.ready',
  title: 'DP handshake, engine to front end: READY, initialisation is finished',
  tag: ['status', 'READY'],
  matches: status('READY'),
  schema: z.object({ status: str, local: bool, headless: bool, parallel_config_hash: str.optional() }),
  consequence: startupFails,
  explain: (value) => {
    const old = hasKeys(value, 'num_gpu_blocks') ? ['`num_gpu_blocks` in READY: a build before 2026-04-09.'] : [];
    const hash = get(value, 'parallel_config_hash');
    return [
      place(value),
      ...(hash === undefined ? [] : [`parallel_config_hash ${show(hash)} must equal the front end's.`]),
      ...old,
    ];
  },
};

const address = z.union([str, z.null()]);

/** utils.py:61-85. */
const init: VllmMessage = {
  name: 'dp.handshake.init',
  title: "DP handshake, front end's answer to HELLO: socket addresses and parallel settings",
  matches: (value) => hasKeys(value, 'addresses', 'parallel_config'),
  schema: z.object({
    addresses: z.object({
      inputs: z.array(str),
      outputs: z.array(str),
      coordinator_input: address.optional(),
      coordinator_output: address.optional(),
      frontend_stats_publish_address: address.optional(),
    }),
    parallel_config: z.record(z.string(), z.union([str, int, z.array(int)])),
  }),
  consequence: 'the engine cannot decode it and ends',
  explain: (value) => {
    const settings = asMap(get(value, 'parallel_config'))?.size ?? 0;
    return [
      settings === 0
        ? 'parallel_config is empty: no mixture-of-experts model, or a single engine.'
        : `Data-parallel size ${show(get(get(value, 'parallel_config'), 'data_parallel_size'))}.`,
    ];
  },
};

/** v1/engine/__init__.py:68. Keys were added one after another, so their number tells the build. */
const readyVersions: readonly (readonly [string, string])[] = [
  ['instance_id', '2026-07-27'],
  ['world_size', '2026-06-18'],
  ['kv_cache_size_tokens', '2026-06-12'],
  ['block_size', '2026-06-02'],
  ['vllm_version', '2026-05-29'],
  ['dtype', '2026-05-21'],
  ['num_gpu_blocks', '2026-04-09'],
  ['max_model_len', '2026-04-08'],
];

const readyResponse: VllmMessage = {
  name: 'engine.ready_response',
  title: 'Engine to front end on the input socket: ready, with the sizes it settled on',
  matches: (value) => hasKeys(value, 'max_model_len') && !hasKeys(value, 'status'),
  schema: z.object({
    max_model_len: int,
    num_gpu_blocks: int.optional(),
    block_size: int.optional(),
    dp_stats_address: address.optional(),
    dtype: str.optional(),
    vllm_version: str.optional(),
    world_size: int.optional(),
    data_parallel_size: int.optional(),
    tensor_parallel_size: int.optional(),
    pipeline_parallel_size: int.optional(),
    kv_cache_size_tokens: z.union([int, z.null()]).optional(),
    kv_cache_max_concurrency: z.union([number, z.null()]).optional(),
  }),
  consequence: startupFails,
  explain: (value) => {
    const newest = readyVersions.find(([key]) => hasKeys(value, key));
    const version = get(value, 'vllm_version');
    return [
      ...(version === undefined ? [] : [`The engine is vLLM ${show(version)}.`]),
      ...(newest ? [`Its keys are those of a build of ${newest[1]} or later.`] : []),
    ];
  },
};

export const handshakeMessages: readonly VllmMessage[] = [hello, ready, init, readyResponse];
