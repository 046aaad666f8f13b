/** Finds checks that leave a receive loop by `return` or `break` after they logged an error about the message. */
import type { FixPlace } from '../fix';
import { answersReason } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import type { Case } from './case';
import { dutyReason } from './dutyReason';
import { complainsAndLeaves } from './handler';
import { isLogStatement } from './layout';
import { loopCases } from './loopPlaces';
import { functionReason, loopReason, peerReason } from './loopReason';
import { isStopMessage, namesConfiguration } from './raiseReason';
import { statementsOf } from './receive';
import { mentions } from './risk';
import { enclosingLoop, ownNodes } from './scope';

/** The places of a file. */
export function leavePlaces(file: SourceFile): FixPlace[] {
  return loopCases(file).flatMap((found) =>
    ownNodes(file, 'if_statement', found.loop).flatMap((branch) => leavePlace(found, branch) ?? []),
  );
}

function leavePlace(found: Case, branch: SyntaxNode): FixPlace | undefined {
  const { file, received } = found;
  const condition = childIn(branch, 'condition');
  const body = childIn(branch, 'consequence');
  const statements = body ? statementsOf(body) : [];
  const leaving = body && complainsAndLeaves(file, body);
  if (!condition || !leaving) return undefined;
  if (!mentions(file, condition, received) || isStopMessage(file, condition)) return undefined;
  const { start } = branch;
  const { end } = leaving;
  const against = reasonAgainst(found, branch, condition, statements);
  if (against) return { start, end, applicability: 'display-only', why: against, edits: [] };
  const why =
    'The check logs an error and leaves the receive loop, so one malformed message ends it; going on is right unless the end is meant.';
  return { start, end, applicability: 'unsafe', why, edits: [{ start: leaving.start, end, newText: 'continue' }] };
}

function reasonAgainst(
  found: Case,
  branch: SyntaxNode,
  condition: SyntaxNode,
  statements: readonly SyntaxNode[],
): string | undefined {
  const { file, loop, socketType } = found;
  const own = peerReason(found) ?? loopReason(found) ?? dutyReason(found) ?? functionReason(found);
  if (own) return own;
  if (socketType === 'REP') return answersReason;
  if (namesConfiguration(file, condition)) {
    return 'The check compares ranks or configuration, which must stay fatal: the sender does not send again.';
  }
  if (enclosingLoop(branch) !== loop)
    return 'The check stands in a loop of its own, where going on would not take the next message.';
  return statements.slice(0, -1).every((node) => isLogStatement(file, node))
    ? undefined
    : 'More than a log line stands before the end of the loop, and that work belongs to it.';
}
