/** msgpack: https://github.com/msgpack/msgpack/blob/master/spec.md */
import { withLate } from '../lazy';
import { checkTree, type Warning } from '../msgpack/check';
import { msgpackFields } from '../msgpack/fields';
import { treeOf } from '../msgpack/show';
import { isContainer, readStream, type Stream } from '../msgpack/stream';
import type { MsgpackNode } from '../msgpack/tree';
import { bodyOf, extName, extType, pairsOf, strOf } from '../msgpack/value';
import { errorLines, msgpackDetails, msgpackSummary, warningLines } from '../msgpack/words';
import type { ReadingConfidence } from '../reading';
import { isAsciiText } from '../text';
import { type ExplainedMessage, explainMessage } from '../vllm/explain';
import type { KindReader, KindReading, Payload } from './kind';

/** Keys of the outermost maps that are words: what foreign bytes do not have by chance. */
function wordKeys(bytes: Uint8Array, root: MsgpackNode): number {
  const maps = root.format.family === 'map' ? [root] : root.children.filter((child) => child.format.family === 'map');
  const keys = maps.flatMap((map) => map.children.filter((_, i) => i % 2 === 0));
  return keys.filter((key) => /^[\w.:/ -]{2,}$/.test(key.format.family === 'str' ? (strOf(bytes, key) ?? '') : ''))
    .length;
}

/** How sure it is that the bytes are msgpack; undefined where nothing speaks for it. */
function confidenceOf(payload: Payload, stream: Stream): ReadingConfidence | undefined {
  const { bytes } = payload;
  const root = stream.first.root;
  if (payload.hint === 'msgpack') return isAsciiText(bytes) && bytes.length > 1 ? undefined : 'proven';
  const words = root ? wordKeys(bytes, root) : 0;
  if (stream.first.error) return root && words > 0 ? 'fits' : undefined;
  if (!root || isAsciiText(bytes)) return undefined;
  if (stream.end < bytes.length) return isContainer(root) && words > 0 ? 'fits' : undefined;
  if (isContainer(root)) return root.count > 0 ? 'fits' : 'weak';
  return confidenceOfScalar(bytes, root);
}

/** A lone value proves little: a length that fits and a body that is text, or a known ext, is the most there is. */
function confidenceOfScalar(bytes: Uint8Array, root: MsgpackNode): ReadingConfidence | undefined {
  if (root.format.family === 'str') return bytes.length > 3 && isAsciiText(bodyOf(bytes, root)) ? 'fits' : 'weak';
  if (root.format.family === 'bin') return bytes.length > 8 ? 'fits' : 'weak';
  if (root.format.family === 'ext') return extName(extType(bytes, root)) !== undefined ? 'fits' : 'weak';
  return bytes.length > 1 ? 'weak' : undefined;
}

/** Of a longer body the beginning is looked at: magic bytes stand there. */
const innerLimit = 1_000_000;
const innerBeginning = 4096;

function innerReading(payload: Payload, node: MsgpackNode): KindReading | undefined {
  const body = bodyOf(payload.bytes, node);
  return body.length > innerLimit
    ? payload.inner(body.subarray(0, innerBeginning), true)
    : payload.inner(body, !node.complete);
}

/** Bodies of bin values near the root that are something by themselves, such as a message packed twice. */
function innerReadings(payload: Payload, root: MsgpackNode | undefined): KindReading[] {
  if (!root) return [];
  const values = root.format.family === 'map' ? pairsOf(root).map(([, value]) => value) : root.children;
  const bodies = [root, ...values].filter((node) => node.format.family === 'bin').slice(0, 8);
  return bodies.flatMap((node) => {
    const reading = innerReading(payload, node);
    return reading && reading.confidence !== 'weak' && reading.kind !== 'text' ? [reading] : [];
  });
}

/** Values in which a known ext code is looked for. */
const extSearchLimit = 1000;

/** Name of the first ext code that is known, in the order of the bytes. */
function extNameIn(bytes: Uint8Array, root: MsgpackNode | undefined): string | undefined {
  const pending = root ? [root] : [];
  for (let looks = 0; looks < extSearchLimit; looks++) {
    const node = pending.pop();
    if (!node) return undefined;
    const name = node.format.family === 'ext' ? extName(extType(bytes, node)) : undefined;
    if (name !== undefined) return name;
    pending.push(...node.children.slice(0, 100).reverse());
  }
  return undefined;
}

/** The message of vLLM that a single valid object is. */
function explained(bytes: Uint8Array, stream: Stream, warnings: readonly Warning[]): ExplainedMessage | undefined {
  const plain = warnings.every((warning) => warning.code === 'non-minimal');
  return !stream.first.error && plain && stream.end === bytes.length && stream.rest.length === 0
    ? explainMessage(bytes)
    : undefined;
}

function read(payload: Payload): KindReading | undefined {
  const { bytes } = payload;
  if (bytes.length === 0) return undefined;
  const stream = readStream(bytes);
  const confidence = confidenceOf(payload, stream);
  if (!confidence) return undefined;
  const { first } = stream;
  const nodes = first.root ? [first.root, ...stream.rest] : [];
  const warnings = nodes.flatMap((node) => checkTree(bytes, node));
  const nested = innerReadings(payload, first.root);
  const message = explained(bytes, stream, warnings);
  const problems = [...(message?.problems ?? []), ...errorLines(bytes, first), ...warningLines(warnings)];
  const ready = {
    kind: 'msgpack',
    confidence,
    summary: msgpackSummary(bytes, stream, message?.title),
    details: [
      ...(message?.problems ?? []),
      ...(message?.remarks ?? []),
      ...msgpackDetails(bytes, stream, warnings),
      ...nested.map((inner) => `Inside a bin value: ${inner.summary}`),
    ],
    ...(problems.length > 0 && { problems }),
    ...(first.error?.code === 'truncated' && { incomplete: true }),
  };
  return withLate(ready, {
    fields: () => {
      const extension = extNameIn(bytes, first.root);
      return {
        ...msgpackFields(bytes, stream, warnings),
        ...(message && { schema: message.name }),
        ...(extension !== undefined && { ext_name: extension }),
        ...(nested.length > 0 && { nested: nested.map((inner) => inner.kind) }),
      };
    },
    tree: () => nodes.map((node, i) => treeOf(bytes, node, nodes.length > 1 ? `object ${i}` : 'object')),
  });
}

export const msgpack: KindReader = {
  kinds: ['msgpack'],
  source: 'msgpack specification, Formats',
  read,
};
