/** Names of Rust items around a node. */
import type { Node } from 'web-tree-sitter';

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

/** The item that an attribute belongs to. */
export function itemAfter(attribute: Node): Node | undefined {
  for (let at = attribute.nextNamedSibling; at; at = at.nextNamedSibling) {
    if (at.type !== 'attribute_item' && !at.type.endsWith('comment')) return at;
  }
  return undefined;
}

function nameOf(item: Node): string {
  const name = item.childForFieldName(item.type === 'impl_item' ? 'type' : 'name');
  const generic = name?.type === 'generic_type' ? name.childForFieldName('type') : undefined;
  return (generic ?? name)?.text ?? '';
}
