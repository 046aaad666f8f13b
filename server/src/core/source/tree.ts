/** Small helpers on tree-sitter trees that the languages share. */
import type { Node } from 'web-tree-sitter';

/** Named children; comments are left out, since no statement means anything by them. */
export function namedChildren(node: Node): Node[] {
  return node.namedChildren.filter((child): child is Node => child !== null && !child.type.endsWith('comment'));
}

/** The smallest node at the first character of a 1-based line; undefined for a blank or missing line. */
export function nodeAtLine(root: Node, line: number): Node | undefined {
  const text = root.text.split('\n')[line - 1];
  const column = text?.search(/\S/) ?? -1;
  if (column < 0) return undefined;
  const at = { row: line - 1, column };
  return root.descendantForPosition(at, { row: line - 1, column: column + 1 }) ?? undefined;
}

/** The largest node that starts on the same line as `node` and lies inside the container of statements. */
export function outermostOnLine(node: Node, isContainer: (node: Node) => boolean): Node {
  let at = node;
  while (at.parent && at.parent.startPosition.row === node.startPosition.row && !isContainer(at.parent)) at = at.parent;
  return at;
}
