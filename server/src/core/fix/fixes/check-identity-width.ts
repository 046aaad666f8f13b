/**
 * Lets a start-up handshake drop what is from no peer at all: messages whose identity has another width than the file
 * gives to those of its peers, and messages of another number of frames. Everything else stays fatal: an engine says
 * HELLO and READY once, so a dropped one would only be missed minutes later.
 *
 * An engine of vLLM names itself by its rank in two bytes (`rank.to_bytes(2, "little")`). A metrics scraper on the port
 * becomes an identity of 70 bytes, which `int.from_bytes` turns into a number of 169 digits. Where the file does not
 * show how wide identities are, the change is only explained.
 *
 * Before:
 * ```python
 * import zmq
 *
 *
 * class Engine:
 *     def __init__(self, rank):
 *         self.identity = rank.to_bytes(2, "little")
 *
 *
 * def wait_for_startup(ctx, engines: list[Engine], pending):
 *     handshake_socket = ctx.socket(zmq.ROUTER)
 *     while any(pending):
 *         eng_identity, ready_msg = handshake_socket.recv_multipart()
 *         eng_index = int.from_bytes(eng_identity, "little")
 *         engine = next((e for e in engines if e.identity == eng_identity), None)
 *         if engine is None:
 *             logger.error("unknown engine %d", eng_index)
 *             raise RuntimeError(f"Message from engine with unexpected data parallel rank: {eng_index}")
 *         engine.ready(ready_msg)
 * ```
 *
 * After:
 * ```python
 * import zmq
 *
 *
 * class Engine:
 *     def __init__(self, rank):
 *         self.identity = rank.to_bytes(2, "little")
 *
 *
 * def wait_for_startup(ctx, engines: list[Engine], pending):
 *     handshake_socket = ctx.socket(zmq.ROUTER)
 *     while any(pending):
 *         frames = handshake_socket.recv_multipart()
 *         if len(frames) != 2 or len(frames[0]) != 2:
 *             # A genuine peer sends 2 frames, and its identity has 2 bytes.
 *             logger.warning(
 *                 "Dropped a message of a stranger: "
 *                 "%d frames, identity %r, %d bytes starting with %r",
 *                 len(frames),
 *                 frames[0][:64],
 *                 len(frames[-1]),
 *                 frames[-1][:64],
 *             )
 *             continue
 *         eng_identity, ready_msg = frames
 *         eng_index = int.from_bytes(eng_identity, "little")
 *         engine = next((e for e in engines if e.identity == eng_identity), None)
 *         if engine is None:
 *             logger.error("unknown engine %d", eng_index)
 *             raise RuntimeError(f"Message from engine with unexpected data parallel rank: {eng_index}")
 *         engine.ready(ready_msg)
 * ```
 */
import type { Fix, FixPlace } from '../fix';
import { checkEdits, readWidthCheck } from '../python/widthCheck';

export const checkIdentityWidth: Fix = {
  id: 'check-identity-width',
  title: 'Check identity width',
  languages: ['python'],
  mayApply: (text) => text.includes('from_bytes') && text.includes('.recv_multipart'),
  find(file) {
    const places: FixPlace[] = [];
    for (const call of file.nodes('call')) {
      const check = readWidthCheck(file, call);
      if (!check) continue;
      const { applicability, why, unknown } = check;
      const edits = applicability === 'display-only' ? [] : checkEdits(file, check);
      const answers = unknown && { answers: unknown };
      places.push({ start: check.receive.statement.start, end: check.use.end, applicability, why, edits, ...answers });
    }
    return places;
  },
};
