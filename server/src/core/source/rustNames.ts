/** Names of Rust items around a node. */
import type { Node, Tree } from 'web-tree-sitter';
import { namedChildren } from './tree';

const named = new Set([
  'impl_item',
  'trait_item',
  'function_item',
  'enum_item',
  'enum_variant',
  'struct_item',
  'const_item',
  'static_item',
  'macro_definition',
]);

/**
 * Names of the items, outermost first; an attribute counts as part of the item after it. Modules are left out.
 *
 * @param around the node and what is around it, innermost first
 */
export function rustPath(around: readonly Node[]): string[] {
  const path: string[] = [];
  for (const at of around) {
    const item = at.type === 'attribute_item' ? itemAfter(at) : named.has(at.type) ? at : undefined;
    if (item) path.unshift(nameOf(item));
  }
  return path;
}

/** Items by where an attribute of theirs starts, of each node whose attributes were asked for. */
const itemsByParent = new WeakMap<Tree, Map<number, ReadonlyMap<number, Node>>>();

/** The item that an attribute belongs to. Stepping from sibling to sibling would cost the square of their number. */
export function itemAfter(attribute: Node): Node | undefined {
  const { parent, tree } = attribute;
  if (!parent) return undefined;
  const known = itemsByParent.get(tree) ?? new Map<number, ReadonlyMap<number, Node>>();
  itemsByParent.set(tree, known);
  const items = known.get(parent.id) ?? itemsWithAttributes(parent);
  known.set(parent.id, items);
  return items.get(attribute.startIndex);
}

function itemsWithAttributes(parent: Node): ReadonlyMap<number, Node> {
  const items = new Map<number, Node>();
  let item: Node | undefined;
  for (const child of namedChildren(parent).reverse()) {
    if (child.type === 'attribute_item') {
      if (item) items.set(child.startIndex, item);
    } else {
      item = child;
    }
  }
  return items;
}

function nameOf(item: Node): string {
  const name = item.childForFieldName(item.type === 'impl_item' ? 'type' : 'name');
  const generic = name?.type === 'generic_type' ? name.childForFieldName('type') : undefined;
  return (generic ?? name)?.text ?? '';
}
