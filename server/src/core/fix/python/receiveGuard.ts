/** Writes the clauses that end a receive loop when the socket is gone. */

import type { Edit } from '../finding';
import { movedRight } from '../layout';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode, walk } from '../syntax';
import { catchesReceiveErrors, type Handler } from './handler';
import { isLogStatement } from './layout';
import { statementsOf } from './receive';
import type { ReceiveLoop } from './receiveLoop';
import { lastName } from './scope';

/** How the clauses are written. */
export interface GuardWords {
  /** Name of the zmq module. */
  readonly zmq: string;
  /** One level of indentation. */
  readonly unit: string;
  /** A free name for the error. */
  readonly error: string;
}

/** The clauses for errors of the receive call that stay; those that only log and raise are left out. */
export function keptReceiveHandlers(file: SourceFile, shape: ReceiveLoop): Handler[] {
  return shape.guardHandlers.filter((handler) => catchesReceiveErrors(handler) && !onlyRaises(file, handler));
}

function onlyRaises(file: SourceFile, handler: Handler): boolean {
  const statements = handler.block.children.filter((node) => node.type !== 'comment');
  return statements.every((node) => node.type === 'raise_statement' || isLogStatement(file, node));
}

/**
 * The clauses that the receive's `try` still lacks. `zmq.Again` means idle. A closed socket shows as ENOTSOCK and a
 * terminated context as ETERM (pyzmq 24 over libzmq 4.3.4, measured); a loop that goes on then spins for ever. Every
 * other error of the socket is let out.
 */
export function closedSocketClauses(file: SourceFile, shape: ReceiveLoop, indent: string, words: GuardWords): string[] {
  const caught = new Set(keptReceiveHandlers(file, shape).flatMap((handler) => handler.classes));
  const call = file.textOf(shape.receive.call);
  const waits = !call.includes('NOBLOCK') && !call.includes('DONTWAIT');
  const isTop = shape.block.parent === shape.loop;
  return [
    ...(waits && isTop && !caught.has('Again') ? [`except ${words.zmq}.Again:`, `${words.unit}continue`] : []),
    ...(caught.has('ContextTerminated') || caught.has('ZMQError') ? [] : terminatedClause(words)),
    ...(caught.has('ZMQError') ? [] : closedClause(words)),
  ].map((line) => indent + line);
}

function terminatedClause({ zmq, unit }: GuardWords): string[] {
  return [`except ${zmq}.ContextTerminated:`, `${unit}break`];
}

function closedClause({ zmq, unit, error }: GuardWords): string[] {
  return [
    `except ${zmq}.ZMQError as ${error}:`,
    `${unit}if ${error}.errno in (${zmq}.ETERM, ${zmq}.ENOTSOCK):`,
    `${unit}${unit}break`,
    `${unit}raise`,
  ];
}

/**
 * Guards the statement of the loop that polls before a receive in an `if`: it is where a loop with a poller waits, so
 * it is the first to see that the context is terminated. A closed socket it does not see: libzmq then watches file
 * descriptor 0 in its place (pyzmq 24 over libzmq 4.3.4, measured), so that is asked before.
 */
export function pollEdits(file: SourceFile, shape: ReceiveLoop, words: GuardWords): Edit[] {
  const body = childIn(shape.loop, 'body');
  if (!body || shape.block === body) return [];
  const poll = statementsOf(body).find((node) => node.end <= shape.receive.statement.start && polls(file, node));
  if (!poll || !file.ownsItsLines(poll)) return [];
  const indent = file.indentAt(poll.start);
  const clauses = [...terminatedClause(words), ...closedClause(words)].map((line) => indent + line);
  const closed = [`${indent}if ${shape.receive.socket}.closed:`, `${indent}${words.unit}break`];
  const lines = [...closed, `${indent}try:`, movedRight(file, poll.start, poll.end, words.unit), ...clauses];
  return [{ start: file.lineStart(poll.start), end: file.lineEnd(poll.end), newText: lines.join(file.newline) }];
}

/** True for a plain statement that calls `poll`. */
function polls(file: SourceFile, statement: SyntaxNode): boolean {
  if (statement.type !== 'expression_statement') return false;
  return [...walk(statement)].some((node) => {
    const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
    return !!callee && lastName(file, callee) === 'poll';
  });
}
