/**
 * Lets a loop that receives drop a malformed message instead of ending with it. Anyone who can reach the port can send
 * one: a metrics scraper, a TLS client, a port scan.
 *
 * The receive moves into a `try` of its own that leaves the loop when the context is terminated or the socket is
 * closed; a bare `continue` there would spin. The number of frames is checked before they get names. Opening and
 * handling are guarded by `except Exception`, so cancellation and the end of the process still pass. Each drop is
 * counted and logged with its sender, its length and its first bytes.
 *
 * Before:
 * ```python
 * import threading
 *
 * import msgpack
 * import zmq
 *
 *
 * class Listener:
 *     def start(self):
 *         self.released: list[tuple[str, int]] = []
 *         threading.Thread(target=self._listen, daemon=True).start()
 *
 *     def _listen(self):
 *         with self.context.socket(zmq.ROUTER) as sock:
 *             sock.bind(self.path)
 *             while True:
 *                 try:
 *                     identity, msg = sock.recv_multipart()
 *                     self._handle(msg)
 *                 except Exception as e:
 *                     logger.error("Error processing message: %s", e)
 *                     raise HandshakeError(f"Error processing message: {e}") from e
 *
 *     def _handle(self, msg):
 *         request, size = msgpack.loads(msg)
 *         self.released.append((request, int(size)))
 * ```
 *
 * After:
 * ```python
 * import threading
 *
 * import msgpack
 * import zmq
 *
 *
 * class Listener:
 *     def start(self):
 *         self.released: list[tuple[str, int]] = []
 *         threading.Thread(target=self._listen, daemon=True).start()
 *
 *     def _listen(self):
 *         with self.context.socket(zmq.ROUTER) as sock:
 *             sock.bind(self.path)
 *             dropped = 0
 *             while True:
 *                 try:
 *                     frames = sock.recv_multipart()
 *                 except zmq.Again:
 *                     continue
 *                 except zmq.ContextTerminated:
 *                     break
 *                 except zmq.ZMQError as error:
 *                     if error.errno in (zmq.ETERM, zmq.ENOTSOCK):
 *                         break
 *                     raise
 *                 try:
 *                     if len(frames) != 2:
 *                         raise ValueError(f"expected 2 frames, received {len(frames)}")
 *                     identity, msg = frames
 *                     self._handle(msg)
 *                 except Exception:
 *                     dropped += 1
 *                     logger.exception(
 *                         "Dropped message %d from %r: %d bytes, starting with %r",
 *                         dropped,
 *                         frames[0][:64],
 *                         len(frames[-1]),
 *                         frames[-1][:64],
 *                     )
 *
 *     def _handle(self, msg):
 *         request, size = msgpack.loads(msg)
 *         self.released.append((request, int(size)))
 * ```
 */
import type { Fix, FixPlace } from '../fix';
import { goDropPlaces } from '../go/dropLoop';
import { dropPlaces } from '../javascript/dropLoop';
import { javascript } from '../javascript/socketLoop';
import { pythonDropPlaces } from '../python/dropPlaces';
import { rustPlaces } from '../rust/dropLoop';
import type { SourceFile } from '../sourceFile';

/** Longest text without a receive call that is looked at as a pasted piece of code, in UTF-16 units. */
const maxSnippet = 4000;

export const dropMalformedMessage: Fix = {
  id: 'drop-malformed-message',
  title: 'Drop malformed message instead of raise',
  languages: ['python', ...javascript, 'rust', 'go'],
  mayApply: (text) =>
    text.includes('.recv') ||
    text.includes('.Recv') ||
    text.includes('zeromq') ||
    (text.length <= maxSnippet && text.includes('except') && text.includes('raise')),
  find: (file) => finders.get(file.language)?.(file) ?? dropPlaces(file),
};

/** The finders of the languages other than JavaScript and TypeScript. */
const finders = new Map<string, (file: SourceFile) => FixPlace[]>([
  ['python', pythonDropPlaces],
  ['rust', rustPlaces],
  ['go', goDropPlaces],
]);
