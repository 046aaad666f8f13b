/**
 * Names the cause of an exception that replaces another. Without `from` the traceback says "During handling of the
 * above exception, another exception occurred", as if the handler itself had failed.
 *
 * Offered as safe: Python links the two exceptions either way, only `__cause__` and that sentence change.
 *
 * Before:
 * ```python
 * def read_metadata(payload):
 *     try:
 *         return decode(payload)
 *     except ValueError:
 *         raise HandshakeError("metadata cannot be decoded")
 * ```
 *
 * After:
 * ```python
 * def read_metadata(payload):
 *     try:
 *         return decode(payload)
 *     except ValueError as e:
 *         raise HandshakeError("metadata cannot be decoded") from e
 * ```
 */
import type { Fix, FixPlace } from '../fix';
import { causeEdits, hasOpenRaise, replacingRaises } from '../python/cause';

export const keepCause: Fix = {
  id: 'keep-cause',
  title: 'Name the cause with "from"',
  languages: ['python'],
  mayApply: hasOpenRaise,
  find: (file) =>
    replacingRaises(file).map(
      (raise): FixPlace => ({
        start: raise.statement.start,
        end: raise.statement.end,
        applicability: 'safe',
        why: 'The new exception replaces the one that is handled, but does not name it as its cause.',
        edits: causeEdits(file, raise),
      }),
    ),
};
