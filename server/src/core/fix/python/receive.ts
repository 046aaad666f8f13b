/** Finds where Python code takes a message from a ZMQ socket. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { enclosingFunction } from './scope';
import { socketType } from './socketType';

/** The pyzmq methods that hand out a message (pyzmq 24, `zmq.Socket` and `zmq.asyncio.Socket`). */
export const receiveMethods: ReadonlySet<string> = new Set([
  'recv',
  'recv_multipart',
  'recv_string',
  'recv_json',
  'recv_pyobj',
  'recv_serialized',
]);

/** A call that receives, with the statement it stands in. */
export interface Receive {
  /** Name of the method, such as `recv_multipart`. */
  readonly method: string;
  /** Source text of the socket, such as `self._router`. */
  readonly socket: string;
  readonly call: SyntaxNode;
  /** The call, the `await` around it, or the `.result()` of a future that is there at once. */
  readonly value: SyntaxNode;
  /** The statement of a block that holds the call. */
  readonly statement: SyntaxNode;
  /** What the statement assigns the value to, when it does nothing else. */
  readonly target: SyntaxNode | null;
  /** Names bound by unpacking the value; empty unless the target is a pattern. */
  readonly names: readonly string[];
  /** True when the pattern holds a starred name. */
  readonly starred: boolean;
}

/** Receive calls read in one file: far above any real one, and each may cost a look at the whole file. */
const maxReceives = 100;

/** The receive calls of a file, or of a part of it, in source order. */
export function findReceives(file: SourceFile, within: SyntaxNode = file.root): Receive[] {
  const found: Receive[] = [];
  for (const call of file.nodes('call', within)) {
    const receive = readTake(file, call, receiveMethods);
    if (receive) found.push(receive);
    if (found.length === maxReceives) break;
  }
  return found;
}

/** Reads a call of one of the methods, with the statement it stands in. */
export function readTake(file: SourceFile, call: SyntaxNode, methods: ReadonlySet<string>): Receive | undefined {
  const callee = childIn(call, 'function');
  const object = callee && childIn(callee, 'object');
  const attribute = callee && childIn(callee, 'attribute');
  if (callee?.type !== 'attribute' || !object || !attribute) return undefined;
  const method = file.textOf(attribute);
  return methods.has(method) ? readReceive(file, call, method, file.textOf(object)) : undefined;
}

/** Reads a call that receives by a method of a socket (source text), whatever the call itself names. */
export function readReceive(file: SourceFile, call: SyntaxNode, method: string, socket: string): Receive | undefined {
  const statement = statementOf(call);
  if (!statement) return undefined;
  const value = messageOf(file, call);
  const target = targetOf(value, statement);
  const pattern = target && unpacks(target) ? target.children : [];
  return {
    method,
    socket,
    call,
    value,
    statement,
    target,
    names: pattern.map((node) => file.textOf(node)),
    starred: pattern.some((node) => node.type === 'list_splat_pattern'),
  };
}

/**
 * Reads a receive in the head of a loop.
 *
 * @param method the attribute that names the method
 * @param call the call of it, or the method itself where something else calls it
 */
export function readHeadReceive(
  file: SourceFile,
  method: SyntaxNode,
  call: SyntaxNode,
  loop: SyntaxNode,
): Receive | undefined {
  const object = childIn(method, 'object');
  const attribute = childIn(method, 'attribute');
  const name = attribute ? file.textOf(attribute) : '';
  if (method.type !== 'attribute' || !object || !receiveMethods.has(name)) return undefined;
  const socket = file.textOf(object);
  return { method: name, socket, call, value: call, statement: loop, target: null, names: [], starred: false };
}

/** What hands out the message itself: `zmq.asyncio` gives a future for it. */
function messageOf(file: SourceFile, call: SyntaxNode): SyntaxNode {
  const around = call.parent;
  if (around?.type === 'await') return around;
  const member = around?.type === 'attribute' && call.field === 'object' ? childIn(around, 'attribute') : undefined;
  const outer = around?.parent;
  return member && file.textOf(member) === 'result' && outer?.type === 'call' ? outer : call;
}

/** True for a target of several names: `a, b`, `(a, b)` or `[a, b]`. */
export function unpacks(target: SyntaxNode): boolean {
  return target.type === 'pattern_list' || target.type === 'tuple_pattern' || target.type === 'list_pattern';
}

/** The statement of a block (or of the module) that holds a node. */
export function statementOf(node: SyntaxNode): SyntaxNode | undefined {
  if (isBlock(node.parent)) return node;
  for (const ancestor of ancestors(node)) {
    if (isBlock(ancestor.parent)) return ancestor;
  }
  return undefined;
}

/** True for a node whose children are statements. */
export function isBlock(node: SyntaxNode | null): boolean {
  return node?.type === 'block' || node?.type === 'module';
}

/** The statements of a block, comments left out. */
export function statementsOf(block: SyntaxNode): SyntaxNode[] {
  return block.children.filter((node) => node.type !== 'comment');
}

function targetOf(value: SyntaxNode, statement: SyntaxNode): SyntaxNode | null {
  const assignment = value.parent;
  if (assignment?.type !== 'assignment' || assignment.parent !== statement || value.field !== 'right') return null;
  return childIn(assignment, 'left') ?? null;
}

/**
 * True when a receive is one of ZMQ: only pyzmq has `recv_multipart`; a plain `recv` can also be a pipe's or a TCP
 * socket's and needs a hint in its arguments, its name or how the socket was made.
 */
export function isZmqReceive(file: SourceFile, receive: Receive): boolean {
  if (receive.method === 'recv_multipart') return true;
  if (takesSize(file, receive)) return false;
  if (!file.text.includes('zmq')) return false;
  if (file.textOf(receive.call).includes('zmq.') || receive.socket.toLowerCase().includes('sock')) return true;
  return isAnnotated(file, receive) || socketType(file, receive.statement, receive.socket) !== undefined;
}

/** True for `recv(4096)`: the sockets of Python take a number of bytes, those of pyzmq flags, of which none is that large. */
function takesSize(file: SourceFile, { call }: Receive): boolean {
  const given = childIn(call, 'arguments')?.children[0];
  return given?.type === 'integer' && Number(file.textOf(given).replaceAll('_', '')) >= 16;
}

/** True for a parameter such as `front: zmq.asyncio.Socket`. */
function isAnnotated(file: SourceFile, { socket, statement }: Receive): boolean {
  const definition = enclosingFunction(statement);
  return (
    !!definition &&
    file.nodes('typed_parameter', childIn(definition, 'parameters') ?? definition).some((parameter) => {
      const [name] = parameter.children;
      const type = childIn(parameter, 'type');
      return !!name && !!type && file.textOf(name) === socket && /\bzmq\b.*Socket/.test(file.textOf(type));
    })
  );
}
