/**
 * Points at messages that are unpickled. Unpickling runs code that the message names, so whoever can reach the socket
 * can run anything; no check after the fact helps. There is no edit: both sides have to move to a format that only holds
 * data (msgpack, JSON, or msgspec with a type), or the socket to `ipc://` or `inproc://`.
 *
 * Explained only.
 *
 * Before:
 * ```python
 * import zmq
 *
 *
 * def serve(ctx):
 *     sock = ctx.socket(zmq.PULL)
 *     sock.bind("tcp://*:5555")
 *     return sock.recv_pyobj()
 * ```
 */
import type { Fix, FixPlace } from '../fix';
import { unpickledMessages } from '../python/pickled';

export const unpickleUntrusted: Fix = {
  id: 'unpickle-untrusted',
  title: 'Replace pickle for messages from a socket',
  languages: ['python'],
  mayApply: (text) => text.includes('recv_pyobj') || (text.includes('pickle') && text.includes('.recv')),
  find: (file) =>
    unpickledMessages(file).map(
      (call): FixPlace => ({
        start: call.start,
        end: call.end,
        applicability: 'display-only',
        why: 'Unpickling runs code that the message names, so whoever reaches this socket can run anything here; both sides must move to a format that only holds data.',
        edits: [],
      }),
    ),
};
