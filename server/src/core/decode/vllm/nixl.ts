/** NIXL connector: vllm/distributed/kv_transfer/kv_connector/v1/nixl at 9b9fc403; older layouts from the releases. */
import * as z from 'zod';
import { latin1 } from '../bytes';
import { asArray, bin, get, hasKeys, int, show, str, type VllmMessage } from './message';

function wordOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array && value.length < 64 ? latin1(value) : undefined;
}

const getMeta = 'get_meta_msg';
/** Letters that a misspelt word has in common with the right one, in their places. */
const leastAlike = 8;

/** The word that asks for metadata, or one that is almost it. */
function asksForMeta(value: unknown): boolean {
  const text = wordOf(asArray(value, 2, 3)?.[0]) ?? '';
  return (
    text.length <= 2 * getMeta.length && [...getMeta].filter((letter, i) => text[i] === letter).length >= leastAlike
  );
}

/** nixl/base_scheduler.py:306-332: three elements since 2026-07-08. */
const nixlRequest: VllmMessage = {
  name: 'nixl.handshake.get_meta',
  title: 'NIXL handshake: a peer asks for the metadata of one worker',
  matches: asksForMeta,
  schema: z.tuple([z.union([bin, str]), int, int], {
    error: 'must have three elements: get_meta_msg, pipeline rank, tensor rank',
  }),
  consequence:
    'the receiver raises ValueError (not enough values to unpack) and its handshake listener thread ends; later handshakes time out after 5 s',
  explain: (value) => {
    const [word, first, second] = asArray(value, 2, 3) ?? [];
    const said = `${wordOf(word)}${word instanceof Uint8Array ? '' : ' as text'}`;
    return [
      second === undefined
        ? `Asks for tensor rank ${show(first)}. Two elements: a build from 2025-10-31 to 2026-07-08.`
        : `Asks for pipeline rank ${show(first)}, tensor rank ${show(second)}.`,
      ...(said === getMeta
        ? []
        : [`It says ${said} instead of ${getMeta}: the receiver logs a warning and answers all the same.`]),
    ];
  },
};

/** nixl/metadata.py:81. */
const nixlPayload: VllmMessage = {
  name: 'nixl.handshake.payload',
  title: "NIXL handshake: the reply, a hash and the worker's metadata packed once more",
  matches: (value) => hasKeys(value, 'compatibility_hash') || hasKeys(value, 'agent_metadata_bytes'),
  schema: z.object({ compatibility_hash: str, agent_metadata_bytes: bin }),
  consequence: 'the client raises RuntimeError (Failed to decode NixlHandshakePayload)',
  explain: (value) => {
    const hash = get(value, 'compatibility_hash');
    return hash === undefined
      ? []
      : [
          `compatibility_hash ${show(hash)} must equal that of the other side: it covers vLLM version, model, dtype, heads, layers and backend.`,
        ];
  },
};

/** Keys of NixlAgentMetadata that other metadata of vLLM have not (v0.10.1 to 9b9fc403). */
const ownKeys = [
  'device_id',
  'block_lens',
  'kv_cache_layout',
  'block_size',
  'ssm_sizes',
  'physical_blocks_per_logical_kv_block',
];
const sharedKeys = ['engine_id', 'agent_metadata', 'kv_caches_base_addr', 'num_blocks', 'attn_backend_name'];

function keysAmong(value: unknown, keys: readonly string[]): number {
  return keys.filter((key) => hasKeys(value, key)).length;
}

const agentFields = {
  engine_id: str,
  agent_metadata: bin,
  kv_caches_base_addr: z.array(int),
  device_id: int,
  num_blocks: int,
  block_lens: z.array(int),
  kv_cache_layout: str,
  block_size: int,
};
const sizes = z.tuple([int, int]);

/** Keys that were added to the eight of v0.13.0 to v0.17.1, each with all before it (NixlAgentMetadata in each release). */
const agentVersions: readonly (readonly [key: string, build: string, z.ZodObject])[] = [
  [
    'physical_blocks_per_logical_kv_block',
    'a build behind v0.20.2',
    z.object({ ...agentFields, ssm_sizes: sizes, attn_backend_name: str, physical_blocks_per_logical_kv_block: int }),
  ],
  [
    'ssm_sizes',
    'v0.18.0 to v0.20.2',
    z.object({ ...agentFields, ssm_sizes: sizes, attn_backend_name: str.optional() }),
  ],
  ['engine_id', 'v0.11.1 to v0.17.1', z.object(agentFields)],
];

function agentVersion(value: unknown): (typeof agentVersions)[number] | undefined {
  return agentVersions.find(([key]) => hasKeys(value, key));
}

/** nixl/metadata.py:48. */
const nixlMetadata: VllmMessage = {
  name: 'nixl.agent_metadata',
  title: "NIXL: a worker's metadata (NixlAgentMetadata)",
  matches: (value) => keysAmong(value, ownKeys) >= 2 && keysAmong(value, [...ownKeys, ...sharedKeys]) >= 5,
  begins: z.object({
    ...agentFields,
    ssm_sizes: sizes,
    attn_backend_name: str,
    physical_blocks_per_logical_kv_block: int,
  }),
  schema: (value) => agentVersion(value)?.[2] ?? z.object(agentFields),
  consequence: 'the client raises RuntimeError (Failed to decode NixlAgentMetadata)',
  explain: (value) => {
    const version = agentVersion(value);
    return version ? [`Its keys are those of ${version[1]}; a client of a later layout refuses it.`] : [];
  },
};

/** push_scheduler.py:178; travels as a NIXL notification behind `PUSH_REG:`. */
const nixlPush: VllmMessage = {
  name: 'nixl.notif.push_reg',
  title: 'NIXL push mode: decode registers its blocks with prefill',
  matches: (value) => hasKeys(value, 'decode_engine_id', 'local_block_ids'),
  schema: z.object({
    request_id: str,
    decode_engine_id: str,
    decode_host: str,
    decode_port: int,
    decode_tp_size: int,
    local_block_ids: z.array(z.unknown()),
  }),
  consequence: "prefill's step fails",
};

export const nixlMessages: readonly VllmMessage[] = [nixlRequest, nixlPayload, nixlMetadata, nixlPush];
