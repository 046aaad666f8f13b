/** Start-up handshake of data-parallel engines: vllm/v1/engine/core.py and utils.py at 9b9fc403. */
import * as z from 'zod';
import { asMap, bool, get, hasKeys, int, number, show, str, type VllmMessage } from './message';

const startupFails = 'the front end raises while it waits for its engines, and the start of the whole deployment fails';

function status(word: string): (value: unknown) => boolean {
  return (value) => get(value, 'status') === word && (hasKeys(value, 'local') || hasKeys(value, 'headless'));
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

/** Keys by the build that added them, newest first; those with a default of their own may be left out. */
const readyKeys: readonly (readonly string[])[] = [
  [
    'tensor_parallel_size',
    'pipeline_parallel_size',
    'decode_context_parallel_size',
    'data_parallel_rank',
    'max_num_seqs',
    'max_num_batched_tokens',
    'instance_id',
  ],
  ['world_size', 'data_parallel_size'],
  ['block_size'],
  ['vllm_version'],
  ['dtype'],
  ['num_gpu_blocks', 'dp_stats_address'],
  ['max_model_len'],
];

const readyFields = {
  max_model_len: int,
  num_gpu_blocks: int,
  block_size: int,
  dp_stats_address: address,
  dtype: str,
  vllm_version: str,
  world_size: int,
  data_parallel_size: int,
  tensor_parallel_size: int,
  pipeline_parallel_size: int,
  decode_context_parallel_size: int,
  data_parallel_rank: int,
  max_num_seqs: int,
  max_num_batched_tokens: int,
  instance_id: str,
};

const readySchema = z
  .object(readyFields)
  .partial()
  .extend({
    kv_cache_size_tokens: z.union([int, z.null()]).optional(),
    kv_cache_max_concurrency: z.union([number, z.null()]).optional(),
  });

/** A build that writes one key of a row writes all of that row and of the older ones. */
function requiredKeys(value: unknown): readonly string[] {
  const newest = readyKeys.findIndex((keys) => keys.some((key) => hasKeys(value, key)));
  return newest < 0 ? [] : readyKeys.slice(newest).flat();
}

const readyResponse: VllmMessage = {
  name: 'engine.ready_response',
  title: 'Engine to front end on the input socket: ready, with the sizes it settled on',
  matches: (value) => hasKeys(value, 'max_model_len') && !hasKeys(value, 'status'),
  begins: readySchema,
  schema: (value) => {
    const required = requiredKeys(value);
    const fields = Object.entries(readyFields).map(([key, type]) => [
      key,
      required.includes(key) ? type : type.optional(),
    ]);
    return readySchema.extend(Object.fromEntries(fields));
  },
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
