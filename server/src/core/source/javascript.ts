/** Reads JavaScript and TypeScript messages from a tree-sitter tree: throw statements and log calls. */
import type { Node, Tree } from 'web-tree-sitter';
import { messagesOf, readLog, readThrown } from './javascriptStatement';
import { toShape } from './message';
import type { SourceStatement, SourceView } from './statement';
import { leafFinder, namedChildren, outermostOnLine } from './tree';

const containers = new Set(['program', 'statement_block', 'class_body', 'switch_body']);

const texts = ['string', 'template_string', 'binary_expression'];

/** View of a parsed JavaScript or TypeScript file. */
export function javascriptView(tree: Tree, text: string): SourceView {
  const leafAt = leafFinder(tree.rootNode, text);
  return {
    statement: (line) => {
      const leaf = leafAt(line);
      return leaf && readStatement(outermostOnLine(leaf, isContainer));
    },
    names: (line) => {
      const leaf = leafAt(line);
      return leaf ? qualifiedNames(leaf) : [];
    },
  };
}

function isContainer(node: Node): boolean {
  return containers.has(node.type);
}

function readStatement(node: Node): SourceStatement {
  const place = { text: node.text.split('\n', 1)[0] ?? '', line: statementAround(node).startPosition.row + 1 };
  const thrown = onSameLine(node, 'throw_statement');
  const made = thrown && namedChildren(thrown)[0];
  if (made) return { kind: 'raise', ...thrownShapes(made), ...place };
  const call = onSameLine(node, 'call_expression');
  const log = call && readLog(call);
  if (log) return { kind: 'log', level: log.level, shapes: log.messages.map(toShape), ...place };
  return { kind: 'other', shapes: textsOnLine(node), ...place };
}

function thrownShapes(made: Node): Pick<SourceStatement, 'exception' | 'shapes'> {
  const thrown = readThrown(made);
  if (!thrown) return { shapes: [] };
  return { ...(thrown.exception !== null && { exception: thrown.exception }), shapes: thrown.messages.map(toShape) };
}

function messageShapes(node: Node): string[] {
  return messagesOf(node).map(toShape);
}

function textsOnLine(node: Node): string[] {
  return node
    .descendantsOfType(texts)
    .filter((found): found is Node => found !== null && found.startPosition.row === node.startPosition.row)
    .flatMap(messageShapes);
}

/** The first node of a type that starts on the line where `node` starts: `if (…) throw …` stands on one line. */
function onSameLine(node: Node, type: string): Node | undefined {
  if (node.type === type) return node;
  const found = node.descendantsOfType(type)[0];
  return found?.startPosition.row === node.startPosition.row ? found : undefined;
}

function statementAround(node: Node): Node {
  let at = node;
  while (at.parent && !isContainer(at.parent)) at = at.parent;
  return at;
}

/** `Class.method`, `function` and shorter paths of what is around the node, innermost first. */
function qualifiedNames(node: Node): string[] {
  const chain: string[] = [];
  for (let at: Node | null = node; at; at = at.parent) {
    const isNamed = /^(class_declaration|method_definition|function_declaration|variable_declarator)$/.test(at.type);
    const name = isNamed ? at.childForFieldName('name')?.text : undefined;
    if (name) chain.unshift(name);
  }
  if (chain.length === 0) return ['<module>'];
  return chain.map((_, i) => chain.slice(0, chain.length - i).join('.'));
}
