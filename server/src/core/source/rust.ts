/** Reads Rust messages from a tree-sitter tree: thiserror attributes, anyhow and format macros, tracing and log macros. */
import type { Node, Tree } from 'web-tree-sitter';
import { rustPath } from './rustNames';
import { rustLogLevel } from './rustStatement';
import { rustLiteral } from './rustText';
import { hole, normalizeShape, replaceFields } from './shape';
import type { SourceStatement, SourceView } from './statement';
import { leafFinder, outermostOnLine } from './tree';

const containers = new Set([
  'source_file',
  'block',
  'declaration_list',
  'enum_variant_list',
  'field_declaration_list',
  'match_block',
]);

/** View of a parsed Rust file. */
export function rustView(tree: Tree, text: string): SourceView {
  const leafAt = leafFinder(tree.rootNode, text);
  return {
    statement: (line) => {
      const leaf = leafAt(line);
      return leaf && readStatement(outermostOnLine(leaf, (node) => containers.has(node.type)));
    },
    names: (line) => {
      const leaf = leafAt(line);
      return leaf ? qualifiedNames(leaf) : [];
    },
  };
}

function readStatement(node: Node): SourceStatement {
  const shapes = node
    .descendantsOfType(['string_literal', 'raw_string_literal'])
    .filter((found): found is Node => found !== null)
    .map((literal) => normalizeShape(replaceFields(rustLiteral(literal))));
  const place = { text: node.text, line: statementAround(node).startPosition.row + 1 };
  if (node.type === 'attribute_item') {
    // `#[error(transparent)]` shows the inner error alone.
    return { kind: 'display', shapes: node.text.includes('transparent') ? [...shapes, hole] : shapes, ...place };
  }
  const macro = node.type === 'macro_invocation' ? node : node.descendantsOfType('macro_invocation')[0];
  const level = rustLogLevel(macro?.childForFieldName('macro')?.text.split('::').at(-1) ?? '');
  return level ? { kind: 'log', level, shapes, ...place } : { kind: 'other', shapes, ...place };
}

function statementAround(node: Node): Node {
  let at = node;
  while (at.parent && !containers.has(at.parent.type)) at = at.parent;
  return at;
}

/** `Type::method`, `Enum::Variant` and shorter paths of the items around the node, innermost first. */
function qualifiedNames(node: Node): string[] {
  const around: Node[] = [];
  for (let at: Node | null = node; at; at = at.parent) around.push(at);
  const chain = rustPath(around);
  if (around.at(-1)?.type !== 'source_file' || chain.length === 0) return ['<module>'];
  return chain.map((_, i) => chain.slice(0, chain.length - i).join('::'));
}
