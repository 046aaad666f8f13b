/** Finds the receive loops that one message can end, and says for each whether dropping it is right. */
import type { FixPlace } from '../fix';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { rewriteLoop } from './dropRewrite';
import { isClosedGuard } from './handler';
import { findReceives, isZmqReceive, type Receive, statementsOf } from './receive';
import { type ReceiveLoop, readReceiveLoop } from './receiveLoop';
import { type Risk, receivedNames, risksIn } from './risk';
import { socketType } from './socketType';
import { judge, raisingHandlers } from './verdict';

/** The loops of a file that a message can end. */
export function loopPlaces(file: SourceFile): FixPlace[] {
  const byLoop = new Map<SyntaxNode, Receive[]>();
  for (const receive of findReceives(file).filter((found) => isZmqReceive(file, found))) {
    const loop = outermostLoop(receive.statement);
    if (loop) byLoop.set(loop, [...(byLoop.get(loop) ?? []), receive]);
  }
  return [...byLoop].flatMap(([loop, receives]) => placeOf(file, loop, receives) ?? []);
}

/** The outermost loop around a node within its function. */
function outermostLoop(node: SyntaxNode): SyntaxNode | undefined {
  let loop: SyntaxNode | undefined;
  for (const ancestor of ancestors(node)) {
    if (ancestor.type === 'function_definition') break;
    if (ancestor.type === 'while_statement' || ancestor.type === 'for_statement') loop = ancestor;
  }
  return loop;
}

function placeOf(file: SourceFile, loop: SyntaxNode, receives: readonly Receive[]): FixPlace | undefined {
  const receive = receives[0];
  if (!receive) return undefined;
  const shape = readReceiveLoop(file, receive, loop);
  if (!shape) return nestedPlace(file, loop, receive);
  const rest = [...shape.inGuard, ...shape.after];
  const names = receivedNames(file, receive, rest);
  const risks = openRisks(file, shape, names);
  const raising = raisingHandlers(shape);
  if (risks.length === 0 && raising.length === 0) return undefined;
  const type = socketType(file, shape.definition ?? file.root, receive.socket);
  const { applicability, why } = judge({ file, shape, receives, socketType: type, names, risks, raising });
  const namesPeer = receive.method === 'recv_multipart' && (type === 'ROUTER' || type === undefined);
  return {
    start: (shape.guard ?? receive.statement).start,
    end: endOf(
      receive,
      risks,
      raising.map((handler) => handler.clause),
    ),
    applicability,
    why,
    edits: applicability === 'display-only' ? [] : rewriteLoop(file, shape, { namesPeer, guardedOutside: false }),
  };
}

/** Risks of the statements that no clause covers, and of the receive statement itself. */
function openRisks(file: SourceFile, shape: ReceiveLoop, names: ReadonlySet<string>): Risk[] {
  const { receive, guard } = shape;
  const covered = guard && (isClosedGuard(file, guard) || raisingHandlers(shape).length > 0);
  const own: Risk[] = receive.names.length > 0 ? [{ kind: 'unpack', node: receive.statement }] : [];
  const inner = covered ? [] : [...own, ...risksIn(file, [receive.statement, ...shape.inGuard], names)];
  return [...inner, ...risksIn(file, shape.after, names)];
}

function endOf(receive: Receive, risks: readonly Risk[], clauses: readonly SyntaxNode[]): number {
  const raises = risks.filter((risk) => risk.kind === 'raise').map((risk) => risk.node);
  const shown =
    clauses.length + raises.length > 0 ? [...clauses, ...raises] : risks.slice(0, 1).map(({ node }) => node);
  return Math.max(receive.statement.end, ...shown.map((node) => node.end));
}

/** A receive below something that cannot be split, such as a `for` or a `with`, is explained only. */
function nestedPlace(file: SourceFile, loop: SyntaxNode, receive: Receive): FixPlace | undefined {
  const body = childIn(loop, 'body');
  const statements = body ? statementsOf(body) : [];
  const risks = risksIn(file, statements, receivedNames(file, receive, statements));
  if (!risks.some((risk) => risk.kind !== 'call')) return undefined;
  return {
    start: receive.statement.start,
    end: endOf(receive, risks, []),
    applicability: 'display-only',
    why: 'The receive stands in a nested block of the loop; the guard must be written by hand.',
    edits: [],
  };
}
