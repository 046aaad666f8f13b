/**
 * Guards the decoding of a message with the exceptions that the library really raises for bytes of another kind:
 * `ValueError` for msgpack-python's `unpackb` (`ExtraData`, `FormatError`, `StackError` and `UnicodeDecodeError` are
 * kinds of it) and `TypeError` beside it with `strict_map_key=False`; `ValueError` and `RecursionError` for `json`;
 * `DecodeError`, `UnicodeDecodeError` and `RecursionError` for msgspec. JavaScript catches whatever is thrown.
 *
 * Offered as unsafe, and only where the whole handling cannot be guarded by "Drop malformed message": what fails behind
 * the decoding still ends the loop.
 *
 * Before:
 * ```python
 * import msgpack
 * import zmq
 *
 *
 * def coordinate(front: zmq.Socket, back: zmq.Socket):
 *     poller = make_poller(front, back)
 *     while True:
 *         events = dict(poller.poll())
 *         if front in events:
 *             buffer = front.recv(zmq.NOBLOCK)
 *             decoded = msgpack.unpackb(buffer)
 *             logger.info("wave %s", decoded)
 *         if back in events:
 *             notify(back.recv(zmq.NOBLOCK))
 * ```
 *
 * After:
 * ```python
 * import msgpack
 * import zmq
 *
 *
 * def coordinate(front: zmq.Socket, back: zmq.Socket):
 *     poller = make_poller(front, back)
 *     while True:
 *         events = dict(poller.poll())
 *         if front in events:
 *             buffer = front.recv(zmq.NOBLOCK)
 *             try:
 *                 decoded = msgpack.unpackb(buffer)
 *             except ValueError as e:
 *                 logger.warning(
 *                     "Dropped a payload that cannot be decoded (%s): %d bytes, starting with %r",
 *                     e,
 *                     len(buffer),
 *                     bytes(buffer)[:64],
 *                 )
 *                 continue
 *             logger.info("wave %s", decoded)
 *         if back in events:
 *             notify(back.recv(zmq.NOBLOCK))
 * ```
 */
import type { Fix, FixPlace } from '../fix';
import { decodePlaces } from '../javascript/decodeGuard';
import { javascript } from '../javascript/socketLoop';
import { guardEdits, openDecodings } from '../python/decodeGuard';
import type { SourceFile } from '../sourceFile';

export const guardMsgpackDecode: Fix = {
  id: 'guard-msgpack-decode',
  title: 'Drop payloads that cannot be decoded',
  languages: ['python', ...javascript],
  mayApply: (text) => text.includes('zeromq') || (text.includes('.recv') && /\.(?:loads|unpackb|decode)\(/.test(text)),
  find: (file) => (file.language === 'python' ? pythonPlaces(file) : decodePlaces(file)),
};

function pythonPlaces(file: SourceFile): FixPlace[] {
  return openDecodings(file).map(
    (decoding): FixPlace => ({
      start: decoding.statement.start,
      end: decoding.statement.end,
      applicability: 'unsafe',
      why: 'Bytes of another kind raise here and end the loop; dropping them is right if no genuine peer sends them.',
      edits: guardEdits(file, decoding),
    }),
  );
}
