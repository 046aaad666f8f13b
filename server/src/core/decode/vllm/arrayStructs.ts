/**
 * Structs that vLLM sends as arrays (msgspec, array_like), packed as maps by another program: v1/engine/__init__.py:95 and 228,
 * distributed/kv_events.py:25 at 9b9fc403.
 */
import * as z from 'zod';
import { engineDeaf, frontEndFails } from './engine';
import { tagOf } from './events';
import { asArray, get, hasKeys, type VllmMessage } from './message';

/** A row for a struct whose receiver takes an array only. */
function packedAsMap(name: string, title: string, struct: string, rest: Pick<VllmMessage, 'matches' | 'consequence'>) {
  const error = 'is a map, and must be an array (msgspec: Expected `array`, got `object`)';
  return {
    name,
    title,
    ...rest,
    schema: z.array(z.unknown(), { error }),
    explain: () => [`${struct} is sent as an array of its fields in their order, without their names.`],
  };
}

export const structMessages: readonly VllmMessage[] = [
  packedAsMap('engine.request.ADD', 'Front end to engine: ADD, a new request', 'EngineCoreRequest', {
    matches: (value) =>
      hasKeys(value, 'request_id', 'prompt_token_ids') &&
      (hasKeys(value, 'sampling_params') || hasKeys(value, 'pooling_params')),
    consequence: engineDeaf,
  }),
  packedAsMap('engine.outputs', 'Engine to front end or coordinator: outputs', 'EngineCoreOutputs', {
    matches: (value) => hasKeys(value, 'engine_index', 'outputs') || hasKeys(value, 'outputs', 'scheduler_stats'),
    consequence: frontEndFails,
  }),
  packedAsMap('kv.event.batch', 'KV cache events of an engine, for routers and caches', 'KVEventBatch', {
    matches: (value) =>
      hasKeys(value, 'ts') && asArray(get(value, 'events'), 1)?.every((event) => tagOf(event) !== undefined) === true,
    consequence: 'subscribers cannot decode the batch and lose its events',
  }),
];
