/** A list of frames as a ROUTER or DEALER delivers it: identity, empty delimiter, body. */

import { toHex } from './bytes';
import type { FormBytes } from './form/form';
import { readForeign } from './frames/foreign';
import { byteOf, frameLabel, type Layout, layoutOf } from './frames/layout';
import {
  expectedFrames,
  frameProblems,
  isRequest,
  readEmptyReady,
  readLookup,
  readReplay,
  readWave,
} from './frames/vllm';
import { identify } from './kind/identify';
import type { KindReading } from './kind/kind';
import { changed } from './lazy';
import type { Hint, Json, ReadingNode } from './reading';
import { count, escapeBytes } from './text';
import { requestTypes } from './vllm/engine';
import { rankOf, sequenceOf } from './vllm/words';

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

function typeFields(type: Uint8Array | undefined): { readonly [name: string]: Json } {
  if (!type) return {};
  const name = requestTypes.get(byteOf(type));
  return name === undefined ? { invalid_request_type: toHex(type.subarray(0, 64)) } : { request_type: name };
}

function envelopeFields(frames: readonly Uint8Array[], layout: Layout): { readonly [name: string]: Json } {
  const first = frames[layout.identity];
  const sequence = sequenceOf(frames[layout.sequence]);
  return {
    frame_count: frames.length,
    empty_delimiter: layout.delimiter >= 0,
    ...(first?.length === 2 && { rank_le: rankOf(first) }),
    ...typeFields(frames[layout.type]),
    ...(sequence !== undefined && { seq: Number(sequence) }),
  };
}

function readBody(frame: Uint8Array | undefined, form: FormBytes, hint: Hint | undefined): readonly KindReading[] {
  if (!frame) return [];
  const inner = hint === 'zmq-multipart' || hint === 'zmq-identity' ? undefined : hint;
  return identify({
    bytes: frame,
    truncated: form.truncated,
    form: form.form,
    identity: false,
    ...(inner && { hint: inner }),
  });
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

/** The frames' places and the readings of the body. */
interface Opened {
  readonly layout: Layout;
  readonly bodies: readonly KindReading[];
}

/** The layout, and where a request to an engine stands behind a frame that is no known type, that frame as its type. */
function open(frames: readonly Uint8Array[], form: FormBytes, hint: Hint | undefined): Opened {
  const layout = layoutOf(frames);
  const type = frames[layout.body];
  if (type && layout.type < 0 && layout.sequence < 0 && layout.body + 1 < frames.length) {
    const bodies = readBody(frames[layout.body + 1], form, hint);
    if (isRequest(type, bodies[0])) return { layout: { ...layout, type: layout.body, body: layout.body + 1 }, bodies };
  }
  return { layout, bodies: readBody(type, form, hint) };
}

/** The surest reading of the whole message, and where its frames have their places. */
function choose(frames: readonly Uint8Array[], opened: Opened): { reading: KindReading; layout: Layout } {
  const { layout, bodies } = opened;
  const whole =
    readReplay(frames, layout) ??
    readLookup(frames, layout) ??
    readEmptyReady(frames, layout) ??
    readWave(frames, layout, bodies[0]);
  if (whole) return whole;
  const known = bodies.filter((body) => body.kind !== 'unknown' && body.confidence !== 'weak');
  return { reading: known[0] ?? unexplained(frames), layout };
}

/** Readings of a multipart message; its bytes are the frames one after another. */
export function readFrames(form: FormBytes, hint: Hint | undefined): readonly KindReading[] {
  const frames = form.frames ?? [];
  const opened = open(frames, form, hint);
  const foreign = readForeign(frames, form);
  const { reading: best, layout } = foreign ? { reading: foreign, layout: opened.layout } : choose(frames, opened);
  const problems = foreign ? [] : frameProblems(frames, layout, best);
  const expected = foreign ? undefined : expectedFrames(frames, layout, best);
  const all = [...problems, ...(best.problems ?? [])];
  const reading = changed(best, {
    summary:
      best.kind === 'zmq-frames' ? best.summary : `${best.summary} (ZMQ message of ${count(frames.length, 'frame')})`,
    details: [...problems, ...best.details, ...frameLines(frames, layout)],
    ...(all.length > 0 && { problems: all }),
    fields: {
      ...envelopeFields(frames, layout),
      ...(expected !== undefined && { expected_frames: expected }),
      ...best.fields,
    },
    tree: treeOf(frames, layout, foreign ? undefined : best),
  });
  return [reading, ...opened.bodies.filter((body) => body !== best)];
}
