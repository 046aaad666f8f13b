/**
 * Messages as released versions print them, whose wording at the pinned commit is another: people run releases, so what
 * explains the newest wording has to explain these. Lines of public reports, or built from the text in the release.
 */
import { describe, expect, it } from 'vitest';
import { loaded, wholeMatcher } from '../support/wholeCatalog';

const lines: readonly (readonly [code: string, versions: string, line: string])[] = [
  [
    'vllm/memory/no-cache-blocks',
    'v0.1.1 to v0.12.0',
    'ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing the engine.',
  ],
  [
    'vllm/memory/no-cache-blocks',
    'v0.13.0 to v0.21.0',
    'ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing the engine. See https://docs.vllm.ai/en/latest/configuration/conserving_memory/ for more details.',
  ],
  [
    'vllm/memory/kv-cache-too-small',
    'v0.2.7 to v0.10.2',
    "ValueError: The model's max seq len (32768) is larger than the maximum number of tokens that can be stored in KV cache (26064). Try increasing `gpu_memory_utilization` or decreasing `max_model_len` when initializing the engine.",
  ],
  [
    'vllm/memory/kv-cache-too-small',
    'v0.9.1 to v0.12.0',
    "ValueError: To serve at least one request with the models's max seq len (131072), (16.00 GiB KV cache is needed, which is larger than the available KV cache memory (10.55 GiB). Based on the available memory, the estimated maximum model length is 86464. Try increasing `gpu_memory_utilization` or decreasing `max_model_len` when initializing the engine.",
  ],
  [
    'vllm/model-config/max-model-len-too-long',
    'v0.4.0 to v0.5.3',
    "ValueError: User-specified max_model_len (131072) is greater than the derived max_model_len (max_position_embeddings=32768 or model_max_length=None in model's config.json). This may lead to incorrect model outputs or CUDA errors. Make sure the value is correct and within the model context size.",
  ],
  [
    'vllm/request/prompt-too-long',
    'v0.3.0 to v0.10.0',
    "ValueError: This model's maximum context length is 4096 tokens. However, you requested 5096 tokens (4096 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
  ],
  [
    'vllm/request/prompt-too-long',
    'v0.10.1 to v0.19.1',
    "VLLMValidationError: This model's maximum context length is 8192 tokens. However, your request has 9000 input tokens. Please reduce the length of the input messages.",
  ],
  [
    'vllm/engine-core/exited-unexpectedly',
    'v0.10.1 to v0.19.1',
    '(APIServer pid=1) ERROR 07-22 09:02:01 [core_client.py:564] Engine core proc EngineCore_DP0 died unexpectedly, shutting down client.',
  ],
  [
    'vllm/executor/worker-died',
    'v0.8.5 to v0.21.0',
    '(EngineCore_DP0 pid=972) ERROR 07-22 09:10:02 [multiproc_executor.py:230] Worker proc VllmWorker-1 died unexpectedly, shutting down executor.',
  ],
  [
    'vllm/engine-core/initialization-failed',
    'v0.6.4 to v0.10.2',
    'RuntimeError: Engine process failed to start. See stack trace for the root cause.',
  ],
  [
    'vllm/ray/driver-node-without-gpu',
    'v0.2.7 to v0.7.3',
    'ValueError: Ray does not allocate any GPUs on the driver node. Consider adjusting the Ray placement group or running the driver on a GPU node.',
  ],
  [
    'vllm/ray/placement-group-too-small',
    'v0.1.3 to v0.5.3',
    'ValueError: The number of required GPUs exceeds the total number of available GPUs in the cluster.',
  ],
  ['vllm/platform/device-type-unknown', 'v0.6.3 to v0.8.2', 'RuntimeError: Failed to infer device type'],
  [
    'vllm/lora/model-unsupported',
    'v0.6.3 to v0.10.2',
    'AssertionError: MiniCPM3ForCausalLM does not support LoRA yet.',
  ],
];

const { data } = loaded;
const matcher = wholeMatcher();

describe('an entry explains what released versions print', () => {
  it.each(lines)('%s (%s)', (code, _versions, line) => {
    const [best] = matcher.match(new TextEncoder().encode(line), { level: 'WARNING' });
    expect(best?.site.code).toBe(code);
  });
});

/** Letters of a first line from which on it says enough by itself. */
const telling = 48;

/** What grep shows of messages that are printed over several lines: the line that names the exception. */
const firstLines = data.entries.flatMap((entry) =>
  entry.templates.flatMap(({ text, kind, exception = entry.exception }) => {
    const [line = '', ...others] = text.split('\n');
    const literals = line.replace(/\{[^{}]*\}/g, '');
    const isTold = kind === 'raise' && exception !== null && others.length > 0 && !/[{}]/.test(literals);
    return isTold && literals.length >= telling
      ? [[entry.code, `${exception}: ${line.replace(/\{[^{}]*\}/g, 'x1')}`] as const]
      : [];
  }),
);

describe('the first line of a message over several lines is enough', () => {
  it('in many entries', () => expect(firstLines.length).toBeGreaterThan(5));

  it.each(firstLines)('%s: %s', (code, line) => {
    const [best] = matcher.match(new TextEncoder().encode(line), { level: 'WARNING' });
    expect(best?.site.code).toBe(code);
  });
});
