/** What flag of vLLM a matched error asks for, with the value that its message gives. */
import type { FlagChange } from './setFlag';

/** What is read of a match: values by the names of the holes in the template. */
type Captures = ReadonlyMap<string, string>;

/** Makes the change, or says undefined where the message gives no value to set. */
type MakeChange = (captures: Captures) => FlagChange | undefined;

const headless = '--headless';

/** Seconds that a transfer may take where nothing sets it: moriio_common.py:346 at vLLM 9b9fc403. */
const transferTimeout: FlagChange = {
  kind: 'double',
  flag: '--kv-transfer-config',
  path: ['kv_connector_extra_config', 'transfer_timeout'],
  base: 30,
  holds: 'MoRIIO',
};

/** Queue pairs of a transfer where nothing sets them: moriio_common.py:243 at vLLM 9b9fc403. */
const queuePairs: FlagChange = { ...transferTimeout, path: ['kv_connector_extra_config', 'qp_per_transfer'], base: 1 };

/** One row an entry, by its code. */
const rows = new Map<string, MakeChange>([
  ['vllm/memory/kv-cache-too-small', (captures) => set('--max-model-len', estimateOf(captures))],
  [
    'vllm/model-config/max-model-len-too-long',
    (captures) => set('--max-model-len', wholeIn(captures, 'derived_max_model_len')),
  ],
  [
    'vllm/model-config/batched-tokens-below-model-len',
    (captures) => set('--max-num-batched-tokens', wholeIn(captures, 'max_model_len')),
  ],
  ['vllm/memory/free-memory-below-utilization', (captures) => set('--gpu-memory-utilization', freeShare(captures))],
  ['vllm/model-config/remote-code-needed', () => ({ kind: 'add', flag: '--trust-remote-code' })],
  ['vllm/dp-handshake/headless-required', () => ({ kind: 'add', flag: headless })],
  ['vllm/dp-handshake/headless-not-allowed', () => ({ kind: 'remove', flag: headless })],
  ['vllm/moriio/rdma-transfer-timed-out', () => transferTimeout],
  ['vllm/moriio/handshake-wait-timed-out', () => transferTimeout],
  ['vllm/moriio/send-queue-full', () => queuePairs],
]);

/** Codes of the entries whose errors a flag answers. */
export const flagCodes: readonly string[] = [...rows.keys()];

/** The change that a match asks for; undefined for one that no flag answers. */
export function flagChangeFor(
  code: string,
  captures: readonly { readonly name: string; readonly text: string }[],
): FlagChange | undefined {
  return rows.get(code)?.(new Map(captures.map(({ name, text }) => [name, text])));
}

function set(flag: string, value: string | undefined): FlagChange | undefined {
  return value === undefined ? undefined : { kind: 'set', flag, value };
}

function wholeIn(captures: Captures, name: string): string | undefined {
  const text = captures.get(name)?.trim() ?? '';
  return /^\d{1,12}(?:\.0)?$/.test(text) ? text.replace('.0', '') : undefined;
}

/** The longest length that fits, which the message names where there is one. */
function estimateOf(captures: Captures): string | undefined {
  return /estimated maximum model length is (\d{1,12})\b/.exec(captures.get('estimated_msg') ?? '')?.[1];
}

/** Least share of a card that is worth a start. */
const leastShare = 0.3;

/** The share of the card that was free, rounded down; undefined where too little was. */
function freeShare(captures: Captures): string | undefined {
  const [free, total] = ['free_memory', 'total_memory'].map((name) => {
    const key = [...captures.keys()].find((hole) => hole.includes(name));
    return Number.parseFloat((key && captures.get(key)) ?? '');
  });
  const share = Math.floor(((free ?? 0) / (total ?? 0)) * 100) / 100;
  return share >= leastShare && share < 1 ? String(share) : undefined;
}
