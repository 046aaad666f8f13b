/**
 * Repeats a step that failed for a reason that passes by itself: a full send queue (`SQ full`, `zmq.Again`,
 * `queue.Full`) or a peer that is not there yet (`ConnectionRefusedError`). The last failure is raised as before, and so
 * is every other error.
 *
 * Offered as unsafe: the step must be one that may be tried twice, and the waits (together about 1.5 seconds) must be
 * short enough for the caller.
 *
 * Before:
 * ```python
 * import time
 *
 * import zmq
 *
 *
 * def notify(sock, payload):
 *     try:
 *         sock.send(payload, zmq.NOBLOCK)
 *     except zmq.Again as e:
 *         raise SendError("the peer takes no more messages") from e
 * ```
 *
 * After:
 * ```python
 * import time
 *
 * import zmq
 *
 *
 * def notify(sock, payload):
 *     for attempt in range(6):
 *         try:
 *             sock.send(payload, zmq.NOBLOCK)
 *             break
 *         except zmq.Again as e:
 *             if attempt < 5:
 *                 time.sleep(0.05 * 2**attempt)
 *                 continue
 *             raise SendError("the peer takes no more messages") from e
 * ```
 */
import type { Fix, FixPlace } from '../fix';
import { retryEdits, transientSteps } from '../python/transient';

export const boundedRetry: Fix = {
  id: 'bounded-retry',
  title: 'Retry a few times before giving up',
  languages: ['python'],
  mayApply: (text) => text.includes('raise') && /SQ full|\bAgain\b|\bFull\b|ConnectionRefusedError/.test(text),
  find: (file) =>
    transientSteps(file).map(
      (step): FixPlace => ({
        start: step.statement.start,
        end: step.end,
        applicability: 'unsafe',
        why: 'The failure passes by itself, but the first one is raised at once.',
        edits: retryEdits(file, step),
      }),
    ),
};
