/** Reads Python statements from a tree-sitter tree. */
import type { Node, Tree } from 'web-tree-sitter';
import { formatPercent } from './format';
import { type Message, toShape } from './message';
import { argumentsOf, type MessageReader, readMessages } from './pythonMessage';
import { pythonNames } from './pythonNames';
import { type Emission, lastName, readCall, readRaise } from './pythonStatement';
import type { SourceStatement, SourceView } from './statement';
import { leafFinder, namedChildren, outermostOnLine } from './tree';

/** View of a parsed Python file. */
export function pythonView(tree: Tree, text: string): SourceView {
  const leafAt = leafFinder(tree.rootNode, text);
  const reader: MessageReader = { names: pythonNames(tree.rootNode, true), loose: true };
  return {
    statement: (line) => {
      const leaf = leafAt(line);
      return leaf && readStatement(outermostOnLine(leaf, isContainer), reader);
    },
    names: (line) => {
      const leaf = leafAt(line);
      return leaf ? qualifiedNames(leaf) : [];
    },
  };
}

function isContainer(node: Node): boolean {
  return node.type === 'module' || node.type === 'block';
}

function readStatement(node: Node, reader: MessageReader): SourceStatement {
  const place = { text: headOf(node), line: statementAround(node).startPosition.row + 1 };
  const [child, second] = namedChildren(node);
  if (node.type === 'raise_statement') return { kind: 'raise', ...raisedIn(node, reader), ...place };
  if (node.type === 'assert_statement') {
    const shapes = second ? shapesOf(second, reader) : [''];
    return { kind: 'assert', exception: 'AssertionError', shapes, ...place };
  }
  const call = node.type === 'expression_statement' && child?.type === 'call' ? calledIn(child, reader) : undefined;
  return { kind: 'other', shapes: textsBelow(node, reader), ...call, ...place };
}

function raisedIn(node: Node, reader: MessageReader): Pick<SourceStatement, 'exception' | 'shapes'> {
  const raise = readRaise(node);
  if (raise) {
    const { positional, named } = argumentsOf(raise.call);
    const values = [...positional, ...named.values()];
    const shapes = values.length === 0 ? [''] : values.flatMap((value) => shapesOf(value, reader));
    return { ...(raise.exception && { exception: raise.exception }), shapes };
  }
  const [raised] = namedChildren(node);
  if (!raised) return { shapes: [] };
  const name = lastName(raised);
  // By convention a class starts with a capital; a lower-case name is an exception object made before.
  if (/^[A-Z]/.test(name)) return { exception: name, shapes: [''] };
  return { shapes: (reader.names.values(raised) ?? []).flatMap(({ value }) => textsBelow(value, reader)) };
}

type Called = Pick<SourceStatement, 'kind' | 'level' | 'shapes'>;

/** Kind, level and message of a call that logs, warns or prints; undefined for any other call. */
function calledIn(call: Node, reader: MessageReader): Called | undefined {
  const callee = call.childForFieldName('function');
  if (callee && lastName(callee) === 'print') {
    const { positional, named } = argumentsOf(call);
    return { kind: 'print', shapes: [...positional, ...named.values()].flatMap((value) => shapesOf(value, reader)) };
  }
  const emission = readCall(call);
  if (emission?.kind === 'log') {
    return { kind: 'log', ...(emission.level && { level: emission.level }), shapes: emittedShapes(emission, reader) };
  }
  return emission?.kind === 'warn' ? { kind: 'warn', shapes: emittedShapes(emission, reader) } : undefined;
}

function emittedShapes({ texts, values }: Emission, reader: MessageReader): string[] {
  const messages = texts.flatMap((text) => looseMessages(text, reader));
  return messages.map((message) => toShape(values ? formatPercent(message, values) : message));
}

function shapesOf(node: Node, reader: MessageReader): string[] {
  return looseMessages(node, reader).map(toShape);
}

/** What cannot be read is a hole here: a template may well consist of one. */
function looseMessages(node: Node, reader: MessageReader): Message[] {
  return readMessages(node, reader) ?? [[{ name: '…' }]];
}

/** Messages of every text that stands in a piece of source; of a compound statement only those of its head. */
function textsBelow(node: Node, reader: MessageReader): string[] {
  const end = bodyOf(node)?.startIndex ?? node.endIndex;
  return node
    .descendantsOfType(['string', 'concatenated_string', 'binary_operator'])
    .filter((found): found is Node => found !== null && found.startIndex < end)
    .flatMap((found) => shapesOf(found, reader));
}

function headOf(node: Node): string {
  const body = bodyOf(node);
  return body ? node.text.slice(0, body.startIndex - node.startIndex) : node.text;
}

function bodyOf(node: Node): Node | undefined {
  return namedChildren(node).find((child) => child.type === 'block');
}

function statementAround(node: Node): Node {
  let at = node;
  while (at.parent && !isContainer(at.parent)) at = at.parent;
  return at;
}

/** `Class.method` of every class and function around the node; nested functions also as `__qualname__` writes them. */
function qualifiedNames(node: Node): string[] {
  const chain: { name: string; isFunction: boolean }[] = [];
  for (let at: Node | null = node; at; at = at.parent) {
    if (at.type !== 'class_definition' && at.type !== 'function_definition') continue;
    chain.unshift({
      name: at.childForFieldName('name')?.text ?? '',
      isFunction: at.type === 'function_definition',
    });
  }
  const names = chain.map((_, i) => {
    const path = chain.slice(0, chain.length - i);
    return path.map(({ name }) => name).join('.');
  });
  const qualname = chain.reduce((path, { name }, i) => {
    const outer = chain[i - 1];
    return outer ? `${path}${outer.isFunction ? '.<locals>' : ''}.${name}` : name;
  }, '');
  return chain.length === 0 ? ['<module>'] : [...new Set([...names, qualname])];
}
