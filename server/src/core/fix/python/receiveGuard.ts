/** Writes the clauses that end a receive loop when the socket is gone. */

import type { Edit } from '../finding';
import { movedRight } from '../layout';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode, walk } from '../syntax';
import { catchesEverything, catchesReceiveErrors, type Handler } from './handler';
import { statementsOf } from './receive';
import type { ReceiveLoop } from './receiveLoop';
import { conditionsOf } from './risk';
import { lastName, leavingStatements, walkOwn } from './scope';

/** How the clauses are written. */
export interface GuardWords {
  /** Name of the zmq module. */
  readonly zmq: string;
  /** One level of indentation. */
  readonly unit: string;
  /** A free name for the error. */
  readonly error: string;
}

/** The clauses of the receive's `try` that stay: those for errors of the receive call, and all where nothing else is in it. */
export function keptReceiveHandlers(shape: ReceiveLoop): readonly Handler[] {
  return shape.inGuard.length === 0 ? shape.guardHandlers : shape.guardHandlers.filter(catchesReceiveErrors);
}

/** The first of them that takes every error of a socket. */
export function takesSocketErrors(shape: ReceiveLoop): Handler | undefined {
  return keptReceiveHandlers(shape).find(
    (handler) => catchesEverything(handler) || handler.classes.some((name) => errorBases.has(name)),
  );
}

/** The class of all errors of pyzmq's sockets, and the one that it is derived from (pyzmq 24). */
export const errorBases: ReadonlySet<string> = new Set(['ZMQError', 'ZMQBaseError']);

/**
 * True when a clause ends the loop for a socket that is closed and for a context that is terminated: it always leaves,
 * but for EAGAIN and EINTR, or asks for both.
 */
export function endsWhenClosed(file: SourceFile, shape: ReceiveLoop, handler: Handler): boolean {
  if (alwaysLeaves(file, handler.block)) return true;
  const text = file.textOf(handler.block);
  const isTerminated = shape.guardHandlers.some(({ classes }) => classes.includes('ContextTerminated'));
  const isClosed = text.includes('ENOTSOCK') || text.includes(`${shape.receive.socket}.closed`);
  const asks = isClosed && (/ETERM|ContextTerminated/.test(text) || isTerminated);
  return asks && [...walkOwn(handler.block)].some(({ type }) => leavingStatements.has(type));
}

/** True when no way through a block goes on with the loop, but for calls that were interrupted or had nothing to give. */
function alwaysLeaves(file: SourceFile, block: SyntaxNode): boolean {
  const goesOn = [...walkOwn(block)].filter(({ type }) => type === 'continue_statement');
  if (goesOn.some((node) => ![...conditionsOf(node, block)].some(({ condition }) => isPassing(file, condition))))
    return false;
  const last = statementsOf(block).at(-1);
  if (last?.type !== 'if_statement') return !!last && leavingStatements.has(last.type);
  const branches = [last, ...last.children.filter(({ type }) => type === 'elif_clause')];
  const otherwise = last.children.find(({ type }) => type === 'else_clause');
  const blocks = [...branches.map((branch) => childIn(branch, 'consequence')), otherwise && childIn(otherwise, 'body')];
  return blocks.every((inner, index) => {
    const condition = branches[index] && childIn(branches[index], 'condition');
    return !!inner && (alwaysLeaves(file, inner) || (!!condition && isPassing(file, condition)));
  });
}

function isPassing(file: SourceFile, condition: SyntaxNode): boolean {
  return /==[^=]*\b(?:EAGAIN|EINTR)\b/.test(file.textOf(condition));
}

/**
 * The clauses that the receive's `try` still lacks. `zmq.Again` means idle. A closed socket shows as ENOTSOCK and a
 * terminated context as ETERM (pyzmq 24 over libzmq 4.3.4, measured); a loop that goes on then spins for ever. Every
 * other error of the socket is let out. A clause that takes every error already is reached first, and leaves none.
 */
export function closedSocketClauses(file: SourceFile, shape: ReceiveLoop, indent: string, words: GuardWords): string[] {
  if (takesSocketErrors(shape)) return [];
  const caught = new Set(keptReceiveHandlers(shape).flatMap((handler) => handler.classes));
  const call = file.textOf(shape.receive.call);
  const waits = !call.includes('NOBLOCK') && !call.includes('DONTWAIT');
  const isTop = shape.block.parent === shape.loop;
  return [
    ...(waits && isTop && !caught.has('Again') ? [`except ${words.zmq}.Again:`, `${words.unit}continue`] : []),
    ...(caught.has('ContextTerminated') ? [] : terminatedClause(words)),
    ...closedClause(words),
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
  const poll = statementsOf(body).find((node) => node.start <= shape.receive.statement.start && polls(file, node));
  if (!poll || !file.ownsItsLines(poll)) return [];
  const indent = file.indentAt(poll.start);
  const closed = [`${indent}if ${shape.receive.socket}.closed:`, `${indent}${words.unit}break`];
  if (poll.type !== 'expression_statement') {
    const at = file.aboveComments(poll.start);
    return [{ start: at, end: at, newText: [...closed, ''].join(file.newline) }];
  }
  const clauses = [...terminatedClause(words), ...closedClause(words)].map((line) => indent + line);
  const lines = [...closed, `${indent}try:`, movedRight(file, poll.start, poll.end, words.unit), ...clauses];
  return [{ start: file.lineStart(poll.start), end: file.lineEnd(poll.end), newText: lines.join(file.newline) }];
}

/** True for a statement that calls `poll`, or an `if` that does so in its condition. */
function polls(file: SourceFile, statement: SyntaxNode): boolean {
  const asked = statement.type === 'if_statement' ? childIn(statement, 'condition') : statement;
  if (!asked || (statement.type !== 'expression_statement' && statement.type !== 'if_statement')) return false;
  return [...walk(asked)].some((node) => {
    const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
    return !!callee && lastName(file, callee) === 'poll';
  });
}
