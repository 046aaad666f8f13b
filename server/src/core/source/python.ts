/** Reads Python statements from a tree-sitter tree. */
import type { Node, Tree } from 'web-tree-sitter';
import type { Level } from '../match/match';
import { concatShapes, hole, normalizeShape, replaceConversions, replaceFields } from './shape';
import type { SourceStatement, SourceView } from './statement';
import { namedChildren, nodeAtLine, outermostOnLine } from './tree';

/** Methods of a logger, with `_once` and the like cut off, and the level of their records. */
const logMethods = new Map<string, Level>([
  ['debug', 'DEBUG'],
  ['info', 'INFO'],
  ['warning', 'WARNING'],
  ['warn', 'WARNING'],
  ['error', 'ERROR'],
  ['exception', 'ERROR'],
  ['critical', 'CRITICAL'],
  ['fatal', 'CRITICAL'],
]);

/** How many names are followed from a message to the assignment that made it. */
const maxFollowed = 3;

/** View of a parsed Python file. */
export function pythonView(tree: Tree): SourceView {
  return {
    statement: (line) => {
      const leaf = nodeAtLine(tree.rootNode, line);
      return leaf && readStatement(outermostOnLine(leaf, isContainer));
    },
    names: (line) => {
      const leaf = nodeAtLine(tree.rootNode, line);
      return leaf ? qualifiedNames(leaf) : [];
    },
  };
}

function isContainer(node: Node): boolean {
  return node.type === 'module' || node.type === 'block';
}

function readStatement(node: Node): SourceStatement {
  const place = { text: headOf(node), line: statementAround(node).startPosition.row + 1 };
  const [child, second] = namedChildren(node);
  if (node.type === 'raise_statement') return { kind: 'raise', ...readRaise(child), ...place };
  if (node.type === 'assert_statement') {
    return { kind: 'assert', exception: 'AssertionError', shapes: second ? messageShapes(second) : [''], ...place };
  }
  const call = node.type === 'expression_statement' && child?.type === 'call' ? readCall(child) : undefined;
  return { kind: 'other', shapes: textsBelow(node), ...call, ...place };
}

function readRaise(raised: Node | undefined): Pick<SourceStatement, 'exception' | 'shapes'> {
  if (!raised) return { shapes: [] };
  if (raised.type !== 'call') {
    const name = lastName(raised);
    // By convention a class starts with a capital; a lower-case name is an exception object made before.
    return /^[A-Z]/.test(name) ? { exception: name, shapes: [''] } : { shapes: textsOfName(raised) };
  }
  const callee = raised.childForFieldName('function');
  const values = argumentValues(raised);
  return {
    ...(callee && { exception: lastName(callee) }),
    shapes: values.length === 0 ? [''] : values.flatMap(messageShapes),
  };
}

/** Kind, level and message of a call that logs, warns or prints; undefined for any other call. */
function readCall(call: Node): Pick<SourceStatement, 'kind' | 'level' | 'shapes' | 'exception'> | undefined {
  const callee = call.childForFieldName('function');
  if (!callee) return undefined;
  const values = argumentValues(call);
  const [first] = values;
  const shapes = first ? messageShapes(first) : [];
  const name = lastName(callee);
  if (name === 'print') return { kind: 'print', shapes: values.flatMap(messageShapes) };
  if (callee.type !== 'attribute') return undefined;
  if (callee.text === 'warnings.warn') return { kind: 'warn', shapes };
  const level = logMethods.get(name.replace(/_once$/, ''));
  if (!level) return undefined;
  // Python logging formats only where there is something to put in.
  return { kind: 'log', level, shapes: values.length > 1 ? shapes.map(replaceConversions) : shapes };
}

/** Values of the arguments, keyword arguments included, in the order written. */
function argumentValues(call: Node): Node[] {
  const list = call.childForFieldName('arguments');
  if (list?.type !== 'argument_list') return [];
  return namedChildren(list).flatMap((node) => {
    if (node.type === 'comment') return [];
    return (node.type === 'keyword_argument' && node.childForFieldName('value')) || node;
  });
}

function messageShapes(node: Node): string[] {
  return shapesOf(node, 0).map(normalizeShape);
}

function shapesOf(node: Node, followed: number): string[] {
  const [first, second, third] = namedChildren(node);
  switch (node.type) {
    case 'string':
      return concatShapes(stringParts(node, followed));
    case 'concatenated_string':
      return concatShapes(namedChildren(node).map((part) => shapesOf(part, followed)));
    case 'parenthesized_expression':
      return first ? shapesOf(first, followed) : [hole];
    case 'conditional_expression':
      return first && second && third ? [...shapesOf(first, followed), ...shapesOf(third, followed)] : [hole];
    case 'binary_operator':
      return operatorShapes(node, followed);
    case 'call':
      return callShapes(node, followed);
    case 'identifier':
      return [...assignedShapes(node, followed), hole];
    default:
      return [hole];
  }
}

function operatorShapes(node: Node, followed: number): string[] {
  const [left, right] = ['left', 'right'].map((field) => node.childForFieldName(field));
  const operator = node.childForFieldName('operator')?.type;
  if (!left || !right) return [hole];
  if (operator === '+') return concatShapes([shapesOf(left, followed), shapesOf(right, followed)]);
  return operator === '%' ? shapesOf(left, followed).map(replaceConversions) : [hole];
}

function callShapes(node: Node, followed: number): string[] {
  const callee = node.childForFieldName('function');
  const object = callee?.type === 'attribute' ? callee.childForFieldName('object') : undefined;
  if (object && callee && lastName(callee) === 'format') return shapesOf(object, followed).map(replaceFields);
  return [hole];
}

function stringParts(node: Node, followed: number): string[][] {
  const prefix = node.firstChild?.text.toLowerCase() ?? '';
  return namedChildren(node).flatMap((part) => {
    if (part.type === 'interpolation') return [interpolationShapes(part, followed)];
    if (part.type !== 'string_content') return [];
    const text = prefix.includes('f') ? part.text.replace(/\{\{|\}\}/g, (braces) => braces.charAt(0)) : part.text;
    return [[prefix.includes('r') ? text : unescapePython(text)]];
  });
}

function interpolationShapes(node: Node, followed: number): string[] {
  const expression = node.childForFieldName('expression');
  if (!expression) return [hole];
  const equals = node.children.find((child) => child?.type === '=');
  if (equals) {
    const end = node.children.find((child) => child && child.startIndex >= equals.endIndex)?.startIndex ?? 0;
    return [node.text.slice(1, end - node.startIndex) + hole];
  }
  return [...new Set([...shapesOf(expression, followed), hole])];
}

/** Messages assigned to a name before it is used: in the same function, else at the top of the file. */
function assignedShapes(name: Node, followed: number): string[] {
  if (followed >= maxFollowed) return [];
  const before = (scope: Node): Node[] =>
    scope
      .descendantsOfType('assignment')
      .filter(
        (found): found is Node =>
          found !== null && found.startIndex < name.startIndex && found.childForFieldName('left')?.text === name.text,
      );
  const scope = enclosing(name, 'function_definition');
  const local = scope ? before(scope) : [];
  const found = local.length > 0 ? local : before(name.tree.rootNode);
  return found.flatMap((assignment) => {
    const value = assignment.childForFieldName('right');
    return value ? shapesOf(value, followed + 1) : [];
  });
}

function textsOfName(node: Node): string[] {
  if (node.type !== 'identifier') return [];
  const scope = enclosing(node, 'function_definition') ?? node.tree.rootNode;
  return scope.descendantsOfType('assignment').flatMap((assignment) => {
    const value = assignment?.childForFieldName('right');
    return assignment?.childForFieldName('left')?.text === node.text && value ? textsBelow(value) : [];
  });
}

/** Messages of every text that stands in a piece of source; of a compound statement only those of its head. */
function textsBelow(node: Node): string[] {
  const end = bodyOf(node)?.startIndex ?? node.endIndex;
  return node
    .descendantsOfType(['string', 'concatenated_string', 'binary_operator'])
    .filter((found): found is Node => found !== null && found.startIndex < end)
    .flatMap(messageShapes);
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

function enclosing(node: Node, type: string): Node | undefined {
  for (let at = node.parent; at; at = at.parent) if (at.type === type) return at;
  return undefined;
}

function lastName(node: Node): string {
  return node.type === 'attribute' ? (node.childForFieldName('attribute')?.text ?? '') : node.text;
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

const simpleEscapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['0', '\0'],
]);

/** Text of a string literal’s content, escapes undone. Escapes that no message uses stay as written. */
function unescapePython(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/g,
    (found, x, u, long, char) => {
      const digits: string | undefined = x ?? u ?? long;
      if (digits !== undefined) {
        const value = Number.parseInt(digits, 16);
        return value <= 0x10ffff ? String.fromCodePoint(value) : found;
      }
      return simpleEscapes.get(char) ?? found;
    },
  );
}
