/** Reads `for await (const … of socket)` loops over zeromq.js sockets. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode, walk } from '../syntax';

/** LSP language ids that these finders read. */
export const javascript = ['javascript', 'javascriptreact', 'typescript', 'typescriptreact'];

/** Such a loop. zeromq.js 6 gives each message as an array of `Buffer`s and ends the loop when the socket is closed. */
export interface SocketLoop {
  readonly loop: SyntaxNode;
  /** What each message is bound to: a name or an array pattern. */
  readonly target: SyntaxNode;
  /** Source text of the socket. */
  readonly socket: string;
  readonly body: SyntaxNode;
  /** Names in the target. */
  readonly names: ReadonlySet<string>;
}

/** The loops of a file that imports zeromq.js. */
export function socketLoops(file: SourceFile): SocketLoop[] {
  if (!/['"]zeromq(?:\/[\w-]+)?['"]/.test(file.text)) return [];
  return file.nodes('for_in_statement').flatMap((loop) => {
    const target = childIn(loop, 'left');
    const iterated = childIn(loop, 'right');
    const body = childIn(loop, 'body');
    const head = target ? file.text.slice(loop.start, target.start) : '';
    if (!target || !iterated || body?.type !== 'statement_block' || !/^for\s+await\b/.test(head)) return [];
    if (target.type !== 'identifier' && target.type !== 'array_pattern') return [];
    const names = new Set(namesIn(file, target));
    return [{ loop, target, socket: file.textOf(iterated), body, names }];
  });
}

/**
 * The class of zeromq.js of a loop's socket, such as `Router`: what the nearest function around the loop, or the file,
 * makes it of or says that it is. Undefined where nothing shows it.
 */
export function socketClass(file: SourceFile, { socket, loop }: SocketLoop): string | undefined {
  const name = socket.replace(/^this\./, '');
  const isMember = name !== socket;
  const scopes = [...ancestors(loop)].filter(({ type }) => functionTypes.has(type));
  const named = [...file.nodes('new_expression'), ...file.nodes('type_annotation')].flatMap((node) => {
    const owner = node.parent;
    const bound =
      owner &&
      (childIn(owner, 'name') ?? childIn(owner, 'left') ?? childIn(owner, 'property') ?? childIn(owner, 'pattern'));
    if (!owner || !bound || file.textOf(bound).replace(/^this\./, '') !== name) return [];
    const around = [...ancestors(owner)].find(({ type }) => functionTypes.has(type));
    if (!isMember && around && !scopes.includes(around)) return [];
    const made = node.type === 'new_expression' ? childIn(node, 'constructor') : node.children[0];
    const kind = made && file.textOf(made).split('.').at(-1);
    return kind && socketClasses.has(kind) ? [{ kind, depth: around ? scopes.indexOf(around) : scopes.length }] : [];
  });
  return named.sort((a, b) => a.depth - b.depth)[0]?.kind;
}

/** The classes of zeromq.js 6 that receive. */
const socketClasses = new Set([
  ...['Router', 'Dealer', 'Pull', 'Subscriber', 'XSubscriber', 'XPublisher', 'Reply', 'Request', 'Pair'],
  ...['Server', 'Client', 'Gather', 'Dish', 'Channel', 'Peer'],
]);

const functionTypes = new Set([
  ...['arrow_function', 'function_expression', 'function_declaration', 'method_definition'],
  ...['generator_function', 'generator_function_declaration'],
]);

/** The plain names in an expression or a pattern. */
export function namesIn(file: SourceFile, node: SyntaxNode): string[] {
  const types = new Set(['identifier', 'shorthand_property_identifier', 'shorthand_property_identifier_pattern']);
  return [...walk(node)].filter((inner) => types.has(inner.type)).map((inner) => file.textOf(inner));
}

/** Walks a loop's body without nested functions. */
export function* walkOwn(node: SyntaxNode): Generator<SyntaxNode> {
  const inner = new Set([
    'arrow_function',
    'function_expression',
    'function_declaration',
    'method_definition',
    'class_body',
  ]);
  yield* walk(node, (child) => child === node || !inner.has(child.type));
}

/** True when a node stands in a `try` below `top` that has a `catch` which throws nothing. */
export function isCaught(node: SyntaxNode, top: SyntaxNode): boolean {
  let inner = node;
  for (const ancestor of ancestors(node)) {
    if (inner === top) return false;
    if (ancestor.type === 'try_statement' && inner.field === 'body') {
      const handler = childIn(ancestor, 'handler');
      if (handler && ![...walkOwn(handler)].some((child) => child.type === 'throw_statement')) return true;
    }
    inner = ancestor;
  }
  return false;
}
