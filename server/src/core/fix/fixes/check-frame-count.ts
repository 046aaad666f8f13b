/**
 * Takes the frames of a message as one list and checks their number before they get names. A stranger's bytes arrive
 * with any number of frames; unpacking them in the receive statement raises `ValueError: too many values to unpack`,
 * which says nothing about who sent what. In a loop the message is dropped with a log line, elsewhere the error says
 * what came.
 *
 * Offered as unsafe: whether every genuine message has this number is not in sight, and who asked may need more than a
 * clearer error. Not offered where "Drop malformed message" or "Check identity width" does the same and more.
 *
 * Before:
 * ```python
 * import zmq
 *
 *
 * def fetch(sock):
 *     sock.send(b"get")
 *     empty, metadata = sock.recv_multipart()
 *     return decode(metadata)
 * ```
 *
 * After:
 * ```python
 * import zmq
 *
 *
 * def fetch(sock):
 *     sock.send(b"get")
 *     frames = sock.recv_multipart()
 *     if len(frames) != 2:
 *         raise ValueError(f"expected 2 frames, received {len(frames)}, the first is {frames[0][:64]!r}")
 *     empty, metadata = frames
 *     return decode(metadata)
 * ```
 */
import type { Fix, FixPlace } from '../fix';
import { goCountPlaces } from '../go/frameCount';
import { countPlaces } from '../javascript/frameCount';
import { javascript } from '../javascript/socketLoop';
import { framePlaces } from '../python/frameCount';
import { rustCountPlaces } from '../rust/frameCount';
import type { SourceFile } from '../sourceFile';

export const checkFrameCount: Fix = {
  id: 'check-frame-count',
  title: 'Check the number of frames',
  languages: ['python', ...javascript, 'go', 'rust'],
  mayApply: (text) => ['.recv', '.Recv', 'zeromq'].some((word) => text.includes(word)),
  find: (file) => finders.get(file.language)?.(file) ?? countPlaces(file),
};

/** The finders of the languages other than JavaScript and TypeScript. */
const finders = new Map<string, (file: SourceFile) => FixPlace[]>([
  ['python', framePlaces],
  ['go', goCountPlaces],
  ['rust', rustCountPlaces],
]);
