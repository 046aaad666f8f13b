/** A list of frames as a ROUTER or DEALER delivers it: identity, empty delimiter, body. */

import { beNumber, hasText } from './bytes';
import type { FormBytes } from './form/form';
import { identify } from './kind/identify';
import { isAddress } from './kind/identity';
import type { KindReading } from './kind/kind';
import { changed } from './lazy';
import type { Hint, Json, ReadingNode } from './reading';
import { count, escapeBytes } from './text';
import { requestTypes } from './vllm/engine';
import { rankOf, sequenceOf } from './vllm/words';
import { rebuild } from './zmtp/rebuild';

/** The frames in front of the body, and which frame is the body. */
interface Layout {
  /** Index of the frame that is the peer's identity, or -1. */
  readonly identity: number;
  /** Index of an empty frame between envelope and body, or -1. */
  readonly delimiter: number;
  /** Index of a frame of one byte that names the type of a request to an engine, or -1. */
  readonly type: number;
  /** Index of the first frame of the body, or -1 where there is none. */
  readonly body: number;
}

/** A first frame of 2 bytes, of 5 with a leading 00, or host:port is an identity: nothing else that peers send looks so. */
function looksIdentity(frame: Uint8Array | undefined): boolean {
  if (!frame) return false;
  return frame.length === 2 || (frame.length === 5 && frame[0] === 0) || isAddress(frame);
}

function layoutOf(frames: readonly Uint8Array[]): Layout {
  if (isEventBatch(frames)) return { identity: -1, delimiter: -1, type: -1, body: 2 };
  const delimiter = frames.findIndex((frame, i) => i < 2 && frame.length === 0);
  const identity = delimiter === 0 || frames.length < 2 ? -1 : delimiter === 1 || looksIdentity(frames[0]) ? 0 : -1;
  const next = Math.max(identity, delimiter) + 1;
  const type = next + 1 < frames.length && requestTypes.has(typeByte(frames[next])) ? next : -1;
  const body = type < 0 ? next : type + 1;
  return { identity, delimiter, type, body: body < frames.length ? body : -1 };
}

function typeByte(frame: Uint8Array | undefined): number {
  return frame?.length === 1 ? (frame[0] ?? -1) : -1;
}

/** KV events are topic, sequence number of 8 bytes, payload: vllm/distributed/kv_events.py. */
function isEventBatch(frames: readonly Uint8Array[]): boolean {
  return frames.length === 3 && frames[1]?.length === 8 && (frames[2]?.length ?? 0) > 0;
}

function frameLabel(layout: Layout, index: number): string {
  if (index === layout.identity) return `frame ${index} (identity)`;
  if (index === layout.type) return `frame ${index} (request type)`;
  return index === layout.delimiter ? `frame ${index} (empty delimiter)` : `frame ${index}`;
}

function shifted(node: ReadingNode, by: number): ReadingNode {
  return {
    ...node,
    start: node.start + by,
    end: node.end + by,
    children: node.children.map((child) => shifted(child, by)),
  };
}

function treeOf(frames: readonly Uint8Array[], layout: Layout, body: KindReading | undefined): ReadingNode[] {
  let at = 0;
  return frames.map((frame, index) => {
    const start = at;
    at += frame.length;
    const children = index === layout.body && body ? body.tree.map((node) => shifted(node, start)) : [];
    return { start, end: at, label: frameLabel(layout, index), value: count(frame.length, 'byte'), children };
  });
}

function frameLines(frames: readonly Uint8Array[], layout: Layout): string[] {
  return frames
    .slice(0, 20)
    .map((frame, index) => `${frameLabel(layout, index)}: ${count(frame.length, 'byte')} ${escapeBytes(frame, 60)}`);
}

function envelopeFields(frames: readonly Uint8Array[], layout: Layout): { readonly [name: string]: Json } {
  const first = frames[layout.identity];
  return {
    frame_count: frames.length,
    empty_delimiter: layout.delimiter >= 0,
    ...(first?.length === 2 && { rank_le: rankOf(first) }),
    ...(layout.type >= 0 && { request_type: requestTypes.get(typeByte(frames[layout.type])) ?? '' }),
    ...(isEventBatch(frames) && { seq: Number(sequenceOf(frames[1]) ?? 0n) }),
  };
}

function readBody(frame: Uint8Array, form: FormBytes, hint: Hint | undefined): readonly KindReading[] {
  const inner = hint === 'zmq-multipart' || hint === 'zmq-identity' ? undefined : hint;
  return identify({
    bytes: frame,
    truncated: form.truncated,
    form: form.form,
    identity: false,
    ...(inner && { hint: inner }),
  });
}

/** The bytes as what is left of a foreign client's stream, of which the identity has so many bytes. */
function eatenReading(bytes: Uint8Array, length: number, form: FormBytes): KindReading | undefined {
  const readings = identify({ bytes, length, truncated: true, form: form.form, identity: true });
  return readings.find((reading) => reading.fields.zmtp1 === true);
}

/** A foreign client's stream of which the first frame is the identity; the frames behind it lost two bytes each. */
function readForeign(frames: readonly Uint8Array[], form: FormBytes): KindReading | undefined {
  const first = frames[0];
  if (!first || first.length < 2 || frames.length < 2) return undefined;
  const { bytes, gaps } = rebuild(frames);
  const found = eatenReading(bytes, first.length, form);
  if (!found) return undefined;
  const alone = eatenReading(first, first.length, form);
  // A gap in the client's name makes it unreadable: the part in the identity is sure.
  const agent = alone?.fields.user_agent;
  const garbled = alone !== undefined && agent !== undefined && agent !== found.fields.user_agent;
  return changed(found, {
    summary: garbled ? alone.summary : found.summary,
    details: [
      ...found.details,
      `The frames behind the identity lost two bytes each: the first was the frame's length plus 1, of the second (${count(gaps.length, 'gap')}, shown as ?) only one bit is known.`,
    ],
    fields: {
      ...found.fields,
      ...(garbled && { user_agent: agent }),
      gaps: gaps.map(({ offset, len }) => ({ offset, len })),
    },
  });
}

/** Replay of KV events: a request is identity, delimiter, sequence; its end is three empty frames and -1. */
function readReplay(frames: readonly Uint8Array[]): KindReading | undefined {
  const [start, end] = [sequenceOf(frames[2]), frames[1]?.length === 0];
  if (start === undefined || !end || (frames.length !== 3 && frames.length !== 4)) return undefined;
  const ended = start === -1n;
  return {
    ...unexplained(frames),
    confidence: 'fits',
    summary: ended
      ? 'End of a replay of KV cache events (sequence -1)'
      : `Replay request: send KV cache events from sequence ${start} on`,
    fields: { schema: ended ? 'kv.replay.end' : 'kv.replay.request', seq: Number(start) },
  };
}

/** A lookup in the Mooncake store: tag, number of tokens, length of a hash, hashes (store/protocol.py). */
function readLookup(frames: readonly Uint8Array[]): KindReading | undefined {
  const [tag, tokens, width, hashes] = frames;
  if (!tag || !hasText(tag, 'lookup') || tokens?.length !== 4 || width?.length !== 2 || !hashes) return undefined;
  const hashLength = beNumber(width, 0, 2);
  return {
    ...unexplained(frames),
    confidence: 'fits',
    summary: `Mooncake store lookup: ${beNumber(tokens, 0, 4)} tokens, ${Math.floor(hashes.length / Math.max(1, hashLength))} hashes of ${hashLength} bytes`,
    fields: { schema: 'mooncake.store.lookup', num_tokens: beNumber(tokens, 0, 4), hash_len: hashLength },
  };
}

function unexplained(frames: readonly Uint8Array[]): KindReading {
  return {
    kind: 'zmq-frames',
    confidence: 'weak',
    summary: `ZMQ message of ${count(frames.length, 'frame')}`,
    details: [],
    fields: {},
    tree: [],
  };
}

/** Readings of a multipart message; its bytes are the frames one after another. */
export function readFrames(form: FormBytes, hint: Hint | undefined): readonly KindReading[] {
  const frames = form.frames ?? [];
  const layout = layoutOf(frames);
  const foreign = readForeign(frames, form);
  const bodyFrame = frames[layout.body];
  const bodies = bodyFrame ? readBody(bodyFrame, form, hint) : [];
  const known = bodies.filter((body) => body.kind !== 'unknown' && body.confidence !== 'weak');
  const best = foreign ?? readReplay(frames) ?? readLookup(frames) ?? known[0] ?? unexplained(frames);
  const reading = changed(best, {
    summary:
      best.kind === 'zmq-frames' ? best.summary : `${best.summary} (ZMQ message of ${count(frames.length, 'frame')})`,
    details: [...best.details, ...frameLines(frames, layout)],
    fields: { ...envelopeFields(frames, layout), ...best.fields },
    tree: treeOf(frames, layout, foreign ? undefined : best),
  });
  return [reading, ...bodies.filter((body) => body !== best)];
}
