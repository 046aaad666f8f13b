/** Finds receive loops that log every error of the receive and go on, also when the socket is closed. */
import type { Applicability, Edit } from '../finding';
import { freeName, indentUnit } from '../layout';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { catchesEverything, type Handler, handlersOf } from './handler';
import { importEdit, isLogStatement, moduleName } from './layout';
import { endlessLoop } from './loopKind';
import { aroundReason } from './proof/around';
import { beforeReason } from './proof/harm';
import { isGivenOtherwise } from './proof/meaning';
import { threadReason } from './proof/thread';
import { findReceives, isZmqReceive, type Receive, statementsOf } from './receive';
import { errorBases } from './receiveGuard';
import {
  enclosingFunction,
  enclosingLoop,
  isAsync,
  isFunction,
  lastName,
  leavingStatements,
  ownNodes,
  walkOwn,
  withoutAwait,
} from './scope';
import { boundValues } from './socketType';

/** Such a loop. */
export interface ClosedSpin {
  readonly receive: Receive;
  readonly loop: SyntaxNode;
  /** The clause that goes on. */
  readonly handler: Handler;
  readonly applicability: Applicability;
  readonly why: string;
}

/** The loops of a file, each by the first clause that goes on. */
export function closedSpins(file: SourceFile): ClosedSpin[] {
  const spins = new Map<SyntaxNode, ClosedSpin>();
  for (const receive of findReceives(file)) {
    const found = isZmqReceive(file, receive) ? spinAround(file, receive) : undefined;
    if (found && !spins.has(found.handler.clause)) spins.set(found.handler.clause, found);
  }
  return [...spins.values()];
}

function spinAround(file: SourceFile, receive: Receive): ClosedSpin | undefined {
  const handler = takingHandler(file, receive.call);
  const loop = handler && enclosingLoop(handler.clause);
  const condition = loop?.type === 'while_statement' ? childIn(loop, 'condition') : undefined;
  if (!handler || !loop || !condition || !endlessLoop(file, condition) || leaves(file, handler)) return undefined;
  if (opensAgain(file, receive, loop) || pollsApart(file, handler, loop)) return undefined;
  if (takesCancellation(file, handler) || answersLater(file, handler, loop)) return undefined;
  const care = careOf(file, receive, loop, handler);
  const what = 'Once the socket is closed or its context terminated, each receive fails at once';
  const waits = [...walkOwn(handler.block)].some((node) => node.type === 'call' && isSleep(file, node));
  const blocks = isInTask(file, loop) ? ', where nothing else of its event loop gets a turn' : '';
  const spin = waits ? 'the loop goes on failing for ever.' : `the loop spins at full CPU${blocks}.`;
  const why = `${what}; this clause goes on, so ${spin}${care ? ` ${care}` : ''}`;
  return { receive, loop, handler, applicability: care ? 'unsafe' : 'safe', why };
}

/** The clause that gets an error of the socket which a call raises, in the same function. */
function takingHandler(file: SourceFile, call: SyntaxNode): Handler | undefined {
  let inner = call;
  for (const ancestor of ancestors(call)) {
    if (isFunction(ancestor)) return undefined;
    if (ancestor.type === 'try_statement' && inner.field === 'body') {
      const taking = handlersOf(file, ancestor).find(
        (handler) => catchesEverything(handler) || handler.classes.some((name) => errorBases.has(name)),
      );
      if (taking) return taking;
    }
    inner = ancestor;
  }
  return undefined;
}

/** True where the clause ends the loop or the process, if only for some errors: what it asks for is its own business then. */
function leaves(file: SourceFile, { block }: Handler): boolean {
  return [...walkOwn(block)].some((node) => {
    const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
    return leavingStatements.has(node.type) || (!!callee && endsProcess.test(file.textOf(callee)));
  });
}

const endsProcess =
  /^(?:(?:sys\.)?exit|quit|os\.(?:_exit|abort|kill|killpg|exec\w+)|signal\.raise_signal|_thread\.interrupt_main)$/;

/** True where the loop itself makes the socket anew. */
function opensAgain(file: SourceFile, { socket }: Receive, loop: SyntaxNode): boolean {
  return boundValues(file, loop, socket).some(({ start, end }) => loop.start < start && end < loop.end);
}

/** True where a poll outside the `try` is the first to see that the socket is gone: what it raises leaves the loop. */
function pollsApart(file: SourceFile, { clause }: Handler, loop: SyntaxNode): boolean {
  const attempt = clause.parent;
  return ownNodes(file, 'call', loop).some((call) => {
    const isApart = !!attempt && (call.end <= attempt.start || call.start >= attempt.end);
    return isApart && lastName(file, childIn(call, 'function') ?? call) === 'poll';
  });
}

/** True where another clause is there for cancellation, by which a task ends whose socket is closed while it waits. */
function takesCancellation(file: SourceFile, { clause }: Handler): boolean {
  const others = clause.parent ? handlersOf(file, clause.parent) : [];
  return others.some(({ classes }) => classes.includes('CancelledError'));
}

/** True where the clause keeps the error, and a statement behind the `try` may end the loop for it. */
function answersLater(file: SourceFile, { clause, block }: Handler, loop: SyntaxNode): boolean {
  if (statementsOf(block).every((node) => isIdle(file, node))) return false;
  const end = clause.parent?.end ?? clause.end;
  return [...leavingStatements].some((type) => ownNodes(file, type, loop).some(({ start }) => start > end));
}

/** A sentence where it is not shown that the end of the loop is all that a closed socket leaves to do. */
function careOf(file: SourceFile, receive: Receive, loop: SyntaxNode, handler: Handler): string | undefined {
  if (boundValues(file, loop, receive.socket).length !== 1 || isGivenOtherwise(file, loop, receive.socket)) {
    return 'Nothing shows that the socket is made once; if another one replaces a closed one, the loop must go on instead.';
  }
  if (!statementsOf(handler.block).every((node) => isIdle(file, node))) {
    return 'The clause does more than log: if it opens the socket again, the loop must go on.';
  }
  const condition = childIn(loop, 'condition');
  const isFlagged = condition?.type !== 'true' && condition !== undefined && file.textOf(condition) !== '1';
  const others = ownNodes(file, 'break_statement', loop).concat(ownNodes(file, 'return_statement', loop));
  if (isFlagged || others.length > 0) return 'What else ends the loop helps only if it comes before the close.';
  if (isInTask(file, loop)) {
    return 'A close while the task waits cancels it; the spin comes of one at any other time.';
  }
  const takesEnd = handler.classes.length === 0 || handler.classes.includes('BaseException');
  if (takesEnd) return 'It takes the end of the process and cancellation too, which it should let pass.';
  if (childIn(loop, 'alternative')) return 'Leaving the loop skips its else branch.';
  return (
    beforeReason(file, loop, receive.socket, receive.call) ??
    aroundReason(file, loop, receive.socket) ??
    threadReason(file, enclosingFunction(loop))
  );
}

/** A statement that changes nothing about the socket: logs, counts, sleeps, goes on. */
function isIdle(file: SourceFile, statement: SyntaxNode): boolean {
  if (/^(?:continue|pass)_statement$/.test(statement.type) || isLogStatement(file, statement)) return true;
  const [only] = statement.type === 'expression_statement' ? statement.children : [];
  if (only?.type === 'augmented_assignment') return true;
  const call = only && withoutAwait(only);
  const callee = call?.type === 'call' ? childIn(call, 'function') : undefined;
  return !!call && !!callee && (isSleep(file, call) || file.textOf(callee) === 'traceback.print_exc');
}

function isSleep(file: SourceFile, call: SyntaxNode): boolean {
  const callee = childIn(call, 'function');
  return !!callee && lastName(file, callee) === 'sleep';
}

function isInTask(file: SourceFile, loop: SyntaxNode): boolean {
  const definition = enclosingFunction(loop);
  return !!definition && isAsync(file, definition);
}

/** Asks at the start of the clause whether the socket is gone; none where the clause cannot be written so. */
export function spinEdits(file: SourceFile, { receive, loop, handler }: ClosedSpin): Edit[] {
  const first = statementsOf(handler.block)[0];
  const attempt = handler.clause.parent;
  const value = childIn(handler.clause, 'value');
  if (!first || !attempt || !file.ownsItsLines(attempt) || isRebound(file)) return [];
  if (!/^[\w.]+$/.test(receive.socket)) return [];
  if (handler.classes.length > 1 && handler.alias === null && value?.type !== 'tuple') return [];
  const zmq = moduleName(file, 'zmq') ?? 'zmq';
  const error = handler.alias ?? freeName(file, enclosingFunction(loop) ?? file.root, ['error', 'receive_error']);
  const unit = indentUnit(file, loop, childIn(loop, 'body') ?? loop);
  const inner = file.indentAt(handler.clause.start) + unit;
  // What handles the message may raise ENOTSOCK for another socket, so the receiving one is asked itself.
  const test = `if ${receive.socket}.closed or isinstance(${error}, ${zmq}.ContextTerminated):`;
  const lines = [test, `${inner}${unit}break`, inner].join(file.newline);
  const isOneLine = file.lineStart(first.start) === file.lineStart(handler.clause.start);
  const from = isOneLine ? file.text.slice(0, first.start).trimEnd().length : first.start;
  const at = value?.end ?? handler.clause.start + 'except'.length;
  return [
    ...(moduleName(file, 'zmq') ? [] : [importEdit(file, 'zmq')]),
    ...(handler.alias === null
      ? [{ start: at, end: at, newText: `${value ? '' : ' BaseException'} as ${error}` }]
      : []),
    { start: from, end: first.start, newText: isOneLine ? file.newline + inner + lines : lines },
  ];
}

/** True where the file gives the name `zmq` to another module, as `import zmq.asyncio as zmq` does. */
function isRebound(file: SourceFile): boolean {
  return /^(?:import|from)\s.*\bas\s+zmq\s*$/m.test(file.text) && moduleName(file, 'zmq') === undefined;
}
