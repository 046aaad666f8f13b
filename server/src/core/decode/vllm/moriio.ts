/** MoRIIO: vllm/distributed/kv_transfer/kv_connector/v1/moriio at 9b9fc403; the removed P2P NCCL connector beside it. */
import * as z from 'zod';
import { latin1 } from '../bytes';
import { count } from '../text';
import { asArray, asMap, bin, get, hasKeys, int, name, show, str, type VllmMessage } from './message';

const threadEnds =
  'the receiver raises HandshakeError and its listener thread ends; no later notification is taken on this port';
const keyError =
  'the receiver raises KeyError and its listener thread ends; no later notification is taken on this port';

const unchecked = 'the listener takes it without a check, so the error comes later, where the blocks are written';

/** moriio_engine.py:756-798: ids are looked up and never checked; an array or a map cannot be looked up. */
function wrongTransfer(id: unknown): string {
  if (id === undefined) return keyError;
  return typeof id === 'object' && id !== null && !(id instanceof Uint8Array)
    ? 'the receiver raises TypeError (unhashable type), and its thread ends'
    : 'the receiver takes it without a check, but no transfer has such an id: the one that was meant waits on';
}

const ofTransfer: ReadonlyMap<string, (id: unknown) => string> = new Map([['transfer_id', wrongTransfer]]);

function isType(type: string): (value: unknown) => boolean {
  return (value) => get(value, 'type') === type;
}

/** What Python takes for false. */
function isEmpty(value: unknown): boolean {
  return !value || asArray(value)?.length === 0 || asMap(value)?.size === 0;
}

/** moriio_connector.py:477; moriio_engine.py:709-740. Without `type` a map with `req_id` is one as well. */
const remoteBlocks: VllmMessage = {
  name: 'moriio.notify.remote_blocks',
  title: 'MoRIIO notification, decode to prefill: write your KV blocks into these blocks',
  tag: ['type', 'remote_blocks'],
  matches: (value) =>
    isType('remote_blocks')(value) || (!hasKeys(value, 'type') && hasKeys(value, 'req_id', 'transfer_id')),
  schema: z.object({
    transfer_id: str,
    block_notify_list: z.array(int).min(1, 'cannot be empty'),
    decode_rank: int.optional(),
  }),
  consequence: threadEnds,
  fieldConsequences: new Map([
    ...ofTransfer,
    ['block_notify_list', (list: unknown) => (isEmpty(list) ? threadEnds : unchecked)],
    ['decode_rank', () => unchecked],
  ]),
  explain: (value) => {
    const blocks = get(value, 'block_notify_list');
    const transfer = get(value, 'transfer_id');
    const which = transfer === undefined ? 'a transfer that is not named' : `the transfer ${show(transfer)}`;
    const lines = Array.isArray(blocks) ? [`${count(blocks.length, 'block')} for ${which}.`] : [];
    return hasKeys(value, 'type')
      ? lines
      : [...lines, 'No `type`: the sender is a build before 2026-06-23; a map with `req_id` is read as remote_blocks.'];
  },
};

/** moriio_engine.py:465. */
const writeDone: VllmMessage = {
  name: 'moriio.notify.write_done',
  title: 'MoRIIO notification, prefill to decode: all KV writes of this transfer are complete',
  tag: ['type', 'write_done'],
  matches: isType('write_done'),
  schema: z.object({ transfer_id: str }),
  consequence: threadEnds,
  fieldConsequences: ofTransfer,
};

/** What Python's int() makes of a value; undefined where it raises. */
function pythonInt(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return Math.trunc(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value);
  const text = value instanceof Uint8Array ? latin1(value) : value;
  return typeof text === 'string' && /^\s*[+-]?\d+(?:_\d+)*\s*$/.test(text)
    ? Number(text.replaceAll('_', ''))
    : undefined;
}

/** moriio_engine.py:790: whatever int() takes, above zero. */
export const groupSize = z.unknown().superRefine((value, context) => {
  const number = pythonInt(value);
  if (number !== undefined && number > 0) return;
  const message = number === undefined ? 'is nothing that int() takes' : 'must be greater than 0';
  context.addIssue({ code: 'custom', message, input: value });
});

/** moriio_connector.py:497, 1644, 1663. */
const release: VllmMessage = {
  name: 'moriio.notify.release',
  title: 'MoRIIO notification, decode to prefill: the blocks of this transfer may be freed',
  tag: ['type', 'release'],
  matches: isType('release'),
  schema: z.object({ transfer_id: str, consumer_tp_size: groupSize.optional() }),
  consequence: threadEnds,
  fieldConsequences: ofTransfer,
  explain: (value) => {
    const size = get(value, 'consumer_tp_size');
    if (size === undefined) return ['No `consumer_tp_size`: counted as 1.'];
    return typeof size === 'number' && size > 1
      ? [`The decode side has ${size} ranks: prefill waits for several of these where it has fewer ranks itself.`]
      : [];
  },
};

/** moriio_engine.py:709-740: any other type is refused. */
const unknownType: VllmMessage = {
  name: 'moriio.notify.unknown',
  title: 'Map with a `type` that MoRIIO does not know',
  matches: (value) =>
    typeof get(value, 'type') === 'string' && hasKeys(value, 'transfer_id') && asMap(value)?.size === 2,
  schema: z.object({ type: z.enum(['remote_blocks', 'write_done', 'release']) }),
  consequence: threadEnds,
};

const agentKeys = [
  'engine_id',
  'agent_metadata',
  'kv_caches_base_addr',
  'num_blocks',
  'block_len',
  'attn_backend_name',
];

/** moriio_common.py:105; six required keys, of which one may be missing in a message that is broken. */
const agentMetadata: VllmMessage = {
  name: 'moriio.handshake.agent_metadata',
  title: "MoRIIO handshake, first reply: the listener's memory metadata",
  matches: (value) =>
    agentKeys.filter((key) => hasKeys(value, key)).length >= 5 &&
    !hasKeys(value, 'device_id') &&
    !hasKeys(value, 'block_lens'),
  schema: z.object({
    engine_id: str,
    agent_metadata: bin,
    kv_caches_base_addr: z.array(int),
    num_blocks: int,
    block_len: int,
    attn_backend_name: str,
  }),
  consequence: 'the client cannot decode the metadata and its handshake fails',
};

/** moriio_connector.py:1228-1257: layer name to packed memory descriptors. */
const layerMetadata: VllmMessage = {
  name: 'moriio.handshake.layer_metadata',
  title: 'MoRIIO handshake, second reply: packed memory descriptors of each layer',
  matches: (value) => {
    const entries = [...(asMap(value) ?? [])];
    return (
      entries.length > 0 &&
      entries.every(
        ([key, list]) =>
          key.includes('layers.') && Array.isArray(list) && list.every((each) => each instanceof Uint8Array),
      )
    );
  },
  schema: z.record(z.string(), z.array(bin)),
  consequence: 'the client cannot use the descriptors and its transfers fail',
};

const heartbeatConsequence = 'the proxy cannot register the instance: requests never reach it';

/** moriio_connector.py:1122-1187; every 3 s to the proxy. */
const heartbeat: VllmMessage = {
  name: 'moriio.heartbeat',
  title: 'MoRIIO heartbeat to the proxy: this instance can take requests',
  matches: (value) =>
    hasKeys(value, 'http_address', 'zmq_address') && (hasKeys(value, 'transfer_mode') || hasKeys(value, 'dp_size')),
  schema: z.object({
    type: z.enum(['P', 'D', 'HELLO']),
    http_address: name,
    zmq_address: name,
    dp_size: int,
    tp_size: int,
    transfer_mode: z.enum(['READ', 'WRITE']),
  }),
  consequence: heartbeatConsequence,
  explain: (value) => {
    const role = get(value, 'type') === 'P' ? 'A prefill' : get(value, 'type') === 'D' ? 'A decode' : 'An';
    return [
      `${role} instance at ${show(get(value, 'http_address'))}, mode ${show(get(value, 'transfer_mode'))}, DP ${show(get(value, 'dp_size'))}, TP ${show(get(value, 'tp_size'))}.`,
    ];
  },
};

/** The form of builds before 2026-04-23. */
const oldHeartbeat: VllmMessage = {
  name: 'moriio.heartbeat',
  title: 'MoRIIO heartbeat of a build before 2026-04-23',
  tag: ['type', 'register'],
  matches: (value) => isType('register')(value) && hasKeys(value, 'request_address'),
  schema: z.object({ role: str, index: str, request_address: str, handshake_port: int, notify_port: int }),
  consequence: heartbeatConsequence,
  explain: () => ["Newer proxies ignore it: they log 'Received message with unrecognized type'."],
};

/** P2pNcclConnector, removed on 2026-06-08. */
const p2pHeartbeat: VllmMessage = {
  name: 'p2pnccl.heartbeat',
  title: 'Heartbeat of the P2P NCCL connector (removed on 2026-06-08)',
  matches: (value) => hasKeys(value, 'type', 'http_address', 'zmq_address') && asMap(value)?.size === 3,
  schema: z.object({ type: z.enum(['P', 'D']), http_address: name, zmq_address: name }),
  consequence: heartbeatConsequence,
};

function p2pCommand(cmd: string, title: string, schema: z.ZodType): VllmMessage {
  return {
    name: `p2pnccl.cmd.${cmd}`,
    title: `P2P NCCL connector (removed on 2026-06-08): ${title}`,
    tag: ['cmd', cmd],
    matches: (value) => get(value, 'cmd') === cmd,
    schema,
    consequence: 'the listener thread of the peer ends, and KV transfer stops',
  };
}

export const moriioMessages: readonly VllmMessage[] = [
  remoteBlocks,
  writeDone,
  release,
  heartbeat,
  oldHeartbeat,
  p2pHeartbeat,
  p2pCommand(
    'NEW',
    'a peer opens an NCCL communicator',
    z.object({ unique_id: bin.refine((id) => id.length === 128, 'must have 128 bytes') }),
  ),
  p2pCommand(
    'PUT',
    'announces a tensor that follows over NCCL',
    z.object({ tensor_id: str, shape: z.array(int), dtype: str }),
  ),
  p2pCommand('GET', 'asks for a tensor', z.object({ tensor_id: str })),
  agentMetadata,
  layerMetadata,
  unknownType,
];
