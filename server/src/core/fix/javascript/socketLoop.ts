/** Reads loops over the messages of a zeromq.js socket: `for await (… of socket)` and `while (true)` with `receive()`. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode, walk } from '../syntax';
import { declarationOf } from './declaration';
import { importsZeromq, socketClassesOf } from './zeromqSocket';

/** LSP language ids that these finders read. */
export const javascript = ['javascript', 'javascriptreact', 'typescript', 'typescriptreact'];

/** Such a loop. zeromq.js 6 gives each message as an array of `Buffer`s and ends `for await` when the socket is closed. */
export interface SocketLoop {
  readonly loop: SyntaxNode;
  /** What each message is bound to: a name or an array pattern. */
  readonly target: SyntaxNode;
  /** The socket as an expression, and its source text. */
  readonly expression: SyntaxNode;
  readonly socket: string;
  readonly body: SyntaxNode;
  /** The statement `const … = await socket.receive();` of a `while` or `for` loop. */
  readonly receive: SyntaxNode | undefined;
  /** Names in the target. */
  readonly names: ReadonlySet<string>;
  /** The classes of zeromq.js that the socket may have; undefined where nothing shows that it is one. */
  readonly classes: ReadonlySet<string> | undefined;
}

/** The loops of a file that are known to take messages of a zeromq.js socket. */
export function socketLoops(file: SourceFile): SocketLoop[] {
  return likelyLoops(file).filter(({ classes }) => classes !== undefined);
}

const knownLoops = new WeakMap<SourceFile, readonly SocketLoop[]>();

/** The loops of a file that imports zeromq.js over what may be its sockets. */
export function likelyLoops(file: SourceFile): readonly SocketLoop[] {
  const known = knownLoops.get(file);
  if (known) return known;
  const found = importsZeromq(file)
    ? [
        ...file.nodes('for_in_statement').flatMap((loop) => iteration(file, loop) ?? []),
        ...[...file.nodes('while_statement'), ...file.nodes('for_statement')].flatMap(
          (loop) => receiving(file, loop) ?? [],
        ),
      ]
    : [];
  knownLoops.set(file, found);
  return found;
}

/** Reads `for await (const … of socket)`. */
function iteration(file: SourceFile, loop: SyntaxNode): SocketLoop | undefined {
  const target = childIn(loop, 'left');
  const iterated = childIn(loop, 'right');
  const head = target ? file.text.slice(loop.start, target.start) : '';
  if (!target || !iterated || !/^for\s+await\s*\(\s*(?:const|let|var)\b/.test(head)) return undefined;
  return loopOf(file, { loop, target, expression: iterated, receive: undefined });
}

/** Reads a loop whose body begins with `const … = await socket.receive();`, or has it behind other statements. */
function receiving(file: SourceFile, loop: SyntaxNode): SocketLoop | undefined {
  for (const receive of childIn(loop, 'body')?.children ?? []) {
    const [declarator, ...others] = receive.type === 'lexical_declaration' ? receive.children : [];
    const target = declarator && childIn(declarator, 'name');
    const value = declarator && childIn(declarator, 'value');
    const call = value?.type === 'await_expression' ? value.children[0] : undefined;
    const callee = call && childIn(call, 'function');
    const expression = callee && childIn(callee, 'object');
    const method = callee && childIn(callee, 'property');
    if (!target || !expression || !method || others.length > 0 || file.textOf(method) !== 'receive') continue;
    return loopOf(file, { loop, target, expression, receive });
  }
  return undefined;
}

/** Reads the loops `while ((… = await socket.receive()))` of a file that imports zeromq.js. */
export function headLoops(file: SourceFile): SocketLoop[] {
  if (!importsZeromq(file)) return [];
  return file.nodes('while_statement').flatMap((loop) => {
    const head = childIn(loop, 'condition');
    const made = head && [...walkOwn(head)].find(({ type }) => type === 'assignment_expression');
    const value = made && childIn(made, 'right');
    const call = value?.type === 'await_expression' ? value.children[0] : undefined;
    const callee = call && childIn(call, 'function');
    const target = made && childIn(made, 'left');
    const expression = callee && childIn(callee, 'object');
    const method = callee && childIn(callee, 'property');
    if (!target || !expression || !method || file.textOf(method) !== 'receive') return [];
    return loopOf(file, { loop, target, expression, receive: undefined }) ?? [];
  });
}

/** Reads loops that hold `const … = await receive();`, where that stands for the method of a socket: `sock.receive.bind(sock)`, `() => sock.receive()`. */
export function aliasLoops(file: SourceFile): (SocketLoop & { readonly alias: string })[] {
  if (!importsZeromq(file)) return [];
  return [...file.nodes('while_statement'), ...file.nodes('for_statement')].flatMap((loop) => {
    for (const receive of childIn(loop, 'body')?.children ?? []) {
      const [declarator] = receive.type === 'lexical_declaration' ? receive.children : [];
      const target = declarator && childIn(declarator, 'name');
      const value = declarator && childIn(declarator, 'value');
      const call = value?.type === 'await_expression' ? value.children[0] : undefined;
      const callee = call?.type === 'call_expression' ? childIn(call, 'function') : undefined;
      const expression = callee?.type === 'identifier' ? receivingSocket(file, callee) : undefined;
      const found = target && expression && loopOf(file, { loop, target, expression, receive });
      if (callee && found) return [{ ...found, alias: file.textOf(callee) }];
    }
    return [];
  });
}

/** The socket whose `receive` a name stands for. */
function receivingSocket(file: SourceFile, name: SyntaxNode): SyntaxNode | undefined {
  const made = declarationOf(file, name)?.node;
  const value = made?.type === 'variable_declarator' ? childIn(made, 'value') : undefined;
  const body = value?.type === 'arrow_function' ? childIn(value, 'body') : value;
  let callee = body?.type === 'call_expression' ? childIn(body, 'function') : undefined;
  const isBound = callee && childIn(callee, 'property');
  if (isBound && file.textOf(isBound) === 'bind') callee = callee && childIn(callee, 'object');
  const method = callee && childIn(callee, 'property');
  return method && file.textOf(method) === 'receive' ? childIn(callee ?? method, 'object') : undefined;
}

function loopOf(
  file: SourceFile,
  parts: Pick<SocketLoop, 'loop' | 'target' | 'expression' | 'receive'>,
): SocketLoop | undefined {
  const { loop, target, expression } = parts;
  const body = childIn(loop, 'body');
  if (body?.type !== 'statement_block') return undefined;
  if (target.type !== 'identifier' && target.type !== 'array_pattern') return undefined;
  const classes = socketClassesOf(file, expression);
  return { ...parts, body, socket: file.textOf(expression), names: new Set(namesIn(file, target)), classes };
}

/** The class of a loop's socket, such as `Router`; undefined where it may have several. */
export function socketClass({ classes }: SocketLoop): string | undefined {
  return classes?.size === 1 ? [...classes][0] : undefined;
}

/** The plain names in an expression or a pattern, those of nested functions left out. */
export function namesIn(file: SourceFile, node: SyntaxNode): string[] {
  return [...walkOwn(node)].filter((inner) => nameTypes.has(inner.type)).map((inner) => file.textOf(inner));
}

const nameTypes = new Set(['identifier', 'shorthand_property_identifier', 'shorthand_property_identifier_pattern']);

const nested = new Set([
  ...['arrow_function', 'function_expression', 'function_declaration', 'method_definition', 'class_body'],
  ...['generator_function', 'generator_function_declaration'],
]);

/** Walks a node without nested functions. */
export function* walkOwn(node: SyntaxNode): Generator<SyntaxNode> {
  yield* walk(node, (child) => child === node || !nested.has(child.type));
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
