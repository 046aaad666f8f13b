/**
 * What numbers a flag can take: bounds that vLLM's own configuration checks at 9b9fc403, and those that follow from what a
 * value stands for. A bound is claimed for a release only where that release has the same check.
 */
import { isBefore } from './flags';

/** A bound of a flag. */
interface Bound {
  /** Least value that is taken, and one below it that is taken as well, as -1 for automatic. */
  readonly least?: number;
  readonly also?: number;
  /** Value that is just too small, or just too large. */
  readonly above?: number;
  readonly below?: number;
  readonly most?: number;
  /** First release with the check; null where only the pinned commit has it; left out where it holds by definition. */
  readonly since?: string | null;
  /** Where the bound stands. */
  readonly source: string;
}

const config = (place: string) => `vllm/config/${place} at 9b9fc40`;
const port: Bound = { least: 0, most: 65_535, source: 'a TCP port has 16 bits, RFC 9293 section 3.1' };

/** Bounds by flag. Fields with `ge`, `gt`, `le` and `lt` at the pin, with the first release whose field has the same. */
const bounds = new Map<string, readonly Bound[]>([
  ['--port', [port]],
  ['--data-parallel-rpc-port', [port]],
  ['--data-parallel-supervisor-port', [port]],
  ['--master-port', [port]],
  // Groups of processes, of which none has no member.
  ['--tensor-parallel-size', [{ least: 1, source: config('parallel.py:124') }]],
  ['--pipeline-parallel-size', [{ least: 1, source: config('parallel.py:122') }]],
  ['--data-parallel-size', [{ least: 1, source: config('parallel.py:129') }]],
  ['--prefill-context-parallel-size', [{ least: 1, source: config('parallel.py:126') }]],
  ['--decode-context-parallel-size', [{ least: 1, source: config('parallel.py:342') }]],
  ['--nnodes', [{ least: 1, source: config('parallel.py:279') }]],
  ['--data-parallel-size-local', [{ least: 0, source: config('parallel.py:132') }]],
  ['--data-parallel-rank', [{ least: 0, since: null, source: config('parallel.py:136') }]],
  ['--node-rank', [{ least: 0, source: config('parallel.py:276') }]],
  [
    '--gpu-memory-utilization',
    [
      // Checked in CacheConfig from v0.1.0 on.
      { most: 1, source: config('cache.py:68') },
      { above: 0, since: 'v0.11.1', source: config('cache.py:68') },
    ],
  ],
  ['--block-size', [{ above: 0, source: config('cache.py:49') }]],
  ['--mamba-block-size', [{ above: 0, since: 'v0.11.1', source: config('cache.py:127') }]],
  ['--prefix-match-unit', [{ above: 0, since: null, source: config('cache.py:56') }]],
  ['--replayssm-buffer-len', [{ above: 0, since: null, source: config('cache.py:148') }]],
  ['--max-loras', [{ least: 1, since: 'v0.11.1', source: config('lora.py:37') }]],
  ['--max-model-len', [{ least: 1, also: -1, since: 'v0.14.0', source: config('model.py:869') }]],
  ['--max-logprobs', [{ least: -1, since: null, source: config('model.py:228') }]],
  ['--max-num-batched-tokens', [{ least: 1, since: 'v0.11.1', source: config('scheduler.py:49') }]],
  ['--max-num-seqs', [{ least: 1, since: 'v0.11.1', source: config('scheduler.py:63') }]],
  ['--max-num-scheduled-tokens', [{ least: 0, since: null, source: config('scheduler.py:56') }]],
  ['--long-prefill-token-threshold', [{ least: 0, since: null, source: config('scheduler.py:70') }]],
  ['--prefill-schedule-interval', [{ least: 1, since: null, source: config('scheduler.py:143') }]],
  ['--stream-interval', [{ least: 1, since: 'v0.11.1', source: config('scheduler.py:153') }]],
  ['--watermark', [{ least: 0, below: 1, since: null, source: config('scheduler.py:136') }]],
  ['--max-parallel-loading-workers', [{ least: 1, since: null, source: config('parallel.py:200') }]],
  ['--ubatch-size', [{ least: 0, since: null, source: config('parallel.py:213') }]],
  ['--dbo-decode-token-threshold', [{ least: 0, since: null, source: config('parallel.py:216') }]],
  ['--dbo-prefill-token-threshold', [{ least: 0, since: null, source: config('parallel.py:221') }]],
  ['--safetensors-prefetch-num-threads', [{ least: 1, since: null, source: config('load.py:85') }]],
  ['--safetensors-prefetch-block-size', [{ least: 1, since: null, source: config('load.py:90') }]],
  ['--mm-processor-cache-gb', [{ least: 0, since: 'v0.11.1', source: config('multimodal.py:125') }]],
  ['--mm-shm-cache-max-object-size-mb', [{ least: 0, since: 'v0.11.1', source: config('multimodal.py:137') }]],
  ['--mm-encoder-fp8-scale-save-margin', [{ above: 0, since: null, source: config('multimodal.py:178') }]],
  ['--mm-ipc-gpu-memory-gb', [{ least: 0, since: null, source: config('multimodal.py:207') }]],
  ['--video-pruning-rate', [{ least: 0, below: 1, since: 'v0.11.1', source: config('multimodal.py:192') }]],
  ['--kv-cache-metrics-sample', [{ above: 0, most: 1, since: 'v0.12.0', source: config('observability.py:53') }]],
  ['--cpu-offload-gb', [{ least: 0, since: 'v0.11.1', source: config('offload.py:23') }]],
  ['--offload-group-size', [{ least: 0, since: 'v0.17.0', source: config('offload.py:54') }]],
  ['--offload-num-in-group', [{ least: 1, since: 'v0.17.0', source: config('offload.py:62') }]],
  ['--offload-prefetch-step', [{ least: 0, since: 'v0.17.0', source: config('offload.py:66') }]],
  ['--shutdown-timeout', [{ least: 0, since: 'v0.18.0', source: config('vllm.py:402') }]],
]);

/** A sentence where a number lies outside what a flag can take in a release, or without one at the pinned commit. */
export function boundFault(flag: string, value: string, release: string | undefined): string | undefined {
  const written = value.replaceAll('_', '');
  if (!/^[+-]?\d+(?:\.\d*)?$|^[+-]?\.\d+$/.test(written)) return undefined;
  const number = Number(written);
  const broken = bounds.get(flag)?.find((bound) => holdsIn(bound, release) && !isWithin(bound, number));
  return broken && `${flag} must be ${rangeOf(broken)}, and ${value} is not (${broken.source}).`;
}

function holdsIn({ since }: Bound, release: string | undefined): boolean {
  if (since === undefined || release === undefined) return true;
  return since !== null && !isBefore(release, since);
}

function isWithin({ least, also, above, below, most }: Bound, number: number): boolean {
  if (number === also) return true;
  const isLarge = (least === undefined || number >= least) && (above === undefined || number > above);
  return isLarge && (below === undefined || number < below) && (most === undefined || number <= most);
}

function rangeOf({ least, also, above, below, most }: Bound): string {
  const parts = [
    least === undefined ? '' : `at least ${least}`,
    above === undefined ? '' : `above ${above}`,
    below === undefined ? '' : `below ${below}`,
    most === undefined ? '' : `at most ${most}`,
  ].filter((part) => part !== '');
  return parts.join(' and ') + (also === undefined ? '' : `, or ${also}`);
}
