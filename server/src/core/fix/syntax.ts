/**
 * Syntax trees as plain data. The parser's own tree lives in WASM memory, must be freed by hand and finds a parent by
 * walking down from the root; the finders look up a lot, so they get a copy with parents.
 */
import type { Tree } from 'web-tree-sitter';

/** A named node of the grammar. Offsets are UTF-16 units of the text, [start, end). */
export interface SyntaxNode {
  /** The grammar's name, such as `while_statement`. */
  readonly type: string;
  /** Name of the parent's field that holds this node, such as `condition`. */
  readonly field: string | null;
  readonly start: number;
  readonly end: number;
  readonly parent: SyntaxNode | null;
  readonly children: readonly SyntaxNode[];
}

interface GrowingNode extends SyntaxNode {
  readonly children: GrowingNode[];
}

/** Copies the named nodes. Walks with a cursor and no recursion, so depth is bounded by memory alone. */
export function readSyntax(tree: Tree): SyntaxNode {
  const cursor = tree.walk();
  const root = growingNode(cursor.nodeType, null, cursor.startIndex, cursor.endIndex, null);
  // The innermost named node at each level above the cursor: an anonymous node passes its parent's on.
  const open: GrowingNode[] = [root];
  let descending = true;
  while (true) {
    if (descending && cursor.gotoFirstChild()) {
      open.push(append(open.at(-1) ?? root, cursor));
    } else if (open.length > 1 && cursor.gotoNextSibling()) {
      open.pop();
      open.push(append(open.at(-1) ?? root, cursor));
      descending = true;
    } else if (open.length > 1) {
      cursor.gotoParent();
      open.pop();
      descending = false;
    } else {
      break;
    }
  }
  cursor.delete();
  return root;
}

function append(parent: GrowingNode, cursor: ReturnType<Tree['walk']>): GrowingNode {
  if (!cursor.nodeIsNamed) return parent;
  const node = growingNode(cursor.nodeType, cursor.currentFieldName, cursor.startIndex, cursor.endIndex, parent);
  parent.children.push(node);
  return node;
}

function growingNode(
  type: string,
  field: string | null,
  start: number,
  end: number,
  parent: SyntaxNode | null,
): GrowingNode {
  return { type, field, start, end, parent, children: [] };
}

/** The node and all below it in source order; `enter` false leaves out what is below a node. */
export function* walk(node: SyntaxNode, enter: (node: SyntaxNode) => boolean = () => true): Generator<SyntaxNode> {
  const stack = [node];
  for (let next = stack.pop(); next; next = stack.pop()) {
    yield next;
    if (!enter(next)) continue;
    for (let index = next.children.length - 1; index >= 0; index--) {
      const child = next.children[index];
      if (child) stack.push(child);
    }
  }
}

/** True where a node is another one, or stands in it. */
export function isWithin(inner: SyntaxNode, outer: SyntaxNode): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The parents of a node, innermost first. */
export function* ancestors(node: SyntaxNode): Generator<SyntaxNode> {
  for (let next = node.parent; next; next = next.parent) yield next;
}

/** The child in a field, such as the `condition` of a loop. */
export function childIn(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field);
}
