/** Decides whether dropping a message is right at a loop: offered, offered with care, or only explained and why. */
import type { Applicability } from '../finding';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { catchesEnding, catchesReceiveErrors, type Handler } from './handler';
import { isLogStatement } from './layout';
import { layoutProblem } from './layoutProblem';
import { endlessLoop } from './loopKind';
import { raiseProblem } from './raiseProblem';
import type { Receive } from './receive';
import type { ReceiveLoop } from './receiveLoop';
import { mentions, type Risk } from './risk';
import { functionName, lastName, runsOnItsOwn, walkOwn } from './scope';

/** The answer for one loop. */
export interface Verdict {
  readonly applicability: Applicability;
  readonly why: string;
}

/** What is known about a loop that one message can end. */
export interface Case {
  readonly file: SourceFile;
  readonly shape: ReceiveLoop;
  /** All receive calls of the loop. */
  readonly receives: readonly Receive[];
  readonly socketType: string | undefined;
  /** Names that hold what was received. */
  readonly names: ReadonlySet<string>;
  /** What can raise outside any guard. */
  readonly risks: readonly Risk[];
  /** Clauses around the receive that raise. */
  readonly raising: readonly Handler[];
}

/** The first reason against the change decides; without one the fix is offered. */
export function judge(found: Case): Verdict {
  const why =
    loopReason(found) ??
    peerReason(found) ??
    raiseReason(found) ??
    dutyReason(found) ??
    functionReason(found) ??
    layoutReason(found);
  if (why) return { applicability: 'display-only', why };
  return caution(found) ?? { applicability: 'safe', why: offerReason(found) };
}

function loopReason({ file, shape, receives }: Case): string | undefined {
  const sockets = new Set(receives.map((receive) => receive.socket));
  if (sockets.size > 1) return 'The loop receives from several sockets; each needs its own guard, written by hand.';
  const condition = childIn(shape.loop, 'condition');
  if (condition && endlessLoop(file, condition)) return undefined;
  return 'The loop waits for a known set of answers; whoever sent a bad one does not send again, so dropping turns the error into a hang. Use a timeout and a clear error.';
}

function peerReason({ file, shape, socketType, names }: Case): string | undefined {
  const scope = shape.definition ?? file.root;
  const client = `The socket asks and waits for its reply, which does not come again: dropping it turns the error into a hang. Use a timeout, retry and a clear error.`;
  if (socketType === 'REQ') return client;
  const within = socketType === 'DEALER' || socketType === undefined ? scope : undefined;
  const sent = within && [...walkOwn(socketType ? within : shape.loop)].some((node) => sendsBefore(file, shape, node));
  if (sent) return client;
  for (const node of walkOwn(shape.loop)) {
    if (node.type !== 'return_statement' || !mentions(file, node, names)) continue;
    return 'The function returns the message to its caller, which would wait for ever if it were dropped.';
  }
  return undefined;
}

function sendsBefore(file: SourceFile, shape: ReceiveLoop, node: SyntaxNode): boolean {
  if (node.type !== 'call' || node.start > shape.receive.call.start) return false;
  const callee = childIn(node, 'function');
  const object = callee && childIn(callee, 'object');
  return !!object && file.textOf(object) === shape.receive.socket && lastName(file, callee).startsWith('send');
}

function raiseReason({ file, shape, risks, raising, names }: Case): string | undefined {
  for (const handler of raising) {
    const extra = handler.block.children.find((node) => doesMore(file, node));
    if (extra) return 'The handler does more than log before it raises; that work must run when the loop ends.';
    for (const raise of handler.raises) {
      if (raise.parent !== handler.block)
        return 'The handler raises only under a condition, so the end of the loop is meant.';
      const problem = raiseProblem(file, raise, shape.loop, undefined);
      if (problem) return problem;
    }
  }
  for (const { kind, node } of risks) {
    const problem = kind === 'raise' ? raiseProblem(file, node, shape.loop, names) : undefined;
    if (problem) return problem;
  }
  return undefined;
}

const plain = new Set(['comment', 'raise_statement', 'pass_statement']);

function doesMore(file: SourceFile, node: SyntaxNode): boolean {
  if (plain.has(node.type) || isLogStatement(file, node)) return false;
  const only = node.type === 'expression_statement' ? node.children[0]?.type : undefined;
  if (only === 'augmented_assignment') return false;
  return only !== 'assignment' || [...walkOwn(node)].some((inner) => inner.type === 'call');
}

/** Calls by which all ranks act together. */
const collective = [
  'all_reduce',
  'allreduce',
  'all_gather',
  'broadcast',
  'barrier',
  'collective_rpc',
  'reduce_scatter',
];
/** Calls that may say by an exception that the peer or this process is to end. */
const lifeWords = ['alive', 'shutdown', 'cancelled'];

function dutyReason({ file, shape, names }: Case): string | undefined {
  for (const node of walkOwn(shape.loop)) {
    const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
    if (!callee) continue;
    const name = lastName(file, callee);
    if (collective.includes(name)) {
      return `All ranks call ${name} together; a rank that drops a message leaves the others waiting.`;
    }
    if (lifeWords.some((word) => name.includes(word)) && node.start > shape.receive.call.end) {
      return `${name} may raise to end the loop; a guard around it would hide that.`;
    }
    if ((name === 'put' || name === 'put_nowait') && mentions(file, node, names)) {
      return 'The message is handed to a queue whose reader waits for it; a dropped one is lost for ever, so its sender must be failed instead.';
    }
  }
  return undefined;
}

function functionReason({ file, shape }: Case): string | undefined {
  if (!shape.definition || runsOnItsOwn(file, shape.definition)) return undefined;
  return `Nothing shows that ${functionName(file, shape.definition)} runs as a thread or task of its own; its caller may need the error.`;
}

function layoutReason({ file, shape, names }: Case): string | undefined {
  const problem = layoutProblem(file, shape, names);
  return problem ? `Not rewritten because ${problem}.` : undefined;
}

function caution({ file, shape, socketType, risks, raising }: Case): Verdict | undefined {
  if (socketType === 'REP') {
    return {
      applicability: 'display-only',
      why: 'A REP socket must answer before it receives again; the answer to a bad message depends on the protocol.',
    };
  }
  if (shape.outerTry) {
    return {
      applicability: 'display-only',
      why: 'The try stands outside the loop: the first error ends the loop, and its handler expects that.',
    };
  }
  if (socketType === 'SUB' && [...walkOwn(shape.loop)].some((node) => isSequence(file, node))) {
    return {
      applicability: 'display-only',
      why: 'The stream is numbered: after a dropped message the subscriber must ask for a replay.',
    };
  }
  if (!shape.definition) {
    return {
      applicability: 'unsafe',
      why: 'The function around the loop is not in sight, so nothing shows who needs the error.',
    };
  }
  if (raising.length > 0 || risks.some((risk) => risk.kind !== 'call')) return undefined;
  return {
    applicability: 'unsafe',
    why: 'Nothing guards the handling of a message; whether it can raise is not in sight.',
  };
}

function isSequence(file: SourceFile, node: SyntaxNode): boolean {
  return node.type === 'identifier' && file.textOf(node).toLowerCase().includes('seq');
}

function offerReason({ shape, raising, risks }: Case): string {
  if (raising.length > 0) return 'The except clause raises out of the receive loop, so one malformed message ends it.';
  if (risks.some((risk) => risk.kind === 'raise')) {
    return 'The check of the message raises out of the receive loop, so one malformed message ends it.';
  }
  if (shape.receive.names.length > 0) {
    return 'A message with another number of frames raises out of the receive loop and ends it.';
  }
  return 'A message that cannot be decoded raises out of the receive loop and ends it.';
}

/** The clauses whose `raise` lets errors of the message out. */
export function raisingHandlers(shape: ReceiveLoop): Handler[] {
  if (shape.inGuard.length === 0 && shape.receive.names.length === 0) return [];
  return shape.handlers.filter(
    (handler) => handler.raises.length > 0 && !catchesEnding(handler) && !catchesReceiveErrors(handler),
  );
}
