/**
 * Finds loops that take their messages by another name than that of a socket's method: `recv = sock.recv`, a `partial` or a
 * `lambda` of it, a function or a generator of the file that receives. Only a receive that stands in the loop is
 * rewritten, so the change is explained there.
 */
import type { FixPlace } from '../fix';
import { oneLine } from '../proof/words';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode, walk } from '../syntax';
import { explainedLoop } from './headPlaces';
import { endlessLoop } from './loopKind';
import { calledFunction } from './proof/storage';
import { findReceives, isZmqReceive, type Receive, readHeadReceive, readReceive, receiveMethods } from './receive';
import { enclosingLoop, functionName, lastName, ownNodes } from './scope';
import { boundValues } from './socketType';

/** The loops that one message can end. */
export function aliasPlaces(file: SourceFile): FixPlace[] {
  if (!file.text.includes('zmq')) return [];
  const byCall = file.nodes('call').flatMap((call) => {
    const loop = enclosingLoop(call);
    const condition = loop?.type === 'while_statement' ? childIn(loop, 'condition') : undefined;
    return loop && condition && endlessLoop(file, condition) ? (calledPlace(file, loop, call) ?? []) : [];
  });
  const byGenerator = file.nodes('for_statement').flatMap((loop) => generatedPlace(file, loop) ?? []);
  return [...byCall, ...byGenerator];
}

/** A loop that receives by a call of another name. */
function calledPlace(file: SourceFile, loop: SyntaxNode, call: SyntaxNode): FixPlace | undefined {
  const callee = childIn(call, 'function');
  if (!callee || (callee.type !== 'identifier' && callee.type !== 'attribute')) return undefined;
  const name = file.textOf(callee);
  const method = boundValues(file, call, name).flatMap((value) => methodIn(file, value) ?? [])[0];
  const named = method && readHeadReceive(file, method, call, loop);
  if (named) {
    const why = `${name} stands for ${file.textOf(method)} (line ${file.lineOf(method.start) + 1}), and only a receive that stands in the loop by its own name is rewritten: call it there, then the fix is offered.`;
    return placeOf(file, loop, readReceive(file, call, named.method, named.socket), why);
  }
  const definition = calledFunction(file, callee, loop);
  const given = definition && receiveOf(file, definition, 'return_statement');
  const taken = given && readReceive(file, call, given.method, given.socket);
  return given && placeOf(file, loop, taken, elsewhereReason(file, name, given));
}

/** A loop over what a generator of the file yields. */
function generatedPlace(file: SourceFile, loop: SyntaxNode): FixPlace | undefined {
  const iterated = childIn(loop, 'right');
  const callee = iterated?.type === 'call' ? childIn(iterated, 'function') : undefined;
  const definition = callee && calledFunction(file, callee, loop);
  const given = definition && receiveOf(file, definition, 'yield');
  if (!iterated || !given) return undefined;
  const taken = { ...given, call: iterated, value: iterated, statement: loop, target: null, names: [], starred: false };
  return placeOf(file, loop, taken, elsewhereReason(file, functionName(file, definition), given));
}

function elsewhereReason(file: SourceFile, name: string, { call }: Receive): string {
  return `${oneLine(name)} receives the message (line ${file.lineOf(call.start) + 1}), and only a receive that stands in the loop is rewritten: receive there, then the fix is offered.`;
}

function placeOf(file: SourceFile, loop: SyntaxNode, receive: Receive | undefined, why: string): FixPlace | undefined {
  return receive && isZmqReceive(file, receive) ? explainedLoop(file, loop, receive, why) : undefined;
}

/** The method of a socket that a value is, or calls with nothing else done. */
function methodIn(file: SourceFile, value: SyntaxNode): SyntaxNode | undefined {
  if (value.type === 'attribute') return receiveMethods.has(lastName(file, value)) ? value : undefined;
  const callee = value.type === 'call' ? childIn(value, 'function') : undefined;
  const isPartial = !!callee && lastName(file, callee) === 'partial';
  const made = isPartial ? childIn(value, 'arguments')?.children[0] : undefined;
  const body = value.type === 'lambda' ? childIn(value, 'body') : undefined;
  const inner = made ?? (body?.type === 'call' ? childIn(body, 'function') : undefined);
  return inner && methodIn(file, inner);
}

/** The receive whose message a function hands out by statements of a type. */
function receiveOf(file: SourceFile, definition: SyntaxNode, type: 'return_statement' | 'yield'): Receive | undefined {
  const given = ownNodes(file, type, definition);
  return findReceives(file, definition).find(
    (receive) =>
      isZmqReceive(file, receive) &&
      given.some((node) => [...walk(node)].includes(receive.call) || namesTarget(file, node, receive)),
  );
}

/** True for `return frames` behind `frames = sock.recv_multipart()`. */
function namesTarget(file: SourceFile, node: SyntaxNode, { target }: Receive): boolean {
  const [only] = node.children;
  return target?.type === 'identifier' && !!only && file.textOf(only) === file.textOf(target);
}
