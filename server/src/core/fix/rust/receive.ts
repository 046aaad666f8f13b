/** Finds where Rust loops take a message from a socket: zeromq, tmq, async-zmq, rust-zmq. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode, walk } from '../syntax';
import { type Step, tokenSteps, treeStep } from './step';

/** Methods that take a message from a socket. */
const receiving = new Set(['recv', 'recv_multipart', 'receive', 'recv_bytes', 'recv_msg', 'recv_string']);

/** A loop that receives, with the statements behind the receive. */
export interface RustLoop {
  readonly loop: SyntaxNode;
  /** Source text of the socket. */
  readonly socket: string;
  /** Offset at which the message is received. */
  readonly at: number;
  /** Names that hold the message. */
  readonly names: readonly string[];
  readonly steps: readonly Step[];
}

/** The loops of a file, with one row for each receive in a `select!`. */
export function rustLoops(file: SourceFile): RustLoop[] {
  const loops = [...file.nodes('loop_expression'), ...file.nodes('while_expression')];
  return loops
    .flatMap((loop) => [...plainLoop(file, loop), ...selectLoops(file, loop)])
    .sort((a, b) => a.loop.start - b.loop.start || a.at - b.at);
}

function plainLoop(file: SourceFile, loop: SyntaxNode): RustLoop[] {
  const condition = childIn(loop, 'condition');
  const inHead = condition && receivingCall(file, condition);
  const pattern = condition && childIn(condition, 'pattern');
  if (inHead && pattern && !isOther(file, inHead)) {
    const names = file.nodes('identifier', pattern).map((node) => file.textOf(node));
    const steps = (childIn(loop, 'body')?.children ?? [])
      .filter(({ type }) => !type.includes('comment'))
      .map((node) => treeStep(file, node));
    return [{ loop, socket: socketOf(file, inHead), at: inHead.start, names, steps }];
  }
  const statements = childIn(loop, 'body')?.children ?? [];
  const receive = statements.find((node) => node.type === 'let_declaration' && receivingCall(file, node));
  const call = receive && receivingCall(file, receive);
  if (!receive || !call || isOther(file, call)) return [];
  const steps = statements
    .filter((node) => node.start >= receive.end && !node.type.includes('comment'))
    .map((node) => treeStep(file, node));
  return [{ loop, socket: socketOf(file, call), at: call.start, names: treeStep(file, receive).bound ?? [], steps }];
}

/** The call that receives in a node, closures and async blocks left out. */
export function receivingCall(file: SourceFile, statement: SyntaxNode): SyntaxNode | undefined {
  return [...walk(statement)].find((node) => {
    const callee = node.type === 'call_expression' ? childIn(node, 'function') : undefined;
    const method = callee && childIn(callee, 'field');
    return !!method && receiving.has(file.textOf(method)) && !inClosure(node, statement);
  });
}

function inClosure(node: SyntaxNode, top: SyntaxNode): boolean {
  for (const ancestor of ancestors(node)) {
    if (ancestor === top) return false;
    if (ancestor.type === 'closure_expression' || ancestor.type === 'async_block') return true;
  }
  return false;
}

/** Source text of the socket of a receiving call. */
export function socketOf(file: SourceFile, call: SyntaxNode): string {
  const callee = childIn(call, 'function');
  const value = callee && childIn(callee, 'value');
  return value ? file.textOf(value) : '';
}

/** Branches `name = socket.recv() => { … }` of a `select!` in the loop; those of channels are left out. */
function selectLoops(file: SourceFile, loop: SyntaxNode): RustLoop[] {
  return file.nodes('macro_invocation', loop).flatMap((macro) => {
    const name = childIn(macro, 'macro');
    const tree = macro.children.at(-1);
    if (!name || tree?.type !== 'token_tree' || !/^(?:\w+::)?select$/.test(file.textOf(name))) return [];
    if (nearestLoop(macro) !== loop) return [];
    return tree.children.flatMap((_, index) => branchAt(file, loop, tree, index) ?? []);
  });
}

function branchAt(file: SourceFile, loop: SyntaxNode, tree: SyntaxNode, index: number): RustLoop | undefined {
  const [method, given, body] = tree.children.slice(index, index + 3);
  if (!method || !given || body?.type !== 'token_tree' || file.text[body.start] !== '{') return undefined;
  if (!receiving.has(file.textOf(method)) || file.text.slice(given.end, body.start).trim() !== '=>') return undefined;
  const from = Math.max(
    tree.start + 1,
    ...tree.children
      .filter((node) => file.text[node.start] === '{' && node.end <= method.start)
      .map((node) => node.end),
  );
  const head = file.text.slice(from, method.start);
  const equals = head.lastIndexOf('=');
  const socket = head
    .slice(equals + 1)
    .trim()
    .replace(/\.$/, '');
  if (equals < 0 || isChannel(socket)) return undefined;
  const names = file.nodes('identifier', { start: from, end: from + equals }).map((node) => file.textOf(node));
  return { loop, socket, at: method.start, names, steps: tokenSteps(file, body) };
}

/** True for what people call the receiving end of a channel. */
function isChannel(socket: string): boolean {
  return /(?:rx|receiver|chan(?:nel)?)$/i.test(socket);
}

/** True for a call that takes from a channel, or from a socket of TCP or UDP, which fills a buffer. */
function isOther(file: SourceFile, call: SyntaxNode): boolean {
  const [first, ...others] = childIn(call, 'arguments')?.children ?? [];
  if (isChannel(socketOf(file, call)) || (first?.type === 'reference_expression' && others.length === 0)) return true;
  const name = socketOf(file, call).split('.').at(-1);
  return [...file.nodes('parameter'), ...file.nodes('field_declaration'), ...file.nodes('let_declaration')].some(
    (node) => {
      const bound = childIn(node, 'pattern') ?? childIn(node, 'name');
      const type = childIn(node, 'type');
      return (
        !!bound &&
        !!type &&
        file.textOf(bound) === name &&
        /\b(?:Receiver|UdpSocket|TcpStream|UnixStream)\b/.test(file.textOf(type))
      );
    },
  );
}

const loops = new Set(['loop_expression', 'while_expression']);

/** The innermost loop around a node within its function. */
function nearestLoop(node: SyntaxNode): SyntaxNode | undefined {
  const nearest = [...ancestors(node)].find(({ type }) => loops.has(type) || type === 'function_item');
  return nearest?.type === 'function_item' ? undefined : nearest;
}

/**
 * The kind of the socket that is used at an offset, such as `REP`, as far as a type or a constructor beside its name shows
 * it: in the function there, or in a field.
 */
export function rustSocketType(file: SourceFile, socket: string, at: number): string | undefined {
  const name = socket.split('.').at(-1);
  const own = file.nodes('function_item').filter(({ start, end }) => start <= at && at < end);
  const locals = own.flatMap((item) => [...file.nodes('parameter', item), ...file.nodes('let_declaration', item)]);
  for (const node of [...locals, ...file.nodes('field_declaration')]) {
    const bound = childIn(node, 'pattern') ?? childIn(node, 'name');
    if (!bound || file.textOf(bound) !== name) continue;
    const shown = childIn(node, 'type') ?? childIn(node, 'value');
    const kind =
      shown &&
      /\b(Rep|Req|Dealer|Router|Pull|Sub)Socket\b|\bzmq::(REP|REQ|DEALER|ROUTER|PULL|SUB)\b/.exec(file.textOf(shown));
    if (kind) return (kind[1] ?? kind[2] ?? '').toUpperCase();
  }
  return undefined;
}
