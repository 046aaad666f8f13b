/** Objects that stand one after another. */
import { type MsgpackNode, type MsgpackTree, nodeLimit, readTree } from './tree';
import { strOf } from './value';

/** Objects read one after another. */
const objectLimit = 200;

/** The first object and those behind it that are complete maps or arrays. */
export interface Stream {
  readonly first: MsgpackTree;
  readonly rest: readonly MsgpackNode[];
  /** Offset behind the last object that was read. */
  readonly end: number;
}

/** Reads the first object, and maps and arrays behind it; of each at most `limit` values are kept. */
export function readStream(bytes: Uint8Array, limit = nodeLimit): Stream {
  const first = readTree(bytes, 0, limit);
  const rest: MsgpackNode[] = [];
  let end = first.end;
  while (!first.error && end < bytes.length && rest.length < objectLimit) {
    const next = readTree(bytes, end, limit);
    if (next.error || !next.root || !isContainer(next.root)) break;
    rest.push(next.root);
    end = next.end;
  }
  return { first, rest, end };
}

/** True for arrays and maps. */
export function isContainer(node: MsgpackNode): boolean {
  return node.format.family === 'map' || node.format.family === 'array';
}

/** Text of the key at an offset, for paths. */
export function keyReader(bytes: Uint8Array): (offset: number) => string | undefined {
  return (offset) => {
    const key = readTree(bytes, offset).root;
    return key?.format.family === 'str' ? strOf(bytes, key) : undefined;
  };
}
