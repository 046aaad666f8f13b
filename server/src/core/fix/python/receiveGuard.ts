/** Writes the clauses that end a receive loop when the socket is gone. */
import type { SourceFile } from '../sourceFile';
import type { SyntaxNode } from '../syntax';
import { catchesReceiveErrors, type Handler } from './handler';
import { freeName, isLogStatement } from './layout';
import type { ReceiveLoop } from './receiveLoop';

/** How the clauses are written. */
export interface GuardWords {
  /** Name of the zmq module. */
  readonly zmq: string;
  /** Where new names must be free. */
  readonly scope: SyntaxNode;
  /** One level of indentation. */
  readonly unit: string;
}

/** The clauses for errors of the receive call that stay; those that only log and raise are left out. */
export function keptReceiveHandlers(file: SourceFile, shape: ReceiveLoop): Handler[] {
  return shape.handlers.filter((handler) => catchesReceiveErrors(handler) && !onlyRaises(file, handler));
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
  const { zmq, unit } = words;
  const caught = new Set(keptReceiveHandlers(file, shape).flatMap((handler) => handler.classes));
  const call = file.textOf(shape.receive.call);
  const waits = !call.includes('NOBLOCK') && !call.includes('DONTWAIT');
  const isTop = shape.block.parent === shape.loop;
  const error = freeName(file, words.scope, ['error', 'receive_error']);
  return [
    ...(waits && isTop && !caught.has('Again') ? [`except ${zmq}.Again:`, `${unit}continue`] : []),
    ...(caught.has('ContextTerminated') ? [] : [`except ${zmq}.ContextTerminated:`, `${unit}break`]),
    ...(caught.has('ZMQError')
      ? []
      : [
          `except ${zmq}.ZMQError as ${error}:`,
          `${unit}if ${error}.errno in (${zmq}.ETERM, ${zmq}.ENOTSOCK):`,
          `${unit}${unit}break`,
          `${unit}raise`,
        ]),
  ].map((line) => indent + line);
}
