/** Splits a receive statement into the call that takes the message and the code that opens it. */
import type { Edit } from '../finding';
import { freeName } from '../layout';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { takesFromQueue } from './queueReceive';
import { type Receive, unpacks } from './receive';
import { walkOwn } from './scope';

/** A receive statement in two halves. */
export interface Intake {
  /** The statement that only receives. */
  readonly receiveText: string;
  /** Checks the number of frames, line by line with one level as `\t`; empty when nothing shows the number. */
  readonly check: readonly string[];
  /** How the original statement is written behind the receive; undefined when it is `receiveText` itself. */
  readonly opening: Edit | undefined;
  /** Arguments of the log line: first frame (null unless it names the peer) and payload, as expressions of bytes. */
  readonly identity: string | null;
  /** Null for what comes from a queue, which need not be bytes. */
  readonly payload: string | null;
  /** Name of what was taken. */
  readonly taken: string;
  /** Module that the opening needs beyond the file's own. */
  readonly module: string | null;
}

/**
 * Makes the halves. `rest` are the statements that handle the message; `namesPeer` says that the first frame is the
 * peer's routing id.
 */
export function splitReceive(
  file: SourceFile,
  receive: Receive,
  scope: SyntaxNode,
  rest: readonly SyntaxNode[],
  namesPeer: boolean,
): Intake {
  const multipart = receive.method === 'recv_multipart';
  const kept = receive.target?.type === 'identifier' ? file.textOf(receive.target) : undefined;
  const isQueue = takesFromQueue(receive);
  const isRaw = multipart || receive.method === 'recv' || isQueue;
  const inPlace = kept !== undefined && isRaw && !changes(file, rest, kept);
  const name = inPlace
    ? kept
    : freeName(
        file,
        scope,
        multipart ? ['frames', 'received_frames'] : isQueue ? ['item', 'received'] : ['payload', 'received'],
      );
  const { before, after } = aroundMethod(file, receive);
  const method = isRaw ? receive.method : 'recv';
  const copies = !file.textOf(receive.call).includes('copy=False');
  const bytes = (expression: string) => (copies ? expression : `bytes(${expression})`);
  return {
    receiveText: inPlace ? file.textOf(receive.statement) : `${name} = ${before}${method}${after}`,
    check: multipart ? frameCheck(file, receive, name, rest) : [],
    opening: inPlace
      ? undefined
      : { start: receive.value.start, end: receive.value.end, newText: opened(receive, name, kept !== undefined) },
    identity: multipart && namesPeer ? bytes(`${name}[0]`) : null,
    payload: isQueue ? null : bytes(multipart ? `${name}[-1]` : name),
    taken: name,
    module: receive.method === 'recv_json' ? 'json' : null,
  };
}

/** The text of the received value up to the method's name, and from its arguments on. */
function aroundMethod(file: SourceFile, receive: Receive): { before: string; after: string } {
  const callee = childIn(receive.call, 'function');
  const attribute = callee && childIn(callee, 'attribute');
  const at = attribute ?? receive.call;
  return { before: file.text.slice(receive.value.start, at.start), after: file.text.slice(at.end, receive.value.end) };
}

/**
 * What the original statement takes instead of the call. pyzmq's own reading of the bytes: `recv_json` is `json.loads`,
 * `recv_string` is UTF-8. A list that the handling changes is copied, since the log line reads it afterwards.
 */
function opened(receive: Receive, name: string, changed: boolean): string {
  if (receive.method === 'recv_multipart' && changed) return `list(${name})`;
  if (receive.method === 'recv_json') return `json.loads(${name})`;
  return receive.method === 'recv_string' ? `${name}.decode()` : name;
}

function frameCheck(file: SourceFile, receive: Receive, name: string, rest: readonly SyntaxNode[]): string[] {
  const pattern = receive.names.length > 0 ? receive : unpackOf(file, rest[0], name);
  if (!pattern || pattern.names.length === 0) return [];
  const count = pattern.starred ? pattern.names.length - 1 : pattern.names.length;
  if (pattern.starred && count < 2) return [];
  const [operator, words] = pattern.starred ? ['<', 'at least '] : ['!=', ''];
  const plural = count === 1 ? 'frame' : 'frames';
  return [
    `if len(${name}) ${operator} ${count}:`,
    `\traise ValueError(f"expected ${words}${count} ${plural}, received {len(${name})}")`,
  ];
}

function unpackOf(
  file: SourceFile,
  statement: SyntaxNode | undefined,
  name: string,
): { names: readonly string[]; starred: boolean } | undefined {
  const assignment = statement?.children[0];
  const left = assignment?.type === 'assignment' ? childIn(assignment, 'left') : undefined;
  const right = assignment && childIn(assignment, 'right');
  if (!left || !right || !unpacks(left) || file.textOf(right) !== name) return undefined;
  return {
    names: left.children.map((node) => file.textOf(node)),
    starred: left.children.some((node) => node.type === 'list_splat_pattern'),
  };
}

const listChanges = new Set(['pop', 'insert', 'remove', 'clear', 'append', 'extend', 'reverse', 'sort']);

/** True when the statements bind a name anew or change the list it stands for. */
function changes(file: SourceFile, statements: readonly SyntaxNode[], name: string): boolean {
  for (const statement of statements) {
    for (const node of walkOwn(statement)) {
      if (node.type === 'identifier' && file.textOf(node) === name && isChange(file, node)) return true;
    }
  }
  return false;
}

function isChange(file: SourceFile, node: SyntaxNode): boolean {
  const parent = node.parent;
  if (!parent) return false;
  if (node.field === 'left' || node.field === 'alias' || unpacks(parent)) return true;
  if (parent.type === 'delete_statement' || parent.type === 'list_splat_pattern') return true;
  if (parent.type === 'named_expression') return node.field === 'name';
  if (parent.type === 'subscript') return parent.field === 'left' || parent.parent?.type === 'delete_statement';
  const attribute = parent.type === 'attribute' ? childIn(parent, 'attribute') : undefined;
  return !!attribute && node.field === 'object' && listChanges.has(file.textOf(attribute));
}
