/** Reads JavaScript and TypeScript messages from a tree-sitter tree: throw statements and log calls. */
import type { Node, Tree } from 'web-tree-sitter';
import type { Level } from '../match/match';
import { formatPercent, noValues } from './format';
import { holeOf, type Message, type Part, product, toShape } from './message';
import type { SourceStatement, SourceView } from './statement';
import { leafFinder, namedChildren, outermostOnLine } from './tree';

/** Methods of `console` and of the usual loggers (winston, pino, bunyan) and the level of their records. */
const logMethods = new Map<string, Level>([
  ['trace', 'DEBUG'],
  ['debug', 'DEBUG'],
  ['log', 'INFO'],
  ['info', 'INFO'],
  ['warn', 'WARNING'],
  ['error', 'ERROR'],
  ['fatal', 'CRITICAL'],
]);

const containers = new Set(['program', 'statement_block', 'class_body', 'switch_body']);

/** Most wordings of one message. */
const maxWordings = 64;

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
  if (made) return { kind: 'raise', ...readThrown(made), ...place };
  const call = onSameLine(node, 'call_expression');
  return { kind: 'other', shapes: textsOnLine(node), ...(call && readLog(call)), ...place };
}

/** `throw new X(…)` and `throw X(…)`; a thrown variable says nothing. */
function readThrown(made: Node): Pick<SourceStatement, 'exception' | 'shapes'> {
  const callee = made.childForFieldName('constructor') ?? made.childForFieldName('function');
  if (!callee) return { shapes: [] };
  const [first] = argumentsOf(made);
  return { exception: lastName(callee), shapes: first ? messageShapes(first) : [''] };
}

function readLog(call: Node): Pick<SourceStatement, 'kind' | 'level' | 'shapes'> | undefined {
  const callee = call.childForFieldName('function');
  const level = callee?.type === 'member_expression' ? logMethods.get(lastName(callee)) : undefined;
  if (!level) return undefined;
  // pino and bunyan take an object of fields before the message.
  const message = argumentsOf(call).findIndex((node) => node.type !== 'object');
  const first = argumentsOf(call)[message];
  if (!first) return undefined;
  const formats = argumentsOf(call).length > message + 1;
  const messages = messagesOf(first).map((it) => (formats ? formatPercent(it, noValues) : it));
  return { kind: 'log', level, shapes: messages.map(toShape) };
}

function argumentsOf(call: Node): Node[] {
  const list = call.childForFieldName('arguments');
  return list ? namedChildren(list) : [];
}

function messageShapes(node: Node): string[] {
  return messagesOf(node).map(toShape);
}

/** The message in every form that literal alternatives allow. */
function messagesOf(node: Node): Message[] {
  const [first, second] = namedChildren(node);
  switch (node.type) {
    case 'string':
    case 'template_string':
      return [namedChildren(node).map(partOf)];
    case 'parenthesized_expression':
      return first ? messagesOf(first) : [];
    case 'ternary_expression':
      return ['consequence', 'alternative'].flatMap((field) => {
        const branch = node.childForFieldName(field);
        return branch ? messagesOf(branch) : [];
      });
    case 'binary_expression':
      return first && second && node.childForFieldName('operator')?.type === '+'
        ? product([messagesOf(first), messagesOf(second)], maxWordings)
        : [[holeOf(node.text)]];
    default:
      return [[holeOf(node.text)]];
  }
}

function partOf(part: Node): Part {
  if (part.type === 'template_substitution') return holeOf(part.text.slice(2, -1));
  return part.type === 'escape_sequence' ? unescapeJavaScript(part.text) : part.text;
}

const simpleEscapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
]);

/** Text of one escape sequence (ECMA-262, section 12.9.4); a line continuation is nothing. */
function unescapeJavaScript(text: string): string {
  const digits = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})$/.exec(text);
  const hex = digits?.[1] ?? digits?.[2] ?? digits?.[3];
  if (hex !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
  const char = text.slice(1);
  if (char.startsWith('\n') || char.startsWith('\r')) return '';
  return simpleEscapes.get(char) ?? char;
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

function lastName(node: Node): string {
  return node.type === 'member_expression' ? (node.childForFieldName('property')?.text ?? '') : node.text;
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
