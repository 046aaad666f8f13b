/** Messages of vLLM that their frames tell, and what a receiver refuses of them. Source: vLLM at 9b9fc403. */

import { beNumber, hasText } from '../bytes';
import type { KindReading } from '../kind/kind';
import { changed } from '../lazy';
import { count, escapeBytes } from '../text';
import { requestTypes, startWave } from '../vllm/engine';
import { lookupReading } from '../vllm/lookup';
import { asArray, isInt } from '../vllm/message';
import { plainValue } from '../vllm/plain';
import { rankOf, sequenceOf } from '../vllm/words';
import { auxProblems } from './aux';
import { byteOf, type Layout } from './layout';

/** A reading with the frames' places, where they are others than usual. */
export interface FramesReading {
  readonly reading: KindReading;
  readonly layout: Layout;
}

/** Replay of KV events: a request is identity, delimiter, sequence; its end has -1 and nothing else (kv_events.py:460-475). */
export function readReplay(frames: readonly Uint8Array[], layout: Layout): FramesReading | undefined {
  const others = (at: number): boolean => frames.every((frame, i) => i === at || frame.length === 0);
  const at = frames.length === 4 ? 2 : frames.length === 3 ? (others(1) ? 1 : 2) : -1;
  const sequence = sequenceOf(frames[at]);
  const ended = sequence === -1n && others(at);
  const asked = frames.length === 3 && at === 2 && frames[1]?.length === 0;
  if (sequence === undefined || (!ended && !asked)) return undefined;
  const reading: KindReading = {
    kind: 'zmq-frames',
    confidence: 'fits',
    summary: ended
      ? 'End of a replay of KV cache events (sequence -1)'
      : `Replay request: send KV cache events from sequence ${sequence} on`,
    details: [],
    fields: { schema: ended ? 'kv.replay.end' : 'kv.replay.request', seq: Number(sequence) },
    tree: [],
  };
  return { reading, layout: { ...layout, names: new Map([[at, ended ? 'sequence' : 'start sequence']]) } };
}

/** Until 2026-04-08 an engine said that it is ready by an empty payload, which the Python front end still takes (core_client.py:667). */
export function readEmptyReady(frames: readonly Uint8Array[], layout: Layout): FramesReading | undefined {
  const [identity, payload] = frames;
  if (frames.length !== 2 || identity?.length !== 2 || payload?.length !== 0) return undefined;
  const reading: KindReading = {
    kind: 'zmq-frames',
    confidence: 'weak',
    summary: `ZMQ message of 2 frames: an identity and an empty payload, as an engine of a build before 2026-04-08 says on the input socket that it is ready (data-parallel rank ${rankOf(identity)})`,
    details: ['The Python front end takes it, the Rust front end refuses an empty payload.'],
    fields: {},
    tree: [],
  };
  return { reading, layout: { ...layout, delimiter: -1, names: new Map([[1, 'empty payload']]) } };
}

/** A lookup in the Mooncake store: tag, number of tokens, length of a hash, hashes (store/protocol.py, store/worker.py:1816). */
export function readLookup(frames: readonly Uint8Array[], layout: Layout): FramesReading | undefined {
  const from = frames.findIndex((frame) => frame.length === 6 && hasText(frame, 'lookup'));
  const [, tokens, width, hashes, ...rest] = frames.slice(Math.max(0, from));
  if (from < 0 || from > 2 || !tokens) return undefined;
  const names = ['tag', 'number of tokens', 'length of a hash', 'hashes'].map((name, i) => [from + i, name] as const);
  const numbers = { tokens: beNumber(tokens, 0, tokens.length), hashLength: width && beNumber(width, 0, width.length) };
  if (tokens.length !== 4 || (width && width.length !== 2) || rest.length > 0) return undefined;
  return {
    reading: lookupReading({ ...numbers, hashes }),
    layout: { ...layout, type: -1, body: -1, names: new Map(names) },
  };
}

/** START_DP_WAVE with the index of an engine is two small numbers, which only the type in front of it tells (coordinator.py). */
export function readWave(
  frames: readonly Uint8Array[],
  layout: Layout,
  body: KindReading | undefined,
): FramesReading | undefined {
  const payload = frames[layout.body];
  if (!payload || !body || requestTypes.get(byteOf(frames[layout.type])) !== 'START_DP_WAVE') return undefined;
  const value = plainValue(payload)?.value;
  const [wave, exclude] = asArray(value, 2, 2) ?? [];
  if (!isInt(wave) || !isInt(exclude) || body.kind !== 'msgpack') return undefined;
  const reading = changed(body, {
    confidence: 'fits',
    summary: `msgpack, ${startWave.title}: [${wave}, ${exclude}]`,
    details: startWave.explain?.(value) ?? [],
    fields: { ...body.fields, schema: startWave.name },
  });
  return { reading, layout };
}

/** An ADD whose payload is another request: the decoder of an ADD is the only one with a type (core.py:1714). */
function payloadProblem(frames: readonly Uint8Array[], layout: Layout, body: KindReading): string[] {
  const { schema } = body.fields;
  const added = requestTypes.get(byteOf(frames[layout.type])) === 'ADD';
  if (!added || typeof schema !== 'string' || !/^engine\.request\.(?!ADD)/.test(schema)) return [];
  return [
    "Its type says ADD, but the payload is another request: the engine's decoder raises msgspec.ValidationError and its input thread ends: it runs on, but takes no more requests.",
  ];
}

/** Frames that a receiver unpacks, its peer's identity first: v1/engine/utils.py:1261, core_client.py:667, moriio_engine.py:698, nixl/base_scheduler.py:311, mooncake_connector.py:1158, p2p/control/zmq.py:279. */
const unpacked: readonly (readonly [schema: RegExp, frames: 2 | 3, then: string])[] = [
  [/^dp\.handshake\.(?:hello|ready)$/, 2, 'raises ValueError and the start of the deployment fails'],
  [/^engine\.ready_response$/, 2, 'raises ValueError and the start of the deployment fails'],
  [/^moriio\.notify\./, 2, 'raises ValueError and its notification thread ends'],
  [/^nixl\.handshake\.get_meta$/, 3, 'raises ValueError and its handshake listener ends'],
  [/^mooncake\.xfer\.metadata$/, 2, "logs 'Error in Mooncake sender thread' and the thread ends"],
  [/^p2ptier\./, 2, "logs 'dropping message with … frames (expected 2)' and drops it"],
];

/** The row of a message that has more or fewer frames than its receiver unpacks. */
function miscounted(
  frames: readonly Uint8Array[],
  layout: Layout,
  body: KindReading,
): (typeof unpacked)[number] | undefined {
  const { schema } = body.fields;
  if (layout.identity < 0 || typeof schema !== 'string') return undefined;
  const row = unpacked.find(([shape]) => shape.test(schema));
  return row?.[1] === frames.length ? undefined : row;
}

/** How many frames the receiver unpacks, where it is not as many as there are. */
export function expectedFrames(frames: readonly Uint8Array[], layout: Layout, body: KindReading): number | undefined {
  return miscounted(frames, layout, body)?.[1];
}

function countProblem(frames: readonly Uint8Array[], layout: Layout, body: KindReading): string[] {
  const row = miscounted(frames, layout, body);
  if (!row) return [];
  const [, expected, then] = row;
  const reason = frames.length > expected ? 'too many values to unpack' : 'not enough values to unpack';
  const said = then.startsWith('raises ValueError') ? then.replace('ValueError', `ValueError (${reason})`) : then;
  const envelope = expected === 2 ? 'identity and payload' : 'identity, empty delimiter and payload';
  const hint =
    expected === 2 && layout.delimiter > 0 ? ' The empty delimiter comes from a REQ socket; a DEALER sends none.' : '';
  return [
    `The message has ${count(frames.length, 'frame')}, its receiver takes ${expected} (${envelope}): it ${said}.${hint}`,
  ];
}

/** core.py:1704-1711: the first frame of a request must be one byte that is known, or READY. */
function typeProblem(frames: readonly Uint8Array[], layout: Layout): string[] {
  const type = frames[layout.type];
  if (!type || requestTypes.has(byteOf(type))) return [];
  const shown = `b'${escapeBytes(type, 40)}'`;
  return [
    `Frame ${layout.type}, ${shown}, is no request type (00 ADD, 01 ABORT, 02 START_DP_WAVE, 03 UTILITY): the engine raises ValueError (${shown} is not a valid EngineCoreRequestType) and its input thread ends: it runs on, but takes no more requests.`,
  ];
}

/** What the receiver refuses of the frames, whatever the payload says. */
export function frameProblems(frames: readonly Uint8Array[], layout: Layout, body: KindReading): string[] {
  return [
    ...typeProblem(frames, layout),
    ...payloadProblem(frames, layout, body),
    ...countProblem(frames, layout, body),
    ...auxProblems(frames, layout, body),
  ];
}

/** Requests whose layout no other program's message has. */
const tellingRequests = new Set(['engine.request.ADD', 'engine.request.UTILITY']);

/** True where `body` is a request to an engine, so that the frame in front of it must be its type. */
export function isRequest(type: Uint8Array, body: KindReading | undefined): boolean {
  const schema = body?.fields.schema;
  if (typeof schema !== 'string') return false;
  return tellingRequests.has(schema) || (type.length === 1 && schema.startsWith('engine.request.'));
}
