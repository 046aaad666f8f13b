/** Reads Rust messages from a tree-sitter tree: thiserror attributes, anyhow and format macros, tracing and log macros. */
import type { Node, Tree } from 'web-tree-sitter';
import type { Level } from '../match/match';
import { hole, normalizeShape, replaceFields } from './shape';
import type { SourceStatement, SourceView } from './statement';
import { leafFinder, namedChildren, outermostOnLine } from './tree';

const logMacros = new Map<string, Level>([
  ['trace', 'DEBUG'],
  ['debug', 'DEBUG'],
  ['info', 'INFO'],
  ['warn', 'WARNING'],
  ['error', 'ERROR'],
]);

const containers = new Set([
  'source_file',
  'block',
  'declaration_list',
  'enum_variant_list',
  'field_declaration_list',
  'match_block',
]);

const named = new Set([
  'impl_item',
  'trait_item',
  'function_item',
  'enum_item',
  'enum_variant',
  'struct_item',
  'const_item',
  'static_item',
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
    .map((literal) => normalizeShape(replaceFields(literalText(literal))));
  const place = { text: node.text, line: statementAround(node).startPosition.row + 1 };
  if (node.type === 'attribute_item') {
    // `#[error(transparent)]` shows the inner error alone.
    return { kind: 'display', shapes: node.text.includes('transparent') ? [...shapes, hole] : shapes, ...place };
  }
  const macro = node.type === 'macro_invocation' ? node : node.descendantsOfType('macro_invocation')[0];
  const level = logMacros.get(macro?.childForFieldName('macro')?.text.split('::').at(-1) ?? '');
  return level ? { kind: 'log', level, shapes, ...place } : { kind: 'other', shapes, ...place };
}

function statementAround(node: Node): Node {
  let at = node;
  while (at.parent && !containers.has(at.parent.type)) at = at.parent;
  return at;
}

function literalText(node: Node): string {
  let text = '';
  let continued = false;
  for (const part of namedChildren(node)) {
    // A backslash at the end of a line eats the line break and the indentation after it.
    if (part.type === 'escape_sequence' && /^\\\r?\n/.test(part.text)) {
      continued = true;
      continue;
    }
    const piece = part.type === 'escape_sequence' ? unescapeRust(part.text) : part.text;
    text += continued ? piece.trimStart() : piece;
    continued = false;
  }
  return text;
}

function unescapeRust(text: string): string {
  const simple = new Map([
    ['\\n', '\n'],
    ['\\t', '\t'],
    ['\\r', '\r'],
    ['\\\\', '\\'],
    ['\\"', '"'],
    ["\\'", "'"],
  ]);
  const unicode = /^\\u\{([0-9a-fA-F]{1,6})\}$/.exec(text)?.[1];
  if (unicode !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(unicode, 16), 0x10ffff));
  return simple.get(text) ?? text;
}

/** `Type::method`, `Enum::Variant` and shorter paths of the items around the node, innermost first. */
function qualifiedNames(node: Node): string[] {
  const chain: string[] = [];
  let within: Node = node;
  for (let at: Node | null = node; at; at = at.parent) {
    within = at;
    if (at.type === 'attribute_item') {
      const item = itemAfter(at);
      if (item) chain.unshift(nameOf(item));
    } else if (named.has(at.type)) {
      chain.unshift(nameOf(at));
    }
  }
  if (within.type !== 'source_file' || chain.length === 0) return ['<module>'];
  return chain.map((_, i) => chain.slice(0, chain.length - i).join('::'));
}

function itemAfter(attribute: Node): Node | undefined {
  for (let at = attribute.nextNamedSibling; at; at = at.nextNamedSibling) {
    if (named.has(at.type)) return at;
    if (at.type !== 'attribute_item' && !at.type.endsWith('comment')) return undefined;
  }
  return undefined;
}

function nameOf(item: Node): string {
  const name = item.childForFieldName(item.type === 'impl_item' ? 'type' : 'name');
  const generic = name?.type === 'generic_type' ? name.childForFieldName('type') : undefined;
  return (generic ?? name)?.text ?? '';
}
