/** msgpack: https://github.com/msgpack/msgpack/blob/master/spec.md */
import { checkTree, type Warning } from '../msgpack/check';
import { errorPath } from '../msgpack/path';
import { showValue, treeOf } from '../msgpack/show';
import { levelLimit, type MsgpackNode, type MsgpackTree, readTree } from '../msgpack/tree';
import { bodyOf, extName, extType, nodeJson, pairsOf, strOf } from '../msgpack/value';
import type { WalkError } from '../msgpack/walk';
import type { Json, ReadingConfidence } from '../reading';
import { count, isAsciiText } from '../text';
import type { KindReader, KindReading, Payload } from './kind';

/** Objects read one after another. */
const objectLimit = 200;

/** The first object and those behind it that are complete maps or arrays. */
interface Stream {
  readonly first: MsgpackTree;
  readonly rest: readonly MsgpackNode[];
  /** Offset behind the last object that was read. */
  readonly end: number;
}

function readStream(bytes: Uint8Array): Stream {
  const first = readTree(bytes, 0);
  const rest: MsgpackNode[] = [];
  let end = first.end;
  while (!first.error && end < bytes.length && rest.length < objectLimit) {
    const next = readTree(bytes, end);
    if (next.error || !next.root || !isContainer(next.root)) break;
    rest.push(next.root);
    end = next.end;
  }
  return { first, rest, end };
}

function isContainer(node: MsgpackNode): boolean {
  return node.format.family === 'map' || node.format.family === 'array';
}

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
function confidenceOfScalar(bytes: Uint8Array, root: MsgpackNode): ReadingConfidence {
  if (root.format.family === 'str') return bytes.length > 3 && isAsciiText(bodyOf(bytes, root)) ? 'fits' : 'weak';
  if (root.format.family === 'bin') return bytes.length > 8 ? 'fits' : 'weak';
  if (root.format.family === 'ext') return extName(extType(bytes, root)) !== undefined ? 'fits' : 'weak';
  return 'weak';
}

function errorJson(error: WalkError): Json {
  return { code: error.code, offset: error.offset, node_offset: error.nodeOffset };
}

/** Text of the key at an offset, for paths. */
function keyReader(bytes: Uint8Array): (offset: number) => string | undefined {
  return (offset) => {
    const key = readTree(bytes, offset).root;
    return key?.format.family === 'str' ? strOf(bytes, key) : undefined;
  };
}

function errorFields(bytes: Uint8Array, tree: MsgpackTree): { readonly [name: string]: Json } {
  if (!tree.error) return {};
  return {
    error: errorJson(tree.error),
    error_path: errorPath(tree, keyReader(bytes)),
    declared: tree.error.declared,
    available: tree.error.available,
    ...(tree.root && isContainer(tree.root) && { partial_value: nodeJson(bytes, tree.root) }),
  };
}

function warningFields(warnings: readonly Warning[]): { readonly [name: string]: Json } {
  const plain = warnings.filter((warning) => warning.code !== 'non-minimal');
  return {
    ...(plain.length > 0 && { warnings: plain.map(({ code, offset }) => ({ code, offset })) }),
    ...(plain.length < warnings.length && { non_minimal: true }),
  };
}

function depthFields(depth: number): { readonly [name: string]: Json } {
  return depth >= levelLimit ? { max_depth: depth, min_depth_reported: levelLimit } : { max_depth: depth };
}

function fieldsOf(payload: Payload, stream: Stream, warnings: readonly Warning[]): { readonly [name: string]: Json } {
  const { bytes } = payload;
  const { first } = stream;
  const trailing = !first.error && first.end < bytes.length;
  const all = first.root ? [first.root, ...stream.rest] : [];
  return {
    ...(first.root && !first.error && { value: nodeJson(bytes, first.root) }),
    ...(stream.rest.length > 0 && { values: all.map((node) => nodeJson(bytes, node)) }),
    ...errorFields(bytes, first),
    ...(trailing && { trailing_offset: first.end }),
    ...warningFields(warnings),
    ...depthFields(first.depth),
  };
}

const errorWords = new Map([
  ['truncated', 'truncated'],
  ['reserved-byte', 'broken: byte 0xc1 is reserved and never used by msgpack'],
  ['too-deep', 'nested too deep to be read'],
]);

function summaryOf(bytes: Uint8Array, stream: Stream): string {
  const { first } = stream;
  const shown = first.root ? showValue(bytes, first.root, 160) : 'no complete value';
  const deep = first.depth >= levelLimit ? ` (depth ${first.depth})` : '';
  if (first.error) return `msgpack, ${errorWords.get(first.error.code)}${deep}: ${shown}`;
  const more = stream.rest.length > 0 ? `, then ${count(stream.rest.length, 'more object')}` : '';
  return `msgpack${deep}: ${shown}${more}`;
}

const warningWords = new Map([
  ['invalid-utf8', 'a str that is invalid UTF-8'],
  ['duplicate-key', 'a key that occurs twice in its map'],
  ['bad-timestamp', 'a timestamp ext that is invalid'],
  ['non-minimal', 'a value in a longer format than it needs'],
]);

function errorLine(bytes: Uint8Array, tree: MsgpackTree): string[] {
  const { error } = tree;
  if (!error) return [];
  const path = errorPath(tree, keyReader(bytes));
  if (error.code === 'reserved-byte')
    return [`At byte ${error.offset}, ${path}: the reserved byte 0xc1 stands where ${error.expected} should begin.`];
  if (error.code === 'too-deep') return [`At byte ${error.offset}: nested deeper than is read (depth ${tree.depth}).`];
  return [
    `The data is truncated: it ends at byte ${error.offset}, where ${error.expected} should follow (${path}, begun at byte ${error.nodeOffset}).`,
    `The header there declares ${error.declared}; ${error.available} are here.`,
  ];
}

function detailsOf(bytes: Uint8Array, stream: Stream, warnings: readonly Warning[]): string[] {
  const lines = errorLine(bytes, stream.first);
  for (const node of stream.rest.slice(0, 20)) lines.push(`At byte ${node.start}: ${showValue(bytes, node, 160)}`);
  if (!stream.first.error && stream.end < bytes.length) {
    lines.push(`${count(bytes.length - stream.end, 'byte')} left over behind the object, from byte ${stream.end} on.`);
  }
  for (const warning of warnings.slice(0, 20))
    lines.push(`At byte ${warning.offset}: ${warningWords.get(warning.code)}.`);
  if (stream.first.depth >= levelLimit)
    lines.push(`Nested to a depth of ${stream.first.depth}; ${levelLimit} levels are shown.`);
  if (stream.first.skipped > 0)
    lines.push(`${count(stream.first.skipped, 'value')} more were counted but are not shown.`);
  return lines;
}

/** Bodies of bin values near the root that are something by themselves, such as a message packed twice. */
function innerReadings(payload: Payload, root: MsgpackNode | undefined): KindReading[] {
  if (!root) return [];
  const values = root.format.family === 'map' ? pairsOf(root).map(([, value]) => value) : root.children;
  const bodies = [root, ...values].filter((node) => node.format.family === 'bin').slice(0, 8);
  return bodies.flatMap((node) => {
    const reading = payload.inner(bodyOf(payload.bytes, node));
    return reading && reading.confidence !== 'weak' && reading.kind !== 'text' ? [reading] : [];
  });
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
  const broken = first.error?.code === 'truncated';
  return {
    kind: 'msgpack',
    confidence,
    summary: summaryOf(bytes, stream),
    details: [...detailsOf(bytes, stream, warnings), ...nested.map((inner) => `Inside a bin value: ${inner.summary}`)],
    fields: {
      ...fieldsOf(payload, stream, warnings),
      ...(nested.length > 0 && { nested: nested.map((inner) => inner.kind) }),
    },
    tree: nodes.map((node, i) => treeOf(bytes, node, nodes.length > 1 ? `object ${i}` : 'object')),
    ...(broken && { incomplete: true }),
  };
}

export const msgpack: KindReader = {
  kinds: ['msgpack'],
  source: 'msgpack specification, Formats',
  read,
};
