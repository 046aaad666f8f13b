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
import { goWaitPlaces } from '../go/openWait';
import { waitPlaces } from '../python/openWait';
import { rustWaitPlaces } from '../rust/openWait';
import type { SourceFile } from '../sourceFile';

export const receiveTimeout: Fix = {
  id: 'receive-timeout',
  title: 'Wait for the reply with a time limit',
  languages: ['python', 'go', 'rust'],
  mayApply: (text) => /zmq|zeromq/.test(text) && (text.includes('.recv') || text.includes('.Recv')),
  find: (file) => finders.get(file.language)?.(file) ?? [],
};

const finders = new Map<string, (file: SourceFile) => FixPlace[]>([
  ['python', waitPlaces],
  ['go', goWaitPlaces],
  ['rust', rustWaitPlaces],
]);
