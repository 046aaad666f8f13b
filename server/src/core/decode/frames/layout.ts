/** Which frame of a ZMQ message is what: identity, empty delimiter, type, topic, sequence number, body. */

import { isAddress } from '../kind/identity';
import { utf8Start } from '../text';
import { requestTypes } from '../vllm/engine';
import { sequenceOf } from '../vllm/words';

/** The frames in front of the body, and which frame is the body. */
export interface Layout {
  /** Index of the frame that is the peer's identity, or -1. */
  readonly identity: number;
  /** Index of an empty frame between envelope and body, or -1. */
  readonly delimiter: number;
  /** Index of a frame that stands where a request to an engine has its type, or -1. */
  readonly type: number;
  /** Index of the sequence number of KV events, behind their topic, or -1. */
  readonly sequence: number;
  /** Index of the first frame of the body, or -1 where there is none. */
  readonly body: number;
  /** What frames are called, by their index, where no other part of the layout says it. */
  readonly names: ReadonlyMap<number, string>;
}

const none: Layout = { identity: -1, delimiter: -1, type: -1, sequence: -1, body: -1, names: new Map() };

/** A first frame of 2 bytes, of 5 with a leading 00, or host:port is an identity: nothing else that peers send looks so. */
function looksIdentity(frame: Uint8Array | undefined): boolean {
  if (!frame) return false;
  return frame.length === 2 || (frame.length === 5 && frame[0] === 0) || isAddress(frame);
}

/** Counted from 0 on, a sequence number has leading zeros; -1 ends a replay. */
function isSequence(frame: Uint8Array | undefined): boolean {
  const number = sequenceOf(frame);
  return number !== undefined && (frame?.[0] === 0 || number === -1n);
}

/**
 * KV events (vllm/distributed/kv_events.py:460-507): topic, sequence number, payload; in the answer to a replay an empty frame
 * stands in front, or, in builds before 2026-07-07, in place of the topic.
 */
function eventLayout(frames: readonly Uint8Array[]): Layout | undefined {
  const last = frames.length - 1;
  const replayed = frames.length === 4 && frames[0]?.length === 0;
  if ((frames.length !== 3 && !replayed) || !isSequence(frames[last - 1]) || frames[last]?.length === 0)
    return undefined;
  // A topic is a text; a message with the bytes of tensors behind it begins otherwise.
  const topic = frames[last - 2];
  if (topic && topic.length > 0 && utf8Start(topic) === undefined) return undefined;
  const names = new Map([
    [last - 2, 'topic'],
    [last - 1, 'sequence'],
    [last, 'payload'],
  ]);
  return { ...none, delimiter: replayed ? 0 : -1, sequence: last - 1, body: last, names };
}

/** The one byte of a frame, or -1. */
export function byteOf(frame: Uint8Array | undefined): number {
  return frame?.length === 1 ? (frame[0] ?? -1) : -1;
}

/** What the frames are by their lengths and their place. */
export function layoutOf(frames: readonly Uint8Array[]): Layout {
  const events = eventLayout(frames);
  if (events) return events;
  const delimiter = frames.findIndex((frame, i) => i < 2 && frame.length === 0);
  const identity = delimiter === 0 || frames.length < 2 ? -1 : delimiter === 1 || looksIdentity(frames[0]) ? 0 : -1;
  const next = Math.max(identity, delimiter) + 1;
  const type = next + 1 < frames.length && requestTypes.has(byteOf(frames[next])) ? next : -1;
  const body = type < 0 ? next : type + 1;
  return { ...none, identity, delimiter, type, body: body < frames.length ? body : -1 };
}

/** `frame 0 (identity)`. */
export function frameLabel(layout: Layout, index: number): string {
  const name =
    index === layout.identity
      ? 'identity'
      : index === layout.delimiter
        ? 'empty delimiter'
        : index === layout.type
          ? 'request type'
          : layout.names.get(index);
  return name === undefined ? `frame ${index}` : `frame ${index} (${name})`;
}
