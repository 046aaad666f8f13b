/** Other KV connectors: Mooncake, the P2P tier. vllm/distributed/kv_transfer/kv_connector/v1 and v1/kv_offload at 9b9fc403. */
import * as z from 'zod';
import { bin, bool, get, hasKeys, int, natural, positive, show, str, type VllmMessage } from './message';
import { nixlMessages } from './nixl';

/** mooncake_connector.py:379. */
const mooncakeMetadata: VllmMessage = {
  name: 'mooncake.xfer.metadata',
  title: 'Mooncake: decode asks prefill to push KV blocks',
  matches: (value) => hasKeys(value, 'remote_hostname', 'req_blocks'),
  schema: z.object({
    remote_hostname: str,
    remote_port: int,
    remote_tp_size: int,
    remote_tp_rank: int,
    req_blocks: z.record(z.string(), z.tuple([str, z.array(z.array(int))])),
    kv_caches_base_addr: z.array(int),
    block_lens: z.array(int),
    kv_block_lens: z.array(int),
  }),
  consequence: "prefill's sender thread logs 'Error in Mooncake sender thread' and ends",
};

const mooncakeStatus = ['finished', 'more answers follow', 'error'];

/** mooncake_connector.py:405. */
const mooncakeResponse: VllmMessage = {
  name: 'mooncake.xfer.response',
  title: 'Mooncake: prefill answers a transfer request',
  matches: (value) =>
    typeof get(value, 'status') === 'number' &&
    (hasKeys(value, 'ok_reqs') || hasKeys(value, 'err_reqs') || hasKeys(value, 'err_msg')),
  schema: z.object({
    status: z.int().min(0).max(2),
    ok_reqs: z.array(str).optional(),
    err_reqs: z.array(str).optional(),
    err_msg: str.optional(),
  }),
  consequence: 'decode cannot tell whether the blocks arrived',
  explain: (value) => {
    const error = get(value, 'err_msg');
    return [
      `Status ${show(get(value, 'status'))}: ${mooncakeStatus[Number(get(value, 'status'))] ?? 'unknown'}${error === undefined ? '' : `, ${show(error)}`}.`,
    ];
  },
};

/** session/session.py:312, 340: ValueError of a `validate` ends in `_protocol_error`. */
const refused = "the receiver logs 'protocol error: malformed' with the field, and disconnects";

/** What `validate` of the messages with two lists refuses: session/protocol.py:212, 274. */
function sameLength(first: string, second: string): (map: z.ZodObject) => z.ZodType {
  return (map) =>
    map.superRefine((value, context) => {
      const [one, two] = [value[first], value[second]];
      if (!Array.isArray(one) || !Array.isArray(two) || one.length === two.length) return;
      const message = `${first}/${second} length mismatch: ${one.length} vs ${two.length}`;
      context.addIssue({ code: 'custom', message });
    });
}

function p2p(
  type: string,
  title: string,
  fields: z.ZodRawShape,
  refine: (map: z.ZodObject) => z.ZodType = (map) => map,
): VllmMessage {
  return {
    // A map with nothing but a common word may be of any program.
    ...(Object.keys(fields).length === 0 && { isSure: () => false }),
    name: `p2ptier.${type}`,
    title: `P2P KV tier: ${title}`,
    tag: ['type', type],
    matches: (value) =>
      get(value, 'type') === type && (type === 'disconnect' || Object.keys(fields).some((key) => hasKeys(value, key))),
    schema: refine(z.object(fields)),
    consequence: refused,
  };
}

const request = { kv_request_id: str };

/** session/protocol.py. */
const p2pMessages: readonly VllmMessage[] = [
  p2p('connect', 'a peer introduces itself; block length, fingerprint and PYTHONHASHSEED must match', {
    peer_id: str,
    agent_metadata: bin,
    base_addr: natural,
    num_blocks: positive,
    block_len: positive,
    config_fingerprint: str,
    hash_seed: str,
  }),
  p2p('connect_ack', 'the peer accepts the connection', { peer_id: str }),
  p2p(
    'fetch',
    'fetch blocks into remote slots',
    { ...request, keys: z.array(bin), block_indexes: z.array(natural) },
    sameLength('keys', 'block_indexes'),
  ),
  p2p('lookup', 'asks which blocks the peer holds', { ...request, keys: z.array(bin) }),
  p2p(
    'lookup_resp',
    'which blocks the peer holds',
    { ...request, keys: z.array(bin), hits: z.array(bool) },
    sameLength('keys', 'hits'),
  ),
  p2p('transfer_done', 'a transfer ended', { ...request, success: bool }),
  p2p('abort_fetch', 'stop a fetch', request),
  p2p('abort_ack', 'a fetch was stopped', request),
  p2p('disconnect', 'a peer closes the connection', {}),
];

export const transferMessages: readonly VllmMessage[] = [
  ...nixlMessages,
  mooncakeMetadata,
  mooncakeResponse,
  ...p2pMessages,
];
