/** Says why the text of a receive loop cannot be split into two `try` statements. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { takesLock } from './dutyReason';
import { catchesEverything, catchesReceiveErrors, type Handler, jumps } from './handler';
import type { Receive } from './receive';
import { endsWhenClosed, keptReceiveHandlers, takesSocketErrors } from './receiveGuard';
import { letsOut, type ReceiveLoop } from './receiveLoop';
import { decoders, mentions, namesIn, type Received } from './risk';
import { enclosingFunction, isAsync, lastName, ownNodes, walkOwn } from './scope';

/** A clause for the sentence "…, so it is not rewritten", or undefined when it can be. */
export function layoutProblem(file: SourceFile, shape: ReceiveLoop, received: Received): string | undefined {
  const { call, statement, value, method } = shape.receive;
  const written = [statement, shape.loop, ...shape.inGuard, ...shape.after];
  if (!written.every((node) => file.ownsItsLines(node))) return 'several statements share a line';
  if (statement.type !== 'expression_statement') return 'the message is received in the head of another statement';
  if (file.text.slice(value.start, call.end).includes('\n')) return 'the receive call spans several lines';
  if (isAwaitedElsewhere(file, shape)) return 'the call may give a future, which another call or statement awaits';
  if (decodesItsWay(file, shape.receive)) return 'the receive call decodes with arguments of its own';
  if (isConditional(call, statement)) return 'the message is received under a condition of its statement';
  if (method === 'recv_serialized')
    return 'recv_serialized takes the message apart within the call; receive with recv_multipart first';
  if (method === 'recv_pyobj') return 'recv_pyobj unpickles what anyone sends, which must be replaced first';
  if (childIn(shape.loop, 'alternative')) return 'leaving the loop would skip its else branch';
  const counted = [...shape.inGuard, ...shape.after].some((node) => /^[\w.]+\.task_done\(\)$/.test(file.textOf(node)));
  if (counted) return 'task_done must be called for a dropped item too';
  if (takesLock(file, shape.loop)) return 'a lock that the loop takes would stay taken';
  if (shape.beyond.some((other) => needsMessage(file, other, received, shape.loop))) {
    return 'the message is used in several blocks';
  }
  return shape.guard
    ? guardProblem(
        file,
        shape,
        shape.guard.children.map((child) => child.type),
      )
    : undefined;
}

/** True where the call gives a future that something else awaits, as `asyncio.wait_for(sock.recv(), 1)` does. */
function isAwaitedElsewhere(file: SourceFile, { receive, loop }: ReceiveLoop): boolean {
  if (receive.value !== receive.call) return false;
  const definition = enclosingFunction(loop);
  const hasTasks = /zmq\.asyncio|zmq import asyncio/.test(file.text);
  if (definition && isAsync(file, definition) && hasTasks) return true;
  if (waiting.test(file.textOf(loop))) return true;
  const above = [...ancestors(receive.call)].filter(({ start }) => start >= receive.statement.start);
  const taker = above.find(({ type }) => type === 'call');
  const callee = taker && childIn(taker, 'function');
  const isHandedOn =
    !!callee &&
    receive.call.parent?.type === 'argument_list' &&
    !decoders.has(lastName(file, callee)) &&
    !converting.has(lastName(file, callee));
  return above.some(({ type }) => type === 'await') || (hasTasks && isHandedOn);
}

/** Built-in functions that make something of the message at once. */
const converting = new Set(['float', 'int', 'str', 'bytes', 'bytearray', 'list', 'tuple', 'len', 'print']);

/** Calls that run a future to its end or start it. */
const waiting =
  /\b(?:run_until_complete|run_coroutine_threadsafe|ensure_future|wait_for|shield|asyncio\.(?:run|gather|wait))\(/;

/** True for arguments of `recv_string` and `recv_json` beyond the flags, which are none of `recv`. */
function decodesItsWay(file: SourceFile, { method, call }: Receive): boolean {
  if (method !== 'recv_string' && method !== 'recv_json') return false;
  const [flags, ...others] = childIn(call, 'arguments')?.children ?? [];
  const name = flags?.type === 'keyword_argument' ? childIn(flags, 'name') : undefined;
  return others.length > 0 || /splat/.test(flags?.type ?? '') || (!!name && file.textOf(name) !== 'flags');
}

/** True where the statement receives only under a condition, or several times. */
function isConditional(call: SyntaxNode, statement: SyntaxNode): boolean {
  let inner = call;
  for (const ancestor of ancestors(call)) {
    if (ancestor === statement) return false;
    const isChosen = ancestor.type === 'conditional_expression' && ancestor.children[1] !== inner;
    if (isChosen || (ancestor.type === 'boolean_operator' && inner.field === 'right')) return true;
    if (/comprehension$|^generator_expression$|^lambda$/.test(ancestor.type)) return true;
    inner = ancestor;
  }
  return false;
}

/** True where a later statement uses what the message left in a name, rather than binding the name anew. */
function needsMessage(file: SourceFile, statement: SyntaxNode, received: Received, loop: SyntaxNode): boolean {
  if (!mentions(file, statement, received)) return false;
  const seen = new Set<string>();
  for (const node of walkOwn(statement)) {
    if (node.type !== 'identifier' || node.field === 'attribute') continue;
    const name = file.textOf(node);
    if (!received.names.has(name) || seen.has(name)) continue;
    seen.add(name);
    // A name that has a value before the loop keeps the last one, as in a round without a message.
    if (!isBound(node) && !isBoundBefore(file, name, loop)) return true;
  }
  return false;
}

function isBound({ field, parent }: SyntaxNode): boolean {
  if (parent?.type === 'assignment') return field === 'left';
  if (parent?.type === 'named_expression') return field === 'name';
  return parent?.type === 'pattern_list' && parent.field === 'left';
}

function isBoundBefore(file: SourceFile, name: string, loop: SyntaxNode): boolean {
  const scope = enclosingFunction(loop) ?? file.root;
  return ownNodes(file, 'assignment', scope).some((node) => {
    const left = node.end <= loop.start ? childIn(node, 'left') : undefined;
    return !!left && [...namesIn(file, left)].includes(name);
  });
}

function guardProblem(file: SourceFile, shape: ReceiveLoop, parts: readonly string[]): string | undefined {
  if (parts.includes('finally_clause')) return 'its finally branch must run together with the receive';
  if (parts.includes('else_clause')) return 'its try has an else branch';
  if (shape.handlers.some(mixesReceiveErrors)) return 'one except clause takes errors of the socket and of the message';
  // In a `try` of receive and handling that ends the round, going on means the next message, and is written so.
  const endsRound = shape.inGuard.length > 0 && shape.after.length === 0 && shape.beyond.length === 0;
  const stale = keptReceiveHandlers(shape).filter((handler) => !jumps(handler));
  if (!endsRound && stale.some((handler) => shape.inGuard.length > 0 || !binds(file, handler, shape.receive))) {
    return 'an except clause of the receive goes on with what an earlier message has left';
  }
  const taking = takesSocketErrors(shape);
  if (taking && !endsWhenClosed(file, shape, taking)) {
    return 'its except clause goes on after every error, which spins on a closed socket';
  }
  if (shape.inGuard.length === 0 && shape.receive.names.length > 0 && shape.guardHandlers.some(takesCount)) {
    return 'an except clause of its own takes messages of another number of frames';
  }
  const staying = shape.handlers.filter((handler) => !letsOut(handler) && !catchesReceiveErrors(handler));
  if (shape.inGuard.length === 0) return undefined;
  if (staying.some(catchesEverything)) return 'another except clause already takes every error';
  if (shape.after.length > 0 && !staying.every(jumps)) return 'statements behind the try use what it leaves behind';
  return undefined;
}

function mixesReceiveErrors(handler: Handler): boolean {
  return !catchesReceiveErrors(handler) && handler.classes.some((name) => name === 'Again' || name === 'ZMQError');
}

/** True for a clause that is there for the number of frames, and goes on. */
function takesCount(handler: Handler): boolean {
  return handler.classes.includes('ValueError') && !letsOut(handler);
}

/** True for a clause that gives the name of the message a value of its own, as for a round in which nothing came. */
function binds(file: SourceFile, { block }: Handler, { target }: Receive): boolean {
  return [...walkOwn(block)].some((node) => {
    const left = node.type === 'assignment' ? childIn(node, 'left') : undefined;
    return !!left && !!target && file.textOf(left) === file.textOf(target);
  });
}
