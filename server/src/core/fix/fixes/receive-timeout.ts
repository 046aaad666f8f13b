/**
 * Bounds the wait for a reply. A client that asks and then waits without a limit hangs for ever when the other side is
 * gone, speaks another protocol or dropped the question; then nothing in the log says so.
 *
 * Offered as unsafe: five seconds are a guess, and a REQ socket whose reply did not come must be closed or made with
 * `zmq.REQ_RELAXED` before it can ask again.
 *
 * Before:
 * ```python
 * import zmq
 *
 *
 * def fetch(ctx, path):
 *     with ctx.socket(zmq.DEALER) as sock:
 *         sock.connect(path)
 *         sock.send(b"get metadata")
 *         return sock.recv_multipart()
 * ```
 *
 * After:
 * ```python
 * import zmq
 *
 *
 * def fetch(ctx, path):
 *     with ctx.socket(zmq.DEALER) as sock:
 *         sock.connect(path)
 *         sock.send(b"get metadata")
 *         if not sock.poll(5000):
 *             raise TimeoutError("no reply within 5 seconds")
 *         return sock.recv_multipart()
 * ```
 */
import type { Fix, FixPlace } from '../fix';
import { insertBefore } from '../python/insert';
import { isOpenWait } from '../python/openWait';
import { findReceives } from '../python/receive';

export const receiveTimeout: Fix = {
  id: 'receive-timeout',
  title: 'Wait for the reply with a time limit',
  languages: ['python'],
  mayApply: (text) => text.includes('.recv') && text.includes('zmq'),
  find: (file) =>
    findReceives(file)
      .filter((receive) => isOpenWait(file, receive))
      .map((receive): FixPlace => {
        const waits = receive.value.type === 'await' ? 'await ' : '';
        const lines = [
          `if not ${waits}${receive.socket}.poll(5000):`,
          '\traise TimeoutError("no reply within 5 seconds")',
        ];
        return {
          start: receive.statement.start,
          end: receive.statement.end,
          applicability: 'unsafe',
          why: 'The code asks and then waits without a limit: if no reply comes, it hangs for ever.',
          edits: [insertBefore(file, receive.statement, lines)],
        };
      }),
};
