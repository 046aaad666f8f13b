/** Front end and engine: requests and outputs. vllm/v1/engine/__init__.py at 9b9fc403; lengths by date from its history. */
import * as z from 'zod';
import { count } from '../text';
import { asArray, bin, bool, get, hasKeys, int, isInt, name, number, show, str, type VllmMessage } from './message';

export const engineDeaf = "the engine's input thread ends: the engine runs on, but takes no more requests";
export const frontEndFails = 'the front end fails all running requests';

function nullable(type: z.ZodType): z.ZodType {
  return z.union([type, z.null()]);
}

/** Names of the 20 fields of EngineCoreRequest, in order. */
const requestFields = [
  'request_id',
  'prompt_token_ids',
  'mm_features',
  'sampling_params',
  'pooling_params',
  'arrival_time',
  'lora_request',
  'cache_salt',
  'data_parallel_rank',
  'prompt_embeds',
  'prompt_is_token_ids',
  'client_index',
  'current_wave',
  'priority',
  'trace_headers',
  'resumable',
  'external_req_id',
  'reasoning_ended',
  'reasoning_parser_kwargs',
  'abort_immediately',
] as const;

/** Build that wrote a request, by its length; 17 and 18 occurred twice. */
const requestDates = new Map([
  [15, 'from 2025-09-19'],
  [16, 'from 2025-12-23'],
  [17, 'from 2026-01-24 to 2026-02-05, or from 2026-02-12 to 2026-05-01'],
  [18, 'from 2026-02-05 to 2026-02-12, or of 2026-05-01'],
  [19, 'from 2026-05-01 to 2026-05-09'],
  [20, 'from 2026-05-09 on'],
]);

function field(value: unknown, key: (typeof requestFields)[number]): unknown {
  return asArray(value)?.[requestFields.indexOf(key)];
}

/** Types of the 20 fields, in order. */
const requestTypesOf = [
  name,
  nullable(z.array(int)),
  nullable(z.array(z.unknown())),
  nullable(z.record(z.string(), z.unknown())),
  nullable(z.array(z.unknown())),
  number,
  nullable(z.array(z.unknown())),
  nullable(str),
  nullable(int),
  z.unknown(),
  nullable(z.array(bool)),
  int,
  int,
  int,
  nullable(z.record(z.string(), str)),
  bool,
  nullable(str),
  nullable(bool),
  nullable(z.record(z.string(), z.unknown())),
  bool,
] as const;

const fullRequest = z
  .tuple(requestTypesOf)
  .refine(
    (request) => (request[3] === null) !== (request[4] === null),
    'must hold exactly one of sampling_params and pooling_params',
  );

/** The places whose types no build changed; of builds before 2026-02-12 the sixth is a token id. */
function requestStart(length: number): z.ZodType {
  const rest = Array.from({ length: length - 6 }, () => z.unknown());
  const list = nullable(z.array(z.unknown()));
  return z.tuple([
    name,
    nullable(z.array(int)),
    list,
    nullable(z.record(z.string(), z.unknown())),
    list,
    nullable(number),
    ...rest,
  ]);
}

/** Keys that vLLM writes for every request it samples: sampling_params.py:199. */
const samplingKeys = ['max_tokens', 'output_kind', '_eos_token_id', '_all_stop_token_ids'];
/** Of the 20 fields so many must be right before the others are called wrong. */
const leastRight = 17;

/** Twenty fields of which a few have a wrong type: sampling parameters tell the message then. */
function isBrokenRequest(list: readonly unknown[]): boolean {
  const right = requestTypesOf.filter((type, i) => type.safeParse(list[i]).success).length;
  return right >= leastRight && samplingKeys.some((key) => hasKeys(list[3], key));
}

/** What a request asks for beside tokens and sampling. */
function extras(value: unknown): string[] {
  const items = asArray(field(value, 'mm_features')) ?? [];
  const kinds = [...new Set(items.map((item) => show(get(item, 'modality'))))];
  const [adapter, id] = asArray(field(value, 'lora_request')) ?? [];
  return [
    ...(items.length > 0 ? [`${count(items.length, 'multimodal item')}: ${kinds.slice(0, 5).join(', ')}.`] : []),
    ...(typeof adapter === 'string' ? [`LoRA adapter ${show(adapter)}, id ${show(id)}.`] : []),
    ...(field(value, 'abort_immediately') === true
      ? ['`abort_immediately` is set: the request is added only to be aborted, so that its KV blocks are freed.']
      : []),
  ];
}

function sampling(value: unknown): string[] {
  const params = field(value, 'sampling_params');
  if (params === null || params === undefined)
    return field(value, 'pooling_params') === null ? [] : ['A pooling request.'];
  return [
    `Sampling: temperature ${show(get(params, 'temperature') ?? 1)}, at most ${show(get(params, 'max_tokens') ?? 16)} tokens.`,
  ];
}

const add: VllmMessage = {
  name: 'engine.request.ADD',
  title: 'Front end to engine: ADD, a new request',
  matches: (value) => {
    const list = asArray(value, 15, 20);
    if (list?.length === 20 && isBrokenRequest(list)) return true;
    return (
      typeof list?.[0] === 'string' &&
      (list[1] === null || Array.isArray(list[1])) &&
      typeof list[5] !== 'string' &&
      !Array.isArray(list[11]) &&
      isInt(list[11])
    );
  },
  places: requestFields,
  begins: z.union([...requestDates.keys()].map(requestStart)),
  schema: (value) => (asArray(value)?.length === 20 ? fullRequest : requestStart(asArray(value)?.length ?? 6)),
  consequence: engineDeaf,
  explain: (value) => {
    const length = asArray(value)?.length ?? 0;
    const tokens = asArray(field(value, 'prompt_token_ids'))?.length;
    return [
      `Request ${show(field(value, 'request_id'))}${tokens === undefined ? '' : `, ${tokens} prompt tokens`}.`,
      ...(length === 20 ? [...sampling(value), ...extras(value)] : []),
      `${length} fields: a build ${requestDates.get(length) ?? 'unknown'}.`,
    ];
  },
};

/** Ids that vLLM makes hold eight hex digits of a random number or more. */
const longId = /^[\w.:-]{0,200}[0-9a-f]{8}[\w.:-]{0,200}$/;

const abort: VllmMessage = {
  name: 'engine.request.ABORT',
  title: 'Front end to engine: ABORT, a list of request ids',
  matches: (value) => {
    const list = asArray(value, 1, 10_000);
    return (
      list?.every((id) => typeof id === 'string' && /^[\w-]{4,}$/.test(id)) === true &&
      list.some((id) => /-|\d/.test(String(id)))
    );
  },
  begins: z.array(str.regex(longId)),
  isSure: (value) => asArray(value)?.every((id) => longId.test(String(id))) === true,
  schema: z.array(str),
  consequence: engineDeaf,
};

const utility: VllmMessage = {
  name: 'engine.request.UTILITY',
  title: 'Front end to engine: UTILITY, a method call',
  matches: (value) => {
    const list = asArray(value, 4, 4);
    return isInt(list?.[0]) && isInt(list?.[1]) && typeof list?.[2] === 'string' && Array.isArray(list[3]);
  },
  // The call id is the upper half of a UUID, so never a small number (core_client.py, call_utility_async).
  isSure: (value) => typeof asArray(value)?.[1] === 'bigint',
  places: ['client_index', 'call_id', 'method_name', 'args'],
  schema: z.tuple([int, int, name, z.array(z.unknown())]),
  consequence: engineDeaf,
  explain: (value) => [
    `Client ${show(asArray(value)?.[0])} calls ${show(asArray(value)?.[2])}(), call id ${show(asArray(value)?.[1])}.`,
  ],
};

/** coordinator.py: [wave, engine to leave out]. */
export const startWave: VllmMessage = {
  name: 'engine.request.START_DP_WAVE',
  title: 'Coordinator to engines: START_DP_WAVE',
  matches: (value) => {
    const [wave, exclude] = asArray(value, 2, 2) ?? [];
    return isInt(wave) && (exclude === null || (exclude instanceof Uint8Array && exclude.length === 2));
  },
  isSure: () => false,
  schema: z.tuple([int, z.union([int, z.null(), bin])]),
  consequence: engineDeaf,
  explain: (value) => {
    const [wave, exclude] = asArray(value, 2, 2) ?? [];
    const bytes = exclude instanceof Uint8Array;
    return [
      `Wave ${show(wave)} starts${exclude === null ? ' on every engine' : isInt(exclude) ? ` on every engine but ${exclude}` : ''}.`,
      ...(bytes
        ? ['The engine to leave out is given as 2 bytes, which never equals an engine index: nobody is left out.']
        : []),
    ];
  },
};

/** EngineCoreOutputs has 8 fields; each output 11 to 14. */
const outputDates = new Map([
  [11, 'from 2025-09-11'],
  [12, 'from 2025-11-05'],
  [13, 'from 2026-01-12 to 2026-02-04, or from 2026-04-14 to 2026-07-12'],
  [14, 'from 2026-02-04 to 2026-04-14, or from 2026-07-12 on'],
]);

const finishReasons = ['stop', 'length', 'abort', 'error', 'repetition'];

/** Fields of EngineCoreOutputs. Receivers take fewer, whose defaults stand for the others, and more, which they ignore. */
const outputsLength = 8;
const [fewest, most] = [5, 12];

function isOutputs(value: unknown): boolean {
  const list = asArray(value, fewest, most);
  const start =
    isInt(list?.[0]) && Array.isArray(list?.[1]) && !Array.isArray(list?.[2]) && typeof list?.[3] === 'number';
  return start && (list?.length === outputsLength || outputsSchemaOf(value).safeParse(value).success);
}

/** Of another length, what it holds must tell the message. */
function isSureOutputs(value: unknown): boolean {
  const list = asArray(value) ?? [];
  const first = asArray(asArray(list[1])?.[0], 6);
  return (
    list.length === outputsLength ||
    (typeof first?.[0] === 'string' && Array.isArray(first[1])) ||
    hasKeys(list[2], 'num_running_reqs') ||
    typeof asArray(list[4], 3, 3)?.[0] === 'bigint'
  );
}

function lengthLines(value: unknown): string[] {
  const length = asArray(value)?.length ?? outputsLength;
  const missing = outputPlaces.slice(length).map((place) => `\`${place}\``);
  if (length > outputsLength) return [`${length} fields: receivers at 9b9fc403 ignore those behind the eighth.`];
  return missing.length === 0
    ? []
    : [`${length} of 8 fields: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not sent and counts as nil.`];
}

function outputLines(value: unknown): string[] {
  const outputs = asArray(asArray(value)?.[1]) ?? [];
  return outputs.slice(0, 5).flatMap((output) => {
    const list = asArray(output) ?? [];
    const reason = list[5];
    const ended = typeof reason === 'number' ? `, finished: ${finishReasons[reason] ?? reason}` : '';
    const tokens = asArray(list[1])?.length ?? 0;
    return [
      `Request ${show(list[0])}: ${count(tokens, 'new token')}${ended}; ${list.length} fields, a build ${outputDates.get(list.length) ?? 'unknown'}.`,
    ];
  });
}

function statsLines(value: unknown): string[] {
  const stats = asArray(value)?.[2];
  if (stats === null || stats === undefined) return [];
  return [
    `${show(get(stats, 'num_running_reqs'))} running, ${show(get(stats, 'num_waiting_reqs'))} waiting, KV cache usage ${show(get(stats, 'kv_cache_usage'))}.`,
  ];
}

function waveLines(value: unknown): string[] {
  const [complete, start] = [asArray(value)?.[6], asArray(value)?.[7]];
  return [
    ...(isInt(complete) ? [`Wave ${complete} is complete: the engines pause.`] : []),
    ...(isInt(start) ? [`Wave ${start} must start.`] : []),
  ];
}

/** EngineCoreOutput: msgspec wants its first two fields, and a finish_reason that the enum has. */
const output = z.tuple([str, z.array(int)], z.unknown()).superRefine((fields, context) => {
  const reason = fields[5];
  if (reason === undefined || reason === null || (typeof reason === 'number' && reason in finishReasons)) return;
  context.addIssue({ code: 'custom', path: [5], message: `finish_reason ${show(reason)} is none of 0 to 4` });
});

/** Names of the 8 fields of EngineCoreOutputs, in order. */
const outputPlaces = [
  'engine_index',
  'outputs',
  'scheduler_stats',
  'timestamp',
  'utility_output',
  'finished_requests',
  'wave_complete',
  'start_wave',
];

const outputsTypes = [
  int,
  z.array(output),
  nullable(z.record(z.string(), z.unknown())),
  number,
  nullable(z.array(z.unknown())),
  nullable(z.array(str)),
  nullable(int),
  nullable(int),
] as const;

/** The types of as many fields as are sent. */
function outputsSchemaOf(value: unknown): z.ZodType {
  const length = Math.min(asArray(value)?.length ?? outputsLength, outputsLength);
  const [first = int, ...others]: readonly z.ZodType[] = outputsTypes.slice(0, length);
  return z.tuple([first, ...others], z.unknown());
}

function utilityLines(value: unknown): string[] {
  const [call, failure] = asArray(asArray(value)?.[4], 3, 3) ?? [];
  if (isInt(call) && call === -1) return ['An Elastic EP notification (call id -1).'];
  if (isInt(call) && call === -2) return ['A fault-tolerance status push (call id -2).'];
  return [
    failure === null
      ? `The call ${show(call)} succeeded.`
      : `The call ${show(call)} failed: ${show(failure)}. The front end raises Exception with this text.`,
  ];
}

/** Fields of EngineCoreOutputs behind the answer to a utility call. */
const tail = [nullable(z.array(str)), nullable(int), nullable(int)] as const;

const utilityOutput: VllmMessage = {
  name: 'engine.outputs.utility',
  title: 'Engine to front end: the answer to a utility call',
  matches: (value) => isOutputs(value) && asArray(asArray(value)?.[4], 3, 3) !== undefined,
  begins: z.tuple([int, z.tuple([]), z.null(), number, z.tuple([int, nullable(str), z.unknown()]), ...tail]),
  isSure: isSureOutputs,
  places: outputPlaces,
  schema: outputsSchemaOf,
  consequence: frontEndFails,
  explain: (value) => [...utilityLines(value), ...lengthLines(value)],
};

const outputs: VllmMessage = {
  name: 'engine.outputs',
  title: 'Engine to front end or coordinator: outputs',
  matches: isOutputs,
  begins: z.tuple([
    int,
    z.array(z.tuple([str], z.unknown())),
    nullable(z.record(z.string(), z.unknown())),
    number,
    z.null(),
    ...tail,
  ]),
  isSure: isSureOutputs,
  places: outputPlaces,
  schema: outputsSchemaOf,
  consequence: frontEndFails,
  explain: (value) => [...outputLines(value), ...statsLines(value), ...waveLines(value), ...lengthLines(value)],
};

export const engineMessages: readonly VllmMessage[] = [add, utility, utilityOutput, outputs, startWave, abort];

/** v1/engine/__init__.py:259: the frame before a request's payload. */
export const requestTypes: ReadonlyMap<number, string> = new Map([
  [0, 'ADD'],
  [1, 'ABORT'],
  [2, 'START_DP_WAVE'],
  [3, 'UTILITY'],
  [4, 'EXECUTOR_FAILED'],
  [5, 'WAKEUP'],
]);
