/** A list of frames as a ROUTER or DEALER delivers it: identity, empty delimiter, body. */
import { leNumber } from './bytes';
import type { FormBytes } from './form/form';
import { identify } from './kind/identify';
import type { KindReading } from './kind/kind';
import type { Hint, Json, ReadingNode } from './reading';
import { count, escapeBytes } from './text';

/** The frames in front of the body, and which frame is the body. */
interface Layout {
  /** Index of the frame that is the peer's identity, or -1. */
  readonly identity: number;
  /** Index of an empty frame between envelope and body, or -1. */
  readonly delimiter: number;
  /** Index of the first frame of the body, or -1 where there is none. */
  readonly body: number;
}

/** A first frame of 2 bytes, or of 5 with a leading 00, is an identity: nothing else that peers send looks so. */
function looksIdentity(frame: Uint8Array | undefined): boolean {
  if (!frame) return false;
  return frame.length === 2 || (frame.length === 5 && frame[0] === 0);
}

function layoutOf(frames: readonly Uint8Array[]): Layout {
  const delimiter = frames.findIndex((frame, i) => i < 2 && frame.length === 0);
  const identity = delimiter === 0 || frames.length < 2 ? -1 : delimiter === 1 || looksIdentity(frames[0]) ? 0 : -1;
  const body = Math.max(identity, delimiter) + 1;
  return { identity, delimiter, body: body < frames.length ? body : -1 };
}

function frameLabel(layout: Layout, index: number): string {
  if (index === layout.identity) return `frame ${index} (identity)`;
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
    ...(first?.length === 2 && { rank_le: leNumber(first, 0, 2) }),
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

/** A foreign client's request of which the first frame is the identity. */
function readForeign(frames: readonly Uint8Array[], form: FormBytes): KindReading | undefined {
  const first = frames[0];
  if (!first || frames.length < 2) return undefined;
  const readings = identify({ bytes: first, truncated: false, form: form.form, identity: true });
  return readings.find((reading) => reading.fields.zmtp1 === true);
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
  const best = foreign ?? known[0] ?? unexplained(frames);
  const reading: KindReading = {
    ...best,
    summary:
      best.kind === 'zmq-frames' ? best.summary : `${best.summary} (ZMQ message of ${count(frames.length, 'frame')})`,
    details: [...best.details, ...frameLines(frames, layout)],
    fields: { ...envelopeFields(frames, layout), ...best.fields },
    tree: treeOf(frames, layout, foreign ? undefined : best),
  };
  return [reading, ...bodies.filter((body) => body !== best)];
}
