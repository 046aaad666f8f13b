/**
 * Gives msgpack its limits back where they were taken away for data from the network: `Unpacker(max_buffer_size=0)` lets
 * one peer fill gigabytes of memory, and `strict_map_key=False` lets in keys that raise `TypeError` or collide.
 *
 * Offered as unsafe: genuine peers may send more, or keys that are no text.
 *
 * Before:
 * ```python
 * import msgpack
 *
 *
 * def read_stream(connection):
 *     unpacker = msgpack.Unpacker(raw=False, max_buffer_size=0)
 *     while chunk := connection.recv(65536):
 *         unpacker.feed(chunk)
 *         yield from unpacker
 * ```
 *
 * After:
 * ```python
 * import msgpack
 *
 *
 * def read_stream(connection):
 *     unpacker = msgpack.Unpacker(raw=False, max_buffer_size=100 * 1024 * 1024)
 *     while chunk := connection.recv(65536):
 *         unpacker.feed(chunk)
 *         yield from unpacker
 * ```
 */
import type { Fix } from '../fix';
import { limitPlaces } from '../python/msgpackLimits';

export const limitMsgpack: Fix = {
  id: 'limit-msgpack',
  title: 'Bound what msgpack takes from the network',
  languages: ['python'],
  mayApply: (text) => text.includes('max_buffer_size') || (text.includes('strict_map_key') && text.includes('.recv')),
  find: limitPlaces,
};
