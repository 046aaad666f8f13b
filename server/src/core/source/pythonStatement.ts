/** Python statements that emit a message: what kind they are and which expressions make the text. */
import type { Node } from 'web-tree-sitter';
import type { Level } from '../match/match';
import { type FormatValues, formatFields, formatPercent } from './format';
import type { Message } from './message';
import { argumentsOf, formatValues, type MessageReader, readMessages } from './pythonMessage';
import { namedChildren } from './tree';

/** A statement or call that emits a message. */
export interface Emission {
  readonly kind: 'raise' | 'assert' | 'log' | 'warn' | 'http';
  readonly level: Level | null;
  /** Class without module; null where none is named. */
  readonly exception: string | null;
  /** Expressions, each of which makes a message of its own. */
  readonly texts: readonly Node[];
  /** Values that logging puts into the conversions of the text; undefined where it formats nothing. */
  readonly values?: FormatValues;
}

/** Methods of a logger, with `_once` cut off, and the level of their records. */
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

/** What a logger is called: `logger`, `self.logger`, `logging`, `my_log`, or what makes one. */
const loggerName = /(^|_)(log|logger|logging)$|^get_?logger$/i;

/** Methods that give a logger with more to say: of the standard library, loguru and structlog. */
const loggerMakers = /^(getChild|opt|bind|patch)$/;

/** Keyword arguments in which an exception takes its text. */
const textKeywords = ['detail', 'message', 'msg'];

/** Messages of an emission. */
export function emittedMessages({ texts, values }: Emission, reader: MessageReader): Message[] {
  const messages = texts.flatMap((text) => readMessages(text, reader) ?? []);
  return values ? messages.map((message) => formatLog(message, values)) : messages;
}

/** With `%` as Python's logging does it; where a text holds none but fields in braces, as loguru does it. */
function formatLog(message: Message, values: FormatValues): Message {
  const texts = message.filter((part) => typeof part === 'string');
  const isBraced = texts.some((text) => /\{[^{}]{0,40}\}/.test(text)) && !texts.some((text) => text.includes('%'));
  return isBraced ? formatFields(message, values) : formatPercent(message, values);
}

/** `raise X(…)`; undefined for one without a call. The arguments other than text are not looked at. */
export function readRaise(statement: Node): (Emission & { readonly call: Node }) | undefined {
  const [raised] = namedChildren(statement);
  if (!raised || raised.startIndex === statement.childForFieldName('cause')?.startIndex) return undefined;
  return readRaised(raised);
}

/** The exception that a call makes. */
export function readRaised(raised: Node): (Emission & { readonly call: Node }) | undefined {
  const call = raised.type === 'parenthesized_expression' ? namedChildren(raised)[0] : raised;
  const callee = call?.type === 'call' ? call.childForFieldName('function') : undefined;
  if (!call || !callee) return undefined;
  const { positional, named } = argumentsOf(call);
  const keyword = textKeywords.flatMap((name) => named.get(name) ?? []);
  const [first, second] = positional;
  // `HTTPException(404, text)`
  const text = first && second && isStatus(first) ? second : first;
  const texts = [...(text ? [text] : []), ...keyword.slice(0, 1)];
  return { kind: 'raise', level: null, exception: lastName(callee), texts, call };
}

/** `assert condition, text`; undefined for one without a text. */
export function readAssert(statement: Node): Emission | undefined {
  const text = namedChildren(statement)[1];
  return text && { kind: 'assert', level: null, exception: 'AssertionError', texts: [text] };
}

/** A call that logs, warns or answers a request with an error; undefined for any other call. */
export function readCall(call: Node): Emission | undefined {
  const callee = call.childForFieldName('function');
  if (callee?.type === 'identifier') return readFunction(callee.text, call);
  if (callee?.type !== 'attribute') return undefined;
  const method = callee.childForFieldName('attribute')?.text ?? '';
  const level = logMethods.get(method.replace(/_once$/, ''));
  if (!level && method !== 'log' && method !== 'create_error_response') return undefined;
  const object = callee.childForFieldName('object');
  const receiver = object ? lastName(loggerOf(object)) : '';
  const { positional, named } = argumentsOf(call);
  if (method === 'create_error_response') return readErrorResponse(positional, named);
  if (method === 'warn' && receiver === 'warnings') return readWarning(positional, named);
  if (!loggerName.test(receiver)) return undefined;
  if (level) return readLog(level, positional, named);
  const [wanted, ...rest] = positional;
  return wanted && readLog(levelNamed(lastName(wanted)), rest, named);
}

/** What `logger.bind(…)` is called on. */
function loggerOf(object: Node): Node {
  const callee = object.type === 'call' ? object.childForFieldName('function') : undefined;
  const method = callee?.childForFieldName('attribute')?.text ?? '';
  return (loggerMakers.test(method) && callee?.childForFieldName('object')) || object;
}

/** The last part of a dotted name; of a call, of what is called. */
export function lastName(node: Node): string {
  if (node.type === 'call') {
    const callee = node.childForFieldName('function');
    return callee ? lastName(callee) : '';
  }
  return node.type === 'attribute' ? (node.childForFieldName('attribute')?.text ?? '') : node.text;
}

/** `create_error_response(…)`, and `print_warning_once(…)`: functions that log in older sources of vLLM. */
function readFunction(name: string, call: Node): Emission | undefined {
  const isResponse = /^_?create_error_response$/.test(name);
  const level = logMethods.get(/^print_(\w+)_once$/.exec(name)?.[1] ?? '');
  if (!isResponse && !level) return undefined;
  const { positional, named } = argumentsOf(call);
  return isResponse ? readErrorResponse(positional, named) : readLog(level ?? null, positional, named);
}

/** The text is the first argument, or the second behind a status (vLLM to v0.2.7: `create_error_response(status, text)`). */
function readErrorResponse(positional: readonly Node[], named: ReadonlyMap<string, Node>): Emission | undefined {
  const [first, second] = positional;
  const text = first && second && isStatus(first) ? second : (first ?? named.get('message'));
  return text && { kind: 'http', level: null, exception: null, texts: [text] };
}

/** `400`, `HTTPStatus.BAD_REQUEST`, `status.HTTP_400_BAD_REQUEST`, `status_code`. */
function isStatus(node: Node): boolean {
  return /^(?:\d{3}|(?:\w+\.)*(?:HTTPStatus|status)\.\w+|(?:\w+\.)*status(?:_code)?)$/.test(node.text);
}

function readWarning(positional: readonly Node[], named: ReadonlyMap<string, Node>): Emission | undefined {
  const text = positional[0] ?? named.get('message');
  const category = positional[1] ?? named.get('category');
  const exception = category ? lastName(category) : null;
  return text && { kind: 'warn', level: 'WARNING', exception, texts: [text] };
}

function readLog(
  level: Level | null,
  [first, ...rest]: readonly Node[],
  named: ReadonlyMap<string, Node>,
): Emission | undefined {
  const text = first ?? named.get('msg');
  if (!text) return undefined;
  // Python logging formats only where there is something to put in.
  const values = rest.length > 0 ? { values: formatValues(rest, new Map()) } : {};
  return { kind: 'log', level, exception: null, texts: [text], ...values };
}

function levelNamed(name: string): Level | null {
  return logMethods.get(name.toLowerCase()) ?? null;
}
