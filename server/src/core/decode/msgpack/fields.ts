/** A msgpack object as the named fields of a reading. */
import type { Json } from '../reading';
import type { Warning } from './check';
import { errorPath } from './path';
import { isContainer, keyReader, type Stream } from './stream';
import { levelLimit, type MsgpackTree } from './tree';
import { nodeJson } from './value';
import type { WalkError } from './walk';

function errorJson(error: WalkError): Json {
  return { code: error.code, offset: error.offset, node_offset: error.nodeOffset };
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

/** Fields of a reading: value or partial value, error with place and path, warnings, depth. */
export function msgpackFields(
  bytes: Uint8Array,
  stream: Stream,
  warnings: readonly Warning[],
): { readonly [name: string]: Json } {
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
