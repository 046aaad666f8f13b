/** Messages of vLLM with values of our own, and how to check that they are found. */
import { expect } from 'vitest';
import { encode } from '../../../server/src/core/match/bytes';
import { scan } from './forms';

/** A message, and the site that it is to be found as. */
export interface Message {
  readonly text: string;
  /** Class of the exception; undefined for what is logged. */
  readonly exception?: string;
  readonly level?: 'ERROR' | 'WARNING';
  /** Beginning of the template. */
  readonly template: string;
  /** Base name of the site’s file. */
  readonly file: string;
  readonly logger: string;
}

/** Texts of one line: long and short, with quote marks, an apostrophe, and values of several words. */
export const messages: readonly Message[] = [
  {
    text: 'Weight input_size_per_partition = 4736 is not divisible by min_thread_k = 128. Consider reducing tensor_parallel_size or running with --quantization gptq.',
    exception: 'ValueError',
    template: 'Weight input_size_per_partition =',
    file: 'marlin_utils.py',
    logger: 'vllm.model_executor.layers.quantization.utils.marlin_utils',
  },
  {
    text: "To serve at least one request with the model's max seq len (131072), (16.0 GiB KV cache is needed, which is larger than the available KV cache memory (9.81 GiB). Based on the available memory, the estimated maximum model length is 80352. Try increasing `gpu_memory_utilization` (which also controls CPU memory on the CPU backend) or decreasing `max_model_len` when initializing the engine. See https://docs.vllm.ai/en/latest/configuration/conserving_memory/ for more details.",
    exception: 'ValueError',
    template: 'To serve at least one request with the',
    file: 'kv_cache_utils.py',
    logger: 'vllm.v1.core.kv_cache_utils',
  },
  {
    text: "VLLM_PORT 'tcp://10.0.12.7:8000' appears to be a URI. This may be caused by a Kubernetes service discovery issue,check the warning in: https://docs.vllm.ai/en/stable/serving/env_vars.html",
    exception: 'ValueError',
    template: "VLLM_PORT '",
    file: 'envs.py',
    logger: 'vllm.envs',
  },
  {
    text: "Fused MoE layer 'model.layers.3.mlp.experts' requires consistent quant config for all sub-layers",
    exception: 'ValueError',
    template: "Fused MoE layer '",
    file: 'config_parser.py',
    logger: 'vllm.model_executor.layers.quantization.inc',
  },
  {
    text: 'MusicFlamingoProcessor output must include `rote_timestamps`.',
    exception: 'KeyError',
    template: 'MusicFlamingoProcessor output must',
    file: 'musicflamingo.py',
    logger: 'vllm.model_executor.models.musicflamingo',
  },
  {
    text: 'Worker proc VllmWorker-3 died unexpectedly, shutting down executor.',
    level: 'ERROR',
    template: 'Worker proc ',
    file: 'multiproc_executor.py',
    logger: 'vllm.v1.executor.multiproc_executor',
  },
  {
    text: "'key=strict' is not supported by mistral-common for tools. It has been popped from the object.",
    level: 'WARNING',
    template: "'key={key}' is not supported",
    file: 'mistral.py',
    logger: 'vllm.tokenizers.mistral',
  },
  {
    text: "O_DIRECT is not supported at '/mnt/kv'; falling back to buffered I/O for the 'fs' KV offload tier.",
    level: 'WARNING',
    template: 'O_DIRECT is not supported at',
    file: 'manager.py',
    logger: 'vllm.v1.kv_offload.tiering.fs.manager',
  },
  {
    text: 'Failed to compile grammar for request chatcmpl-7f3c2a',
    level: 'ERROR',
    template: 'Failed to compile grammar for',
    file: '__init__.py',
    logger: 'vllm.v1.structured_output',
  },
];

/** The message as it is printed behind its class; KeyError prints the repr of its text. */
export function said({ exception, text }: Message): string {
  if (exception === undefined) return text;
  return `${exception}: ${exception === 'KeyError' ? repr(text) : text}`;
}

/** Level at which it is logged. */
export function levelOf({ level }: Message): string {
  return level ?? 'ERROR';
}

/** Python’s repr of a string. */
export function repr(text: string): string {
  return text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`;
}

/** JSON of a value. */
export function json(value: unknown): string {
  return JSON.stringify(value);
}

/** True where the message is found as its site in a text. */
export function isFound({ template, file }: Message, text: string): boolean {
  return scan(encode(text)).some(
    ({ report }) => report.template.startsWith(template) && report.file.split('/').at(-1) === file,
  );
}

/** Expects every message to be found in a form; those with an exception only, where asked for. */
export function expectAll(form: (message: Message) => string, raisedOnly = false): void {
  const wanted = messages.filter(
    ({ exception }) => !raisedOnly || (exception !== undefined && exception !== 'KeyError'),
  );
  const lost = wanted
    .map((message) => ({ message, text: form(message) }))
    .filter(({ message, text }) => !isFound(message, text));
  expect(lost.map(({ text }) => text)).toEqual([]);
}
