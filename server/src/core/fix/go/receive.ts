/** Finds where Go code takes a message from a ZMQ socket: pebbe/zmq4, go-zeromq/zmq4, goczmq. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode, walk } from '../syntax';

/** Methods that hand out a message, with an error as their last value. */
const receiving = new Set(['Recv', 'RecvBytes', 'RecvMessage', 'RecvMessageBytes']);

/** A statement such as `frames, err := socket.RecvMessageBytes(0)`. */
export interface GoReceive {
  readonly statement: SyntaxNode;
  readonly call: SyntaxNode;
  /** Name of the method. */
  readonly method: string;
  /** Source text of the socket, such as `s.router`. */
  readonly socket: string;
  /** What the message is bound to; undefined where it is not kept. */
  readonly message: string | undefined;
  /** What the error is bound to. */
  readonly error: string;
  /** The innermost loop around it in its function. */
  readonly loop: SyntaxNode | undefined;
}

/** The receive statements of a file that imports a ZMQ package. */
export function goReceives(file: SourceFile): GoReceive[] {
  const imported = file.nodes('import_spec').some((node) => file.textOf(node).includes('zmq'));
  if (!imported) return [];
  return file.nodes('call_expression').flatMap((call) => readReceive(file, call) ?? []);
}

function readReceive(file: SourceFile, call: SyntaxNode): GoReceive | undefined {
  const callee = childIn(call, 'function');
  const operand = callee && childIn(callee, 'operand');
  const field = callee && childIn(callee, 'field');
  const method = field ? file.textOf(field) : '';
  const statement = call.parent?.parent;
  if (!operand || !receiving.has(method) || !statement || !isStatement(statement)) return undefined;
  const left = childIn(statement, 'left')?.children ?? [];
  const [message, error] = left.map((node) => file.textOf(node));
  if (left.length !== 2 || !message || !error) return undefined;
  const named = message === '_' ? undefined : message;
  return { statement, call, method, socket: file.textOf(operand), message: named, error, loop: loopAround(statement) };
}

/** The receives whose message and error a function gives back as they come: `return s.Recv(0)`. */
export function goReturned(file: SourceFile): GoReceive[] {
  const imported = file.nodes('import_spec').some((node) => file.textOf(node).includes('zmq'));
  return (imported ? file.nodes('return_statement') : []).flatMap((statement) => {
    const [call, ...others] = statement.children[0]?.children ?? [];
    const callee = call?.type === 'call_expression' ? childIn(call, 'function') : undefined;
    const operand = callee && childIn(callee, 'operand');
    const method = call ? calledName(file, call) : '';
    if (!call || !operand || others.length > 0 || !receiving.has(method)) return [];
    const socket = file.textOf(operand);
    return { statement, call, method, socket, message: undefined, error: '', loop: loopAround(statement) };
  });
}

function isStatement(node: SyntaxNode): boolean {
  return bindings.has(node.type) && node.parent?.type === 'statement_list';
}

const bindings = new Set(['short_var_declaration', 'assignment_statement']);
const functions = new Set(['function_declaration', 'method_declaration', 'func_literal']);

/** The innermost loop around a node in its function. */
export function loopAround(node: SyntaxNode): SyntaxNode | undefined {
  for (const ancestor of ancestors(node)) {
    if (ancestor.type === 'for_statement') return ancestor;
    if (functions.has(ancestor.type)) return undefined;
  }
  return undefined;
}

/** The innermost function around a node. */
export function functionAround(node: SyntaxNode): SyntaxNode | undefined {
  for (const ancestor of ancestors(node)) if (functions.has(ancestor.type)) return ancestor;
  return undefined;
}

function functionsAround(node: SyntaxNode): SyntaxNode[] {
  return [...ancestors(node)].filter(({ type }) => functions.has(type));
}

/** A node and all below it, functions that stand in it left out. */
export function* walkOwn(node: SyntaxNode): Generator<SyntaxNode> {
  yield* walk(node, (inner) => inner === node || inner.type !== 'func_literal');
}

/** The statements of a block, comments left out. */
export function statementsOf(block: SyntaxNode): SyntaxNode[] {
  const list = block.children.find((node) => node.type === 'statement_list');
  return (list?.children ?? []).filter((node) => node.type !== 'comment');
}

/** Names that hold the message, as it came and as it was decoded. */
export interface GoNames {
  readonly raw: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

/** Follows a message through the assignments and the `&name` arguments behind its receive. */
export function followMessage(file: SourceFile, receive: GoReceive, scope: SyntaxNode): GoNames {
  const raw = new Set(receive.message === undefined ? [] : [receive.message]);
  const all = new Set(raw);
  for (const node of walkOwn(scope)) {
    if (node.start < receive.call.end || !mentions(file, node, all)) continue;
    for (const name of boundBy(file, node)) if (!/^_$|err/i.test(name)) all.add(name);
  }
  return { raw, all };
}

/** Names that a node fills from what it reads. */
function boundBy(file: SourceFile, node: SyntaxNode): string[] {
  if (bindings.has(node.type) || node.type === 'range_clause') {
    const left = childIn(node, 'left');
    return left ? identifiersIn(file, left) : [];
  }
  if (node.type !== 'call_expression') return [];
  const given = childIn(node, 'arguments')?.children ?? [];
  return given
    .filter((argument) => argument.type === 'unary_expression' && file.text[argument.start] === '&')
    .flatMap((argument) => identifiersIn(file, argument));
}

/** True when a node refers to one of the names. */
export function mentions(file: SourceFile, node: SyntaxNode, names: ReadonlySet<string>): boolean {
  return identifiersIn(file, node).some((name) => names.has(name));
}

function identifiersIn(file: SourceFile, node: SyntaxNode): string[] {
  return file.nodes('identifier', node).map((inner) => file.textOf(inner));
}

/** The method or function that a call calls: its last name. */
export function calledName(file: SourceFile, call: SyntaxNode): string {
  const callee = childIn(call, 'function');
  return callee ? file.textOf(childIn(callee, 'field') ?? callee) : '';
}

/** True when the code before an offset in `scope` sends on the socket. */
export function sendsBefore(file: SourceFile, socket: string, scope: SyntaxNode, offset: number): boolean {
  return file.nodes('call_expression', scope).some((call) => {
    const callee = childIn(call, 'function');
    const operand = callee && childIn(callee, 'operand');
    return (
      call.start < offset && !!operand && file.textOf(operand) === socket && calledName(file, call).startsWith('Send')
    );
  });
}

/**
 * The kind of socket that a name was made as, such as `Router` or `REP`, in lower case: in the function that receives,
 * or anywhere for a field and a variable of the package.
 */
export function goSocketType(
  file: SourceFile,
  { socket, call }: Pick<GoReceive, 'socket' | 'call'>,
): string | undefined {
  const name = socket.split('.').at(-1);
  const own = functionsAround(call);
  for (const node of [...file.nodes('short_var_declaration'), ...file.nodes('assignment_statement')]) {
    const left = childIn(node, 'left')?.children[0];
    const right = childIn(node, 'right');
    if (!left || !right || file.textOf(left).split('.').at(-1) !== name) continue;
    const around = functionAround(node);
    const isLocal = around !== undefined && node.type === 'short_var_declaration';
    if (isLocal && !socket.includes('.') && !own.includes(around)) continue;
    const made = /\b(?:New|zmq4?\.|goczmq\.New)(Router|Dealer|Pull|Sub|XSub|XPub|Rep|Req|Pair)\b/i.exec(
      file.textOf(right),
    );
    if (made?.[1]) return made[1].toLowerCase();
  }
  return undefined;
}
