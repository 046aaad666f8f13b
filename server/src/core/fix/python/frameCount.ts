/** Finds and checks receive statements that unpack the frames at once. */
import type { Edit } from '../finding';
import type { FixPlace } from '../fix';
import { freeName } from '../layout';
import type { SourceFile } from '../sourceFile';
import { childIn, isWithin, type SyntaxNode } from '../syntax';
import { dutyReason, takesLock } from './dutyReason';
import { isGuarded } from './handler';
import { insertBefore } from './insert';
import { importEdit, logFormat, loggerIn, moduleName } from './layout';
import { judgedLoops } from './loopPlaces';
import { peerReason } from './loopReason';
import { valueError } from './raised';
import { raiseReason } from './raiseReason';
import { findReceives, type Receive } from './receive';
import { asksBefore, enclosingFunction, enclosingLoop } from './scope';
import { socketType } from './socketType';
import { readWidthCheck } from './widthCheck';

/** A receive that unpacks, and whether another message may follow it. */
interface CountPlace {
  readonly receive: Receive;
  /** True in a loop that can go on with the next message. */
  readonly drops: boolean;
}

/** Where a message of another number of frames raises an error of its own. */
export function framePlaces(file: SourceFile): FixPlace[] {
  return countPlaces(file).map(({ receive, drops }) => ({
    start: receive.statement.start,
    end: receive.statement.end,
    applicability: 'unsafe',
    why: drops
      ? 'A message of another number of frames ends the loop; dropping it is right if every genuine one has this number.'
      : 'A message of another number of frames raises an error that does not say what came; it stays an error, of the same class.',
    edits: countEdits(file, receive, drops),
  }));
}

/** Receives that unpack a known number of frames where no other fix checks it. */
function countPlaces(file: SourceFile): CountPlace[] {
  const taken: SyntaxNode[] = [
    ...judgedLoops(file).flatMap(({ found, place }) => (place.edits.length > 0 ? [found.loop] : [])),
    ...file.nodes('call').flatMap((call) => {
      const check = readWidthCheck(file, call);
      return check && check.applicability !== 'display-only' ? [check.receive.statement] : [];
    }),
  ];
  return findReceives(file)
    .filter((receive) => receive.method === 'recv_multipart' && receive.names.length > (receive.starred ? 2 : 1))
    .filter(({ statement }) => !taken.some((place) => isWithin(statement, place)))
    .filter(({ statement, call }) => file.ownsItsLines(statement) && !isGuarded(file, call, file.root, [valueError]))
    .map((receive) => ({ receive, drops: goesOn(file, receive) }));
}

/** True where a loop takes one message after another, need not answer or be answered, and owes no message to others. */
function goesOn(file: SourceFile, receive: Receive): boolean {
  const loop = enclosingLoop(receive.statement);
  const judged = judgedLoops(file).filter(({ found }) => isWithin(receive.statement, found.loop));
  if (judged.some(({ found }) => peerReason(found) ?? dutyReason(found) ?? raiseReason(found))) return false;
  if (
    !loop ||
    takesLock(file, loop) ||
    ['REQ', 'REP'].includes(socketType(file, receive.statement, receive.socket) ?? '')
  )
    return false;
  const scope = enclosingFunction(loop) ?? file.root;
  if (asksBefore(file, scope, receive.socket, receive.call)) return false;
  const events = loop.type === 'for_statement' ? childIn(loop, 'right') : undefined;
  return loop.type === 'while_statement' || (!!events && file.textOf(events).includes('.poll('));
}

/** Takes the frames as a list, checks their number, then names them. */
function countEdits(file: SourceFile, receive: Receive, drops: boolean): Edit[] {
  const scope = enclosingFunction(receive.statement) ?? file.root;
  const frames = freeName(file, scope, ['frames', 'received_frames']);
  const count = receive.starred ? receive.names.length - 1 : receive.names.length;
  const words = `${receive.starred ? 'at least ' : ''}${count} frames`;
  const first = file.textOf(receive.call).includes('copy=False') ? `bytes(${frames}[0])` : `${frames}[0]`;
  const logger = loggerIn(file, scope);
  const dropped = [
    `\t${logger ?? 'logging.getLogger(__name__)'}.warning(`,
    `\t\t"${logFormat(file, `Dropped a message of %d frames, expected ${words}; the first is %r`)}",`,
    `\t\tlen(${frames}),`,
    `\t\t${first}[:64],`,
    '\t)',
    '\tcontinue',
  ];
  const raised = `\traise ValueError(f"expected ${words}, received {len(${frames})}, the first is {${first}[:64]!r}")`;
  const lines = [
    `${frames} = ${file.textOf(receive.value)}`,
    `if len(${frames}) ${receive.starred ? '<' : '!='} ${count}:`,
    ...(drops ? dropped : [raised]),
  ];
  const needsLogging = drops && !logger && !moduleName(file, 'logging');
  return [
    ...(needsLogging ? [importEdit(file, 'logging')] : []),
    insertBefore(file, receive.statement, lines),
    { start: receive.value.start, end: receive.value.end, newText: frames },
  ];
}
