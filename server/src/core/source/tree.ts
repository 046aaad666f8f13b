/** Small helpers on tree-sitter trees that the languages share. */
import type { Node } from 'web-tree-sitter';

/** Named children; comments are left out, since no statement means anything by them. */
export function namedChildren(node: Node): Node[] {
  return node.namedChildren.filter((child): child is Node => child !== null && !child.type.endsWith('comment'));
}

/**
 * Finds the smallest node at the first character of a 1-based line; it gives undefined for a blank or missing line.
 * The text is asked for because a tree’s root leaves out blank lines at the top of the file.
 */
export function leafFinder(root: Node, text: string): (line: number) => Node | undefined {
  const columns = text.split('\n').map((line) => line.search(/\S/));
  return (line) => {
    const column = columns[line - 1] ?? -1;
    if (column < 0) return undefined;
    const row = line - 1;
    return root.descendantForPosition({ row, column }, { row, column: column + 1 }) ?? undefined;
  };
}

/** The largest node that starts on the same line as `node` and lies inside the container of statements. */
export function outermostOnLine(node: Node, isContainer: (node: Node) => boolean): Node {
  let at = node;
  while (at.parent && at.parent.startPosition.row === node.startPosition.row && !isContainer(at.parent)) at = at.parent;
  return at;
}

/** The nodes around `leaf`, innermost first, found in one walk down: asking each for its parent would take one each. */
export function ancestorsOf(leaf: Node, root: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | null = root; at && at.id !== leaf.id; at = at.childWithDescendant(leaf)) path.unshift(at);
  return path;
}
