/** Reasons against dropping a message that lie in the loop, its socket or its function. */
import { childIn } from '../syntax';
import type { Case } from './case';
import { endlessLoop } from './loopKind';
import { takesFromQueue } from './queueReceive';
import { mentions } from './risk';
import { asksBefore, functionName, ownNodes, runsOnItsOwn, soleRunner } from './scope';
import { endingReason, waitsForSet } from './waitReason';

/** Said wherever code asks and waits for one answer. */
export const clientReason =
  'This code asks and waits for a reply that does not come again: dropping it would turn the error into a hang. Use a timeout, a retry and a clear error.';

/** The code is the asking side, or hands the message to its caller. */
export function peerReason({ file, loop, definition, receive, socketType, received }: Case): string | undefined {
  if (socketType === 'REQ') return clientReason;
  if (socketType === 'DEALER' || socketType === undefined) {
    // A server's socket cannot send before it has received.
    const scope = definition ?? loop;
    if (asksBefore(file, scope, receive.socket, receive.call)) return clientReason;
  }
  for (const node of ownNodes(file, 'return_statement', loop)) {
    if (!mentions(file, node, received)) continue;
    return 'The function returns the message to its caller, which would wait for ever if it were dropped.';
  }
  const yields = ownNodes(file, 'yield', loop).some((node) => mentions(file, node, received));
  return yields ? 'The function yields the message to its caller, who may need the error.' : undefined;
}

/** The loop does not run for ever, or serves several sockets in turn. */
export function loopReason(found: Case): string | undefined {
  const { file, loop, receive, receives } = found;
  const condition = childIn(loop, 'condition');
  if (loop.type !== 'while_statement' || !condition || !endlessLoop(file, condition) || waitsForSet(found)) {
    return `${endingReason(found)} Use a timeout and a clear error.`;
  }
  const parts = receives.filter(({ socket, method }) => socket === receive.socket && method !== 'recv_multipart');
  if (parts.length > 1 && !takesFromQueue(receive)) {
    return 'The loop takes a message frame by frame: after a failure in between the rest would be taken for the next message. Receive it with recv_multipart first.';
  }
  if (!servesSeveral(found) || standsApart(found)) return undefined;
  return 'The loop receives from several sockets in turn, and what one brings may be needed by what follows; each needs its own guard, written by hand.';
}

/** True where messages of several sockets come in. */
export function servesSeveral({ receives }: Pick<Case, 'receives'>): boolean {
  return new Set(receives.map((receive) => receive.socket)).size > 1;
}

/** True where the message is taken and handled in a branch of its own, as behind a poller. */
export function standsApart({ loop, shape }: Pick<Case, 'loop' | 'shape'>): boolean {
  return shape !== undefined && shape.block !== childIn(loop, 'body');
}

/** Nothing shows that the error ends a thread or task rather than reaching a caller. */
export function functionReason({ file, definition }: Case): string | undefined {
  if (!definition || runsOnItsOwn(file, definition) || soleRunner(file, definition)) return undefined;
  const name = functionName(file, definition);
  return `Nothing shows that ${name} runs as a thread or task of its own, so its caller may need the error.`;
}
