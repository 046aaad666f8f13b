/** Finds messages of a socket that are unpickled. */
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { findReceives, isZmqReceive, type Receive, statementsOf } from './receive';
import { followMessages, mentions } from './risk';
import { enclosingFunction, lastName } from './scope';

const unpickling = new Set(['loads', 'load', 'Unpickler']);

/** The calls that unpickle, in source order. */
export function unpickledMessages(file: SourceFile): SyntaxNode[] {
  const found = new Set<SyntaxNode>();
  for (const receive of findReceives(file)) {
    if (!isZmqReceive(file, receive)) continue;
    if (receive.method === 'recv_pyobj') found.add(receive.call);
    for (const call of unpicklingCalls(file, receive)) found.add(call);
  }
  return [...found];
}

function unpicklingCalls(file: SourceFile, receive: Receive): SyntaxNode[] {
  const definition = enclosingFunction(receive.statement);
  const body = definition ? childIn(definition, 'body') : file.root;
  if (!body) return [];
  const received = followMessages(file, [receive], statementsOf(body));
  return file.nodes('call', body).filter((call) => {
    const callee = childIn(call, 'function');
    if (!callee || !file.textOf(callee).includes('pickle') || !unpickling.has(lastName(file, callee))) return false;
    const given = childIn(call, 'arguments');
    return !!given && mentions(file, given, received);
  });
}
