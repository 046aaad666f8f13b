/** Decides whether dropping a message is right at a loop: offered, offered with care, or only explained and why. */
import type { Applicability } from '../finding';
import { askedElsewhereReason, outerFinallyReason, outerTryReason } from '../reasons';
import { ancestors } from '../syntax';
import type { Case } from './case';
import { dutyReason } from './dutyReason';
import { catchesEverything, catchesReceiveErrors, handlersOf, readHandler } from './handler';
import { layoutProblem } from './layoutProblem';
import { functionReason, loopReason, peerReason, servesSeveral } from './loopReason';
import { harmReason } from './proof/harm';
import { takesFromQueue } from './queueReceive';
import { raiseReason } from './raiseReason';
import { statementsOf } from './receive';
import { enclosingFunction, enclosingLoop, ownNodes, sendsOn } from './scope';

/** The answer for one loop. */
export interface Verdict {
  readonly applicability: Applicability;
  readonly why: string;
}

/** The first reason against the change decides; without one it is offered, with care where something is not in sight. */
export function judge(found: Case): Verdict {
  const against =
    // What a message is owed for says more than that something was sent before on a socket of unknown kind.
    (found.socketType ? undefined : dutyReason(found)) ??
    peerReason(found) ??
    loopReason(found) ??
    raiseReason(found) ??
    dutyReason(found) ??
    functionReason(found) ??
    (leavesForMessage(found)
      ? 'A clause of its own leaves the loop for a bad message, so the end is meant; if it is not, go on there.'
      : layoutReason(found));
  if (against) return { applicability: 'display-only', why: against };
  const care = cautionReason(found);
  return care ? { applicability: 'unsafe', why: care } : { applicability: 'safe', why: offerReason(found) };
}

function layoutReason({ file, shape, received }: Case): string | undefined {
  const problem = shape ? layoutProblem(file, shape, received) : 'the receive stands in a nested block of the loop';
  return problem ? `Not rewritten because ${problem}.` : undefined;
}

function cautionReason(found: Case): string | undefined {
  const { receive, socketType, shape, risks, raising } = found;
  if (socketType === 'REP') {
    return 'A REP socket must answer before it receives again: a dropped message is answered with an empty frame, which its clients must understand.';
  }
  if ((socketType === 'DEALER' || socketType === 'ROUTER') && asksElsewhere(found)) {
    return askedElsewhereReason;
  }
  if (takesFromQueue(receive)) {
    return 'The loop handles messages that another thread or task received, and the first that raises ends it; dropping one is right if nobody waits for it.';
  }
  if (shape?.outerTry) return handlersOf(found.file, shape.outerTry).length > 0 ? outerTryReason : outerFinallyReason;
  if (servesSeveral(found)) {
    return 'The loop serves several sockets, and what one of them brings changes what the others get; dropping a message is right if nobody waits for it.';
  }
  if (enclosingLoop(found.loop)) {
    return 'The loop stands in another one, which starts it again when an error has ended it; a guard in the inner one changes what the outer one gets to see.';
  }
  if (setsTimeLimit(found)) {
    return 'The socket has a time limit whose end leaves the loop now; with the change the loop goes on waiting.';
  }
  if (raising.some(({ leaving }) => leaving)) {
    return 'The clause logs an error and leaves the loop, so one malformed message ends it; going on is right unless the end is meant.';
  }
  if (!socketType) {
    return 'Nothing shows the kind of the socket: if this side has asked, who waits for the answer waits for ever.';
  }
  if (!oneWay.has(socketType)) {
    return `The peer of a ${socketType} socket may wait for what it has sent to be done.`;
  }
  const harm = harmReason(found);
  if (harm) return harm;
  if (raising.length > 0 || risks.some((risk) => risk.kind !== 'call')) return undefined;
  return 'Nothing guards the handling of a message, but whether it can raise is not in sight.';
}

/** Sockets whose peers do not wait, or may ask again at a ROUTER. */
const oneWay = new Set(['ROUTER', 'PULL', 'SUB']);

/** Names of classes of errors that a message of another form makes, the built-in ones and those of libraries. */
const messageErrors =
  /^(?:Value|Type|Key|Index|Lookup|Assertion)Error$|Decode|Unpack|Unicode|Validation|Format|Msgspec/;

/** True where a clause for errors of the message leaves the loop. */
function leavesForMessage({ file, loop }: Case): boolean {
  return ownNodes(file, 'except_clause', loop).some((clause) => {
    const handler = readHandler(file, clause);
    const last = statementsOf(handler.block).at(-1)?.type ?? '';
    const leaves = last === 'return_statement' || (last === 'break_statement' && enclosingLoop(clause) === loop);
    return leaves && handler.classes.some((name) => messageErrors.test(name));
  });
}

/** True where RCVTIMEO is set for the function or its class, and the loop has no clause for it. */
function setsTimeLimit({ file, loop, shape }: Case): boolean {
  const scopes = [...ancestors(loop)].filter(
    ({ type }) => type === 'function_definition' || type === 'class_definition',
  );
  const isSet = /rcvtimeo/i.test(file.textOf(scopes.at(-1) ?? file.root));
  const taken = (shape?.guardHandlers ?? []).some(
    (handler) => catchesReceiveErrors(handler) || catchesEverything(handler),
  );
  return isSet && !taken;
}

/** True where another method of the class sends on the socket. */
function asksElsewhere({ file, receive, loop }: Case): boolean {
  const owner = [...ancestors(loop)].find(({ type }) => type === 'class_definition');
  if (!owner || !receive.socket.startsWith('self.')) return false;
  const inside = enclosingFunction(loop);
  const calls = file.nodes('call', owner).filter((call) => enclosingFunction(call) !== inside);
  return calls.some((call) => sendsOn(file, call, receive.socket, owner.end));
}

function offerReason({ raising, risks }: Case): string {
  if (raising.length > 0) return 'The except clause raises out of the receive loop, so one malformed message ends it.';
  if (risks.some((risk) => risk.kind === 'raise')) {
    return 'The check of the message raises out of the receive loop, so one malformed message ends it.';
  }
  const first = risks.find((risk) => risk.kind !== 'call');
  if (first?.kind === 'unpack') {
    return 'A message with another number of frames raises out of the receive loop and ends it.';
  }
  if (first?.kind === 'assert') return 'An assertion about the message raises out of the receive loop and ends it.';
  if (first?.kind === 'shape') return 'A message of another shape raises out of the receive loop and ends it.';
  return 'A message that cannot be decoded raises out of the receive loop and ends it.';
}
