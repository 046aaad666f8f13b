/** Finds the receive loops that one message can end, and says for each whether dropping it is right. */
import type { FixPlace } from '../fix';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import type { Case } from './case';
import { rewriteLoop } from './dropRewrite';
import { isClosedGuard, isGuarded } from './handler';
import { helperPlaces } from './helperPlaces';
import { servesSeveral, standsApart } from './loopReason';
import { queueReceives, takesFromQueue } from './queueReceive';
import { valueError } from './raised';
import { findReceives, isZmqReceive, type Receive, statementsOf } from './receive';
import { type ReceiveLoop, raisingHandlers, readReceiveLoop } from './receiveLoop';
import { followMessages, type Received, type Risk, risksIn } from './risk';
import { enclosingFunction, enclosingLoop, walkOwn } from './scope';
import { outermostLoop, servingLoop } from './servingLoop';
import { socketType } from './socketType';
import { judge } from './verdict';

/** A loop that a message can end, and what is said there. */
export interface JudgedLoop {
  readonly found: Case;
  readonly place: FixPlace;
}

/** What was found in a file, since several fixes ask for it. */
const judgedByFile = new WeakMap<SourceFile, readonly JudgedLoop[]>();

/** The loops of a file that a message can end. */
export function judgedLoops(file: SourceFile): readonly JudgedLoop[] {
  const known = judgedByFile.get(file);
  if (known) return known;
  const judged = endedCases(file).map((found) => ({ found, place: placeOf(found) }));
  judgedByFile.set(file, judged);
  return judged;
}

/** Their places, and the raises of functions that the loops call. */
export function loopPlaces(file: SourceFile): FixPlace[] {
  const judged = judgedLoops(file);
  const offered = judged.filter(({ place }) => place.edits.length > 0).map(({ found }) => found);
  return [...judged.map(({ place }) => place), ...helperPlaces(file, offered)];
}

/** The loops of a file that receive, with what is known about each; its first receive stands for the loop. */
export function loopCases(file: SourceFile): Case[] {
  return [...receivesByLoop(file)].flatMap(([loop, receives]) => {
    const [first] = receives;
    return first ? [caseOf(file, loop, receives, first)] : [];
  });
}

/** The loops that a message can end. */
function endedCases(file: SourceFile): Case[] {
  return [...receivesByLoop(file)].flatMap(([loop, receives]) =>
    servesSeveral({ receives }) ? casesBySocket(file, loop, receives) : (firstCase(file, loop, receives) ?? []),
  );
}

function receivesByLoop(file: SourceFile): Map<SyntaxNode, Receive[]> {
  const byLoop = new Map<SyntaxNode, Receive[]>();
  const receives = findReceives(file).filter((found) => isZmqReceive(file, found));
  for (const receive of receives) {
    const loop = servingLoop(file, receive, receives);
    if (loop) byLoop.set(loop, [...(byLoop.get(loop) ?? []), receive]);
  }
  for (const receive of queueReceives(file)) {
    const loop = outermostLoop(receive.statement);
    // A loop that has a socket as well takes from the queue what it sends.
    if (loop && !byLoop.get(loop)?.some((other) => !takesFromQueue(other))) {
      byLoop.set(loop, [...(byLoop.get(loop) ?? []), receive]);
    }
  }
  return byLoop;
}

/** One case for each branch that receives, as behind a poller; what stands elsewhere counts as one. */
function casesBySocket(file: SourceFile, loop: SyntaxNode, receives: readonly Receive[]): Case[] {
  const cases: Case[] = [];
  let isFirst = true;
  for (const receive of receives) {
    const alone = caseOf(file, loop, [receive], receive);
    if (standsApart(alone)) {
      if (canEnd(alone)) cases.push({ ...alone, receives });
      continue;
    }
    const shared = isFirst ? firstCase(file, loop, receives.slice(receives.indexOf(receive))) : undefined;
    if (shared) cases.push({ ...shared, receives });
    isFirst = false;
  }
  return cases;
}

/** True where a message can let an exception out. */
function canEnd({ receive, risks, raising }: Case): boolean {
  // What becomes of an item of a queue is the queue's business, unless it is read as a message.
  const certain = takesFromQueue(receive) ? risks.filter(({ kind }) => kind !== 'call') : risks;
  return certain.length > 0 || raising.length > 0;
}

function firstCase(file: SourceFile, loop: SyntaxNode, receives: readonly Receive[]): Case | undefined {
  for (const receive of receives) {
    const found = caseOf(file, loop, receives, receive);
    if (canEnd(found)) return found;
  }
  return undefined;
}

function caseOf(file: SourceFile, loop: SyntaxNode, receives: readonly Receive[], receive: Receive): Case {
  const shape = readReceiveLoop(file, receive, loop);
  const body = childIn(loop, 'body');
  const rest = shape ? [...shape.inGuard, ...shape.after] : body ? statementsOf(body) : [];
  const received = followMessages(file, [receive, ...receives.filter((other) => other !== receive)], rest);
  const risks = shape ? openRisks(file, shape, received) : certainRisks(file, rest, received, loop);
  const raising = shape ? raisingHandlers(shape) : [];
  const type = socketType(file, receive.statement, receive.socket);
  const definition = enclosingFunction(loop);
  return { file, loop, definition, receive, receives, shape, socketType: type, received, risks, raising };
}

/** Risks of the statements that no clause covers, and of the receive statement itself. */
function openRisks(file: SourceFile, shape: ReceiveLoop, received: Received): Risk[] {
  const { receive, guard, tail, loop } = shape;
  const covered = guard && (isClosedGuard(file, guard) || raisingHandlers(shape).length > 0);
  const own = covered ? [] : decodingRisk(file, receive, loop);
  const inner = covered ? [] : [...own, ...risksIn(file, [receive.statement, ...shape.inGuard], received, loop)];
  const after = shape.after.filter((statement) => statement !== tail);
  const risks = [...inner, ...risksIn(file, after, received, loop)];
  // Who guards one part has thought of bad messages; a call beside it is then no sign of a fault.
  const guarded = [...shape.inGuard, ...after].some((statement) =>
    [...walkOwn(statement)].some(({ type }) => type === 'try_statement'),
  );
  return guarded && risks.every((risk) => risk.kind === 'call') ? [] : risks;
}

/** What the receive itself decodes; the methods that hand out the bytes as they came decode nothing. */
function decodingRisk(file: SourceFile, { method, statement }: Receive, loop: SyntaxNode): Risk[] {
  if (['recv', 'recv_multipart', 'get', 'get_nowait'].includes(method)) return [];
  const raised = method === 'recv_pyobj' ? [[]] : [valueError];
  return isGuarded(file, statement, loop, raised) ? [] : [{ kind: 'decode', node: statement }];
}

function certainRisks(
  file: SourceFile,
  statements: readonly SyntaxNode[],
  received: Received,
  loop: SyntaxNode,
): Risk[] {
  return risksIn(file, statements, received, loop).filter((risk) => risk.kind !== 'call');
}

function placeOf(found: Case): FixPlace {
  const { file, shape, receive, socketType: type } = found;
  const { applicability, why } = judge(found);
  const namesPeer = receive.method === 'recv_multipart' && (type === 'ROUTER' || type === undefined);
  const options = {
    namesPeer,
    answers: type === 'REP',
    guardedOutside: shape?.outerTry !== undefined || takesFromQueue(receive) || enclosingLoop(found.loop) !== undefined,
  };
  return {
    start: (shape?.guard ?? receive.statement).start,
    end: endOf(found),
    applicability,
    why,
    edits: applicability === 'display-only' || !shape ? [] : rewriteLoop(file, shape, options),
    // A try around the loop says what ended it.
    ...(shape?.outerTry && { answers: shape.outerTry }),
  };
}

/** The place reaches to the last `raise`, so that an action there finds it, else to what fails first. */
function endOf({ receive, risks, raising }: Case): number {
  const raises = [
    ...risks.filter((risk) => risk.kind === 'raise').map((risk) => risk.node),
    ...raising.map((handler) => handler.clause),
  ];
  const shown = raises.length > 0 ? raises : risks.slice(0, 1).map((risk) => risk.node);
  return Math.max(receive.statement.end, ...shown.map((node) => node.end));
}
