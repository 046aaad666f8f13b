/** The tree of a reading as rows, each with the bytes that belong to it alone. */
import type { Reading, ReadingNode } from '../decode/reading';

/** One node of the tree. */
export interface TreeRow {
  readonly node: ReadingNode;
  /** Levels above it. */
  readonly depth: number;
  /** Index of its parent among the rows, or -1. */
  readonly parent: number;
  readonly hasChildren: boolean;
  /** End of its own bytes: its header where it has children, else all of them. */
  readonly ownEnd: number;
}

/** Rows of a tree, and whether there are more. */
export interface TreeRows {
  readonly rows: readonly TreeRow[];
  readonly more: boolean;
}

/** Deepest level that becomes a row. */
const maxDepth = 64;

/** The first `limit` nodes in the order of the bytes. */
export function treeRows({ tree }: Reading, limit: number): TreeRows {
  const rows: TreeRow[] = [];
  const pending = tree.map((node) => ({ node, depth: 0, parent: -1 })).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (rows.length >= limit) return { rows, more: true };
    const { node, depth } = next;
    const children = depth < maxDepth ? node.children : [];
    const [first] = children;
    rows.push({ ...next, hasChildren: first !== undefined, ownEnd: first ? first.start : node.end });
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child) pending.push({ node: child, depth: depth + 1, parent: rows.length - 1 });
    }
  }
  return { rows, more: false };
}
