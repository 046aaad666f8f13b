/** Statements of JavaScript and TypeScript that emit a message: what is thrown, and log calls. */
import type { Node } from 'web-tree-sitter';
import type { Level } from '../match/match';
import type { Emitted } from './emission';
import { formatPercent, noValues } from './format';
import { holeOf, type Message, type Part, product } from './message';
import { namedChildren } from './tree';

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

/** Most wordings of one message. */
const maxWordings = 64;

/** `throw new X(…)` and `throw X(…)`; a thrown variable says nothing. */
export function readThrown(made: Node): Emitted | undefined {
  const callee = made.childForFieldName('constructor') ?? made.childForFieldName('function');
  if (!callee) return undefined;
  const [first] = argumentsOf(made);
  return { kind: 'raise', level: null, exception: lastName(callee), messages: first ? messagesOf(first) : [[]] };
}

/** A call of a method named after a level; undefined where it is none or has no message. */
export function readLog(call: Node): (Emitted & { readonly level: Level; readonly receiver: string }) | undefined {
  const callee = call.childForFieldName('function');
  const level = callee?.type === 'member_expression' ? logMethods.get(lastName(callee)) : undefined;
  if (!callee || !level) return undefined;
  // pino and bunyan take an object of fields before the message.
  const message = argumentsOf(call).findIndex((node) => node.type !== 'object');
  const first = argumentsOf(call)[message];
  if (!first) return undefined;
  const formats = argumentsOf(call).length > message + 1;
  const messages = messagesOf(first).map((it) => (formats ? formatPercent(it, noValues) : it));
  const object = callee.childForFieldName('object');
  return { kind: 'log', level, exception: null, messages, receiver: object ? lastName(object) : '' };
}

function argumentsOf(call: Node): Node[] {
  const list = call.childForFieldName('arguments');
  return list ? namedChildren(list) : [];
}

/** Deepest nesting of an expression that is read; what lies deeper is a run-time part. */
const maxNesting = 200;

/** The message in every form that literal alternatives allow. */
export function messagesOf(node: Node, depth = 0): Message[] {
  if (depth > maxNesting) return [[holeOf(node.text)]];
  const [first, second] = namedChildren(node);
  switch (node.type) {
    case 'string':
    case 'template_string':
      return [namedChildren(node).map(partOf)];
    case 'parenthesized_expression':
      return first ? messagesOf(first, depth + 1) : [];
    case 'ternary_expression':
      return ['consequence', 'alternative'].flatMap((field) => {
        const branch = node.childForFieldName(field);
        return branch ? messagesOf(branch, depth + 1) : [];
      });
    case 'binary_expression':
      return first && second && node.childForFieldName('operator')?.type === '+'
        ? product([messagesOf(first, depth + 1), messagesOf(second, depth + 1)], maxWordings)
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

function lastName(node: Node): string {
  return node.type === 'member_expression' ? (node.childForFieldName('property')?.text ?? '') : node.text;
}
