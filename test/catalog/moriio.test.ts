import { describe, expect, it } from 'vitest';
import { templateShape } from '../../server/src/core/source/shape';
import { wholeCatalog, wholeMatcher } from '../support/wholeCatalog';

/**
 * Every error of the MoRIIO package and every log line of level WARNING or above, as the source has them at the pinned
 * commit: file, line, text. Typed from reading the source, not from the entries. An empty text is an assertion without one.
 */
const connector = 'moriio_connector.py';
const engine = 'moriio_engine.py';
const common = 'moriio_common.py';
const layout = 'moriio_layout.py';

const rows: readonly (readonly [file: string, line: number, text: string])[] = [
  // Configuration
  ...[276].map((line) => [common, line, 'kv_transfer_config must be set for MoRIIOConnector'] as const),
  ...[197, 231, 357, 854].map(
    (line) => [connector, line, 'kv_transfer_config must be set for MoRIIOConnector'] as const,
  ),
  [common, 307, "'proxy_ip'"],
  [common, 309, "'proxy_ping_port'"],
  [common, 310, "'http_port'"],
  [
    common,
    217,
    'The environment variable {} is deprecated and ignored. Set {} inside kv_transfer_config.kv_connector_extra_config instead.',
  ],
  [common, 290, "Invalid MoRIIO backend {} in kv_connector_extra_config; must be one of 'rdma' or 'xgmi'."],
  [connector, 837, "MoRIIO is not available. Please ensure the 'mori' package is installed and properly configured."],
  [connector, 95, 'MoRIIO is not available'],
  [engine, 59, 'MoRIIO is not available'],
  // Addresses and request parameters
  [common, 387, "Malformed zmq_address {}: expected 'host:IP,handshake:PORT,notify:PORT' format"],
  [common, 405, 'Cannot parse peer zmq_address from request_id: {}'],
  [common, 503, 'Unexpected socket type: {}'],
  [common, 453, "'transfer_id'"],
  [connector, 540, "'transfer_id'"],
  [connector, 420, 'transfer id not in transfer_id_to_request_id lookuptable. there is likely a bug!'],
  [connector, 425, 'Could not find {}  in transfer_id_to_request_idlookup table.  This could lead to a possible hang.'],
  [connector, 503, 'Cannot release WRITE prefill blocks for request {}: missing transfer_id'],
  [connector, 518, 'Cannot release WRITE prefill blocks for request {}: missing remote notify address'],
  [connector, 556, ''],
  [connector, 572, 'Got invalid KVTransferParams: {}. This request will not utilize KVTransfer'],
  [connector, 580, 'kv_transfer_params should not be None'],
  // Tensor-parallel sizes
  [connector, 107, 'TP sizes must be positive'],
  [connector, 150, 'TP sizes must be positive'],
  [connector, 109, 'local_tp_rank {} must be in [0, {})'],
  [connector, 116, 'remote tp_size {} must be a multiple of local tp_size {} for heterogeneous-TP P/D'],
  [connector, 122, 'local tp_size {} must be a multiple of remote tp_size {} for heterogeneous-TP P/D'],
  [connector, 138, 'TP sizes and total_num_kv_heads must be positive'],
  [
    connector,
    141,
    'MoRIIO heterogeneous TP requires replicated KV heads on both prefill and decode. Got total_num_kv_heads={}, local_tp_size={}, remote_tp_size={}.',
  ],
  [connector, 154, 'consumer tp_size {} must be a multiple of producer tp_size {} for heterogeneous-TP P/D'],
  // Registration with the proxy
  [connector, 1161, 'Connection refused: {}:{} -> {}:{}'],
  [connector, 1171, 'OS error when sending ping: {}'],
  [connector, 1175, 'Unexpected error when sending ping: {}'],
  [connector, 1178, 'Max retries ({}) exceeded. Stopping ping loop.'],
  [connector, 1182, 'Ping failed after {} retries'],
  // Handshakes
  [connector, 1242, 'Connection listener got unexpected message'],
  [connector, 1243, 'handshake failed, unexpected msg type'],
  [connector, 1298, 'Unexpected frame! received_frame = {}'],
  [connector, 1339, 'unexpected frame! received_frame = {}'],
  [connector, 1323, 'len(self.local_kv_cache_metadata) = {},maybe you didnt clear this buffer correctly'],
  [connector, 1330, 'len(self.remote_kv_cache_metadata) = {},maybe you didnt clear this buffer correctly'],
  [connector, 1395, 'Handshake with {} failed'],
  [
    connector,
    1727,
    'Timed out waiting for write_ready_flags[{}]; adjust with kv_connector_extra_config.transfer_timeout',
  ],
  [
    connector,
    1959,
    'Timed out waiting for load_ready_flag[{}]; adjust with kv_connector_extra_config.transfer_timeout',
  ],
  [connector, 1861, 'Eager MoRIIO handshake failed for {}'],
  [
    connector,
    1883,
    'Eager MoRIIO handshake failed for {} on at least one TP rank; failing this step fast to avoid a TP collective hang',
  ],
  [connector, 1107, "'{}_dp{}'"],
  // KV cache layouts
  [connector, 1466, ''],
  [connector, 1482, 'MoRIIO KV cache block size mismatch for layer {}: {} != {}'],
  [layout, 56, 'Missing KV cache spec for layer {}'],
  [layout, 86, 'Ambiguous MoRIIO kernel-block K/V cache shape for layer {}: {}'],
  [layout, 95, 'Unsupported MoRIIO K/V cache shape for layer {}: {} does not contain block size {}'],
  [layout, 144, 'Unsupported MoRIIO K/V cache shape for layer {}: {} has {} kernel blocks, not divisible by {}'],
  [layout, 195, 'Unsupported MoRIIO K/V cache shape for layer {}: {} has {} kernel blocks, not divisible by {}'],
  [layout, 257, 'Unsupported MoRIIO {} cache shape for layer {}: {}'],
  [layout, 283, 'Input list lengths mismatch'],
  [connector, 2069, 'Input list lengths mismatch'],
  [layout, 322, 'local_block_ids longer than remote_block_ids: {} > {}'],
  // Set-up and shut-down
  [connector, 311, 'save_kv_layer called on scheduler role'],
  [connector, 315, 'Connector metadata not initialized yet'],
  [connector, 328, 'Connector metadata not initialized yet'],
  [connector, 691, 'Error closing ZMQ socket for path {}: {}'],
  [engine, 884, 'Error closing ZMQ socket for path {}: {}'],
  [engine, 114, 'Parent worker has been garbage collected'],
  [engine, 524, 'You Cannot pass None engine to MoRIIOWrapper!'],
  ...[536, 565, 571, 577, 595, 604, 618, 630].map((line) => [engine, line, 'MoRIIO engine must be set first'] as const),
  [engine, 582, 'register_torch_tensor returned None'],
  [engine, 587, 'Failed to register local memory: {}'],
  ...[603, 617, 629].map((line) => [engine, line, 'You have not register local memory data!'] as const),
  [engine, 685, 'Notify port cannot be None'],
  // Transfers
  [engine, 209, 'Write task failed for request {}, marking done'],
  [engine, 240, 'Deferred write task failed for request {}, marking done'],
  [engine, 228, 'Deferred write task for request {} expired after {}s (remote blocks never arrived), marking done'],
  [engine, 298, 'Remote allocation info missing for transfer {}'],
  [engine, 662, 'RDMA transfer failed: {} (code={})'],
  [
    engine,
    668,
    'RDMA transfer timed out after {}s. Check NIC queue depth or reduce concurrency; adjust with kv_connector_extra_config.transfer_timeout.',
  ],
  [engine, 679, '{}/{} transfers failed:\n{}'],
  [
    connector,
    818,
    'Reaped {} deferred sends with no finished_sending notification after {}s. This indicates lost async KV completion notifications from the KV connector.',
  ],
  [
    connector,
    1653,
    'RDMA transfer failed for request {}: {} (code={}). Notifying prefill to free blocks; request will be aborted by timeout.',
  ],
  [connector, 1671, 'Failed to send error notification for request {}'],
  [
    connector,
    2261,
    'MoRIIO READ send queue stayed full past transfer_timeout for req {} layer {}; storing failed status (get_finished notifies prefill and drops the request). Raise qp_per_transfer if frequent.',
  ],
  // Notices
  [engine, 701, 'Error processing message: {}'],
  [engine, 702, 'Error processing message: {}'],
  [engine, 729, 'Failed to decode msgpack message, will try as string'],
  [engine, 738, 'Received non-UTF8 message: {}'],
  [engine, 740, 'Unhandled message format: {}'],
  [engine, 754, 'Unhandled structured message type: {}'],
  [engine, 757, 'Only prefill can get block messages'],
  ...[758, 781, 789].map((line) => [engine, line, "'transfer_id'"] as const),
  [engine, 762, 'block_notify_list cannot be empty in remote allocate message'],
  [engine, 778, 'Only decode can get WRITE completion messages'],
  [engine, 786, 'Only prefill can get transfer release messages'],
  [engine, 792, 'Invalid consumer_tp_size in release message: {}'],
  [engine, 827, 'Missing remote_ip or remote_port for notification'],
  [engine, 845, 'Invalid req_id type: {}, expected str'],
  [engine, 857, 'Failed to send notification to {}: {}'],
];

const folder = 'vllm/distributed/kv_transfer/kv_connector/v1';
const wanted = [
  ...rows.map(([file, line, text]) => [`${folder}/moriio/${file}`, line, text] as const),
  [
    `${folder}/base.py`,
    673,
    '{} received pp_rank > 0 handshake metadata but does not support PP-disaggregated KV transfer.',
  ] as const,
];

const catalog = wholeCatalog();

describe('the catalog explains every error of the MoRIIO package', () => {
  it.each(wanted)('%s:%i %s', (file, line, text) => {
    const shapes = catalog.sites
      .filter((site) => site.project === 'vllm' && site.file === file && site.line === line)
      .map((site) => templateShape(site.template));
    expect(shapes).toContain(templateShape(text));
  });
});

describe('explanations that public pages have joined to another program’s messages', () => {
  const matcher = wholeMatcher();
  const codesOf = (text: string) =>
    matcher.match(new TextEncoder().encode(text), { level: 'WARNING' }).map(({ site }) => site.code);
  const common = 'vllm.distributed.kv_transfer.kv_connector.v1.moriio.moriio_common';

  it.each([
    ["HandshakeError: Error processing message: 'transfer_id'", 'notify-listener-died'],
    [
      `${common}.HandshakeError: Error processing message: too many values to unpack (expected 2)`,
      'notify-listener-died',
    ],
    ["ERROR 11-30 02:53:13 [moriio_engine.py:701] Error processing message: 'transfer_id'", 'notify-listener-died'],
    [`${common}.TransferError: 1/3 transfers failed:`, 'transfers-failed'],
    [`${common}.HandshakeError: Unexpected frame! received_frame = [b'meta']`, 'unexpected-frame'],
    [`${common}.HandshakeError: unexpected frame! received_frame = [b'meta']`, 'unexpected-second-frame'],
  ])('%s is explained by its own entry', (text, name) => {
    expect(codesOf(text)[0]).toBe(`vllm/moriio/${name}`);
  });

  it('shows the inner error of a listener beside its end', () => {
    const text = 'HandshakeError: Error processing message: Unhandled structured message type: write_failed';
    expect(codesOf(text).sort()).toEqual(['vllm/moriio/notify-listener-died', 'vllm/moriio/unhandled-structured-type']);
  });

  it.each([
    'Error processing message: timeout',
    'ERROR Error processing message: timeout',
    'tokenize endpoint unavailable: HTTP 404',
  ])('%s is not the listener’s', (text) => {
    expect(codesOf(text).filter((code) => code.startsWith('vllm/moriio/'))).toEqual([]);
  });
});

describe('relations of the MoRIIO entries', () => {
  const relationsOf = (from: string, to: string) =>
    catalog.related(`vllm/moriio/${from}`).find(({ code }) => code === `vllm/moriio/${to}`)?.relations;

  it.each([
    'unhandled-message-format',
    'unhandled-structured-type',
    'block-message-on-decode',
    'release-on-decode',
    'write-done-on-prefill',
    'empty-block-list',
    'invalid-consumer-tp-size',
    'missing-transfer-id',
  ])('%s is wrapped by the end of the listener', (inner) => {
    expect(relationsOf(inner, 'notify-listener-died')).toContain('path-after');
    expect(relationsOf('notify-listener-died', inner)).toContain('path-before');
  });

  it('pairs the two replies of a handshake', () => {
    expect(relationsOf('unexpected-frame', 'unexpected-second-frame')).toContain('twin');
  });

  it('relates nothing for sharing a file alone', () => {
    expect(relationsOf('unexpected-frame', 'mori-not-installed')).toBeUndefined();
    expect(relationsOf('transfers-failed', 'ping-gave-up')).toBeUndefined();
  });
});
