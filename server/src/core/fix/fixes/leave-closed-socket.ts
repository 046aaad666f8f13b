/**
 * Ends a receive loop whose clause logs every error and goes on. When the context is terminated or the socket is closed,
 * each receive fails at once: the loop then spins at full CPU and fills the log. In a task of asyncio it does not even
 * give the event loop back, so the whole program stands still.
 *
 * A closed socket shows as ENOTSOCK, also after `Context.destroy()`, a terminated context as `ContextTerminated`
 * (pyzmq 24 over libzmq 4.3.4, measured). The handling may raise either for another socket, so the one that receives is
 * asked itself, in zeromq.js as well. Every other error is handled as before.
 *
 * In tasks of asyncio, where the clause does more than log, and where something else may end the loop, it asks first.
 *
 * Before:
 * ```python
 * import threading
 *
 * import zmq
 *
 *
 * def start(ctx):
 *     threading.Thread(target=listen, args=(ctx,), daemon=True).start()
 *
 *
 * def listen(ctx):
 *     sock = ctx.socket(zmq.PULL)
 *     while True:
 *         try:
 *             handle(sock.recv())
 *         except Exception:
 *             logger.exception("Error while handling a message")
 * ```
 *
 * After:
 * ```python
 * import threading
 *
 * import zmq
 *
 *
 * def start(ctx):
 *     threading.Thread(target=listen, args=(ctx,), daemon=True).start()
 *
 *
 * def listen(ctx):
 *     sock = ctx.socket(zmq.PULL)
 *     while True:
 *         try:
 *             handle(sock.recv())
 *         except Exception as error:
 *             if sock.closed or isinstance(error, zmq.ContextTerminated):
 *                 break
 *             logger.exception("Error while handling a message")
 * ```
 */
import type { Fix, FixPlace } from '../fix';
import { closedSpinPlaces } from '../javascript/closedSpin';
import { javascript } from '../javascript/socketLoop';
import { closedSpins, spinEdits } from '../python/closedSpin';
import type { SourceFile } from '../sourceFile';

export const leaveClosedSocket: Fix = {
  id: 'leave-closed-socket',
  title: 'Leave the loop when the socket is closed',
  languages: ['python', ...javascript],
  mayApply: (text) =>
    (text.includes('except') && text.includes('.recv')) || (text.includes('zeromq') && text.includes('catch')),
  find: (file) => (file.language === 'python' ? pythonPlaces(file) : closedSpinPlaces(file)),
};

function pythonPlaces(file: SourceFile): FixPlace[] {
  return closedSpins(file).map((spin): FixPlace => {
    const edits = spinEdits(file, spin);
    const { start, end } = spin.handler.clause;
    const applicability = edits.length > 0 ? spin.applicability : 'display-only';
    // The log line of the clause is the one that fills the log, and an entry about it is answered here.
    return { start, end, applicability, why: spin.why, edits };
  });
}
