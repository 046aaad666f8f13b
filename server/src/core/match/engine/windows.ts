/**
 * Which windows of a template are searched for: runs of bytes that copying leaves alone, taken where the catalog is
 * rarest. Each template has up to three: one near its front, since text is cut at its end far more often, and two apart
 * from it, for texts that are wrapped, coloured or changed in the others.
 */
import { APOSTROPHE, BACKSLASH, BACKTICK, encode, isSpace, QUOTE, SPACE } from '../bytes';
import { gramKinds, hashLong, STRIDE, wordAt } from './grams';

/** A window of a literal. */
export interface Window {
  /** Number of the literal in its template. */
  readonly literal: number;
  /** Offset of the window in the literal. */
  readonly start: number;
  /** Place of its kind in {@link gramKinds}. */
  readonly kind: number;
}

/** Windows of shorter literals stand in too many texts; they are taken only where a template has no longer one. */
const TELLING = 12;
/** More would hardly find more texts, and each takes some thirty bytes of the index. */
const MAX_WINDOWS = 3;
/** Counters for each gram of the catalog, so that few grams share one. */
const COUNTERS_PER_GRAM = 2;
const MAX_COUNTER_BITS = 21;
/** So many that everyday text leaves most counters of a small catalog alone. */
const MIN_COUNTER_BITS = 16;
/** A gram that another template has as well weighs more than any number of common words. */
const SHARED_WEIGHT = 1 << 16;
/** A third window is not worth its costs where each of its grams stands in a dozen other templates. */
const TOO_COMMON = STRIDE * 12 * SHARED_WEIGHT;

/**
 * What every log is full of: prefixes, access lines, tracebacks, statistics, progress. A window of such text would be
 * come upon on every line, though hardly a template of the catalog has it.
 */
const everyday = [
  '(APIServer pid=972) INFO 07-22 08:14:55 [async_llm.py:708] Engine 000: Avg prompt throughput: 1.2 tokens/s, ',
  'Avg generation throughput: 3.4 tokens/s, Running: 5 reqs, Waiting: 6 reqs, GPU KV cache usage: 7.8%, ',
  'Prefix cache hit rate: 9.0%, SpecDecoding metrics: Mean acceptance length: 2.3, Accepted throughput: 4.5 tokens/s',
  '(EngineCore_DP0 pid=972) ERROR 07-22 08:14:55 [core.py:708] Traceback (most recent call last):',
  '(Worker_TP0 pid=972) WARNING 07-22 08:14:55 [gpu_model_runner.py:708] ',
  '(VllmWorkerProcess pid=972) (RayWorkerWrapper pid=972, ip=10.0.0.7) [repeated 7x across cluster] DEBUG ',
  '(APIServer pid=972) INFO:     10.0.0.7:5353 - "POST /v1/chat/completions HTTP/1.1" 200 OK',
  '"GET /metrics HTTP/1.1" 200 OK "GET /health HTTP/1.1" 404 Not Found "POST /v1/completions HTTP/1.1" 400 Bad Request',
  '  File "/usr/local/lib/python3.12/dist-packages/vllm/v1/engine/core.py", line 708, in run_engine_core',
  '  File "/usr/lib/python3/site-packages/vllm/v1/worker/gpu_model_runner.py", line 708, in execute_model',
  '    output = self.model_executor.execute_model(scheduler_output) return func(*args, **kwargs) return self._call_impl(',
  'gpu-node-07:972:1044 [0] NCCL INFO Channel 00/32 : 0[0] -> 1[1] via P2P/CUMEM NET/IB : Using ',
  'Loading safetensors checkpoint shards:  42% Completed | 26/61 [00:12<00:17,  1.99it/s]',
  'Capturing CUDA graphs (mixed prefill-decode, PIECEWISE): 100%|',
  'Received request chatcmpl-0: prompt: , params: SamplingParams(n=1, presence_penalty=0.0, frequency_penalty=0.0, ',
  'repetition_penalty=1.0, temperature=0.7, top_p=0.8, top_k=20, min_p=0.0, seed=None, stop=[], stop_token_ids=[], ',
  'include_stop_str_in_output=False, ignore_eos=False, max_tokens=16, min_tokens=0, logprobs=None, ',
  'prompt_logprobs=None, skip_special_tokens=True, prompt_token_ids: None, lora_request: None. Added request chatcmpl-0',
  '2026-07-22T08:14:55.123456789Z stderr F {"level":"error","message":"","timestamp":"2026-07-22T08:14:55Z"}',
  'torch.bfloat16 torch.float16 meta-llama/Llama-3.1-8B-Instruct',
];
/** A gram of everyday text counts like one that so many templates have. */
const EVERYDAY = 256;

/** How often grams and words stand in a catalog, and in everyday logs. */
export interface Counts {
  readonly grams: Uint32Array;
  readonly words: Uint32Array;
  /** Takes the bits of a hash that are above the number of a counter away. */
  readonly shift: number;
}

/** Counts what stands in the literals of all templates. */
export function countGrams(templates: readonly (readonly Uint8Array[])[]): Counts {
  const lines = everyday.map(encode);
  const length = [...templates, lines].reduce(
    (sum, texts) => sum + texts.reduce((all, text) => all + text.length, 0),
    0,
  );
  const bits = Math.min(
    MAX_COUNTER_BITS,
    Math.max(MIN_COUNTER_BITS, Math.ceil(Math.log2(length * COUNTERS_PER_GRAM + 2))),
  );
  const counts: Counts = { grams: new Uint32Array(1 << bits), words: new Uint32Array(1 << bits), shift: 32 - bits };
  const add = (text: Uint8Array, weight: number): void => {
    for (let i = 0; i + STRIDE <= text.length; i++) {
      const word = counterOf(counts, wordAt(text, i), 0);
      const gram = counterOf(counts, wordAt(text, i), wordAt(text, i + STRIDE));
      counts.words[word] = (counts.words[word] ?? 0) + weight;
      counts.grams[gram] = (counts.grams[gram] ?? 0) + weight;
    }
  };
  for (const literals of templates) for (const literal of literals) add(literal, 1);
  for (const line of lines) add(line, EVERYDAY);
  return counts;
}

/** True where a window of one of the literals can be searched for. */
export function isSearchable(literals: readonly Uint8Array[]): boolean {
  return kindFor(literals) < gramKinds.length;
}

/** Windows of one template; none where it has no room for the shortest kind. */
export function chooseWindows(literals: readonly Uint8Array[], counts: Counts): Window[] {
  const kind = kindFor(literals);
  const length = gramKinds[kind]?.window;
  if (length === undefined) return [];
  const usable = literals.flatMap((literal, number) => (longestRun(literal) >= length ? [number] : []));
  const telling = usable.filter((number) => (literals[number]?.length ?? 0) >= TELLING);
  const [front, ...others] = (telling.length > 0 ? telling : usable)
    .flatMap((number) => partsOf(literals[number] ?? new Uint8Array(), number, length))
    .map((part) => rarest(literals, part, kind, counts));
  if (!front) return [];
  const [second, ...more] = others.sort((a, b) => a.cost - b.cost).slice(0, MAX_WINDOWS - 1);
  const worth = [second, ...more.filter(({ cost }) => cost < TOO_COMMON)];
  return [front, ...worth].flatMap((rated) => rated?.window ?? []);
}

/** Part of a literal that one window is chosen from: no byte is in two windows, so one change spoils one window. */
interface Part {
  readonly literal: number;
  readonly start: number;
  readonly end: number;
}

/** The runs of a literal that copying leaves alone, each in as many parts as windows can be used. */
function partsOf(literal: Uint8Array, number: number, length: number): Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (let i = 0; i <= literal.length; i++) {
    if (i < literal.length && !isFragile(literal, i)) continue;
    const run = i - start;
    const count = Math.min(MAX_WINDOWS, Math.floor(run / length));
    for (let k = 0; k < count; k++) {
      const cut = (share: number): number => start + Math.floor((run * share) / count);
      parts.push({ literal: number, start: cut(k), end: cut(k + 1) });
    }
    start = i + 1;
  }
  return parts;
}

/** The longest kind for which some literal has room; the number of kinds where none has. */
function kindFor(literals: readonly Uint8Array[]): number {
  const run = literals.reduce((longest, literal) => Math.max(longest, longestRun(literal)), 0);
  const kind = gramKinds.findIndex(({ window }) => run >= window);
  return kind < 0 ? gramKinds.length : kind;
}

interface Rated {
  readonly window: Window;
  readonly cost: number;
}

/** The window of a part whose grams are rarest in the catalog. */
function rarest(literals: readonly Uint8Array[], part: Part, kind: number, counts: Counts): Rated {
  const bytes = literals[part.literal] ?? new Uint8Array();
  const last = part.end - (gramKinds[kind]?.window ?? 0);
  let best = { window: { literal: part.literal, start: part.start, kind }, cost: Number.POSITIVE_INFINITY };
  for (let start = part.start; start <= last; start++) {
    const cost = commonness(bytes, start, counts);
    if (cost < best.cost) best = { window: { ...best.window, start }, cost };
  }
  return best;
}

/** How common the grams of a window are: those shared with other templates first, then how common their words are. */
function commonness(bytes: Uint8Array, start: number, counts: Counts): number {
  let cost = 0;
  for (let at = start; at < start + STRIDE; at++) {
    const word = wordAt(bytes, at);
    const next = wordAt(bytes, at + STRIDE);
    const rarer = Math.min(
      counts.words[counterOf(counts, word, 0)] ?? 0,
      counts.words[counterOf(counts, next, 0)] ?? 0,
    );
    cost += ((counts.grams[counterOf(counts, word, next)] ?? 0) - 1) * SHARED_WEIGHT + rarer;
  }
  return cost;
}

function counterOf({ shift }: Counts, word: number, next: number): number {
  return hashLong(word, next) >>> shift;
}

/** Length of the longest run of bytes that copying leaves alone. */
function longestRun(literal: Uint8Array): number {
  let longest = 0;
  let plain = 0;
  for (let i = 0; i < literal.length; i++) {
    plain = isFragile(literal, i) ? 0 : plain + 1;
    longest = Math.max(longest, plain);
  }
  return longest;
}

/** True for what copying changes: quote marks, escapes, line ends, runs of white space. */
function isFragile(literal: Uint8Array, at: number): boolean {
  const byte = literal[at];
  if (byte === QUOTE || byte === APOSTROPHE || byte === BACKTICK || byte === BACKSLASH) return true;
  return isSpace(byte) && (byte !== SPACE || isSpace(literal[at - 1]) || isSpace(literal[at + 1]));
}
