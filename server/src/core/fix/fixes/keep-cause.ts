/**
 * Names the cause of an exception that replaces another. Without `from` the traceback says "During handling of the
 * above exception, another exception occurred", as if the handler itself had failed.
 *
 * Offered as safe: Python links the two exceptions either way, only `__cause__` and that sentence change. Asks first
 * where "Drop malformed message" says that someone needs the error, since nothing there is changed unseen, and where the
 * file reads or sets causes, or the exception was made elsewhere, since it may have a cause already.
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
import { withheldPlaces } from '../python/dropPlaces';
import { lastName } from '../python/scope';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';

export const keepCause: Fix = {
  id: 'keep-cause',
  title: 'Name the cause with "from"',
  languages: ['python'],
  mayApply: hasOpenRaise,
  find(file) {
    const raises = replacingRaises(file);
    const needed = raises.length > 0 ? withheldPlaces(file) : [];
    const isRead = /__(?:cause|context|suppress_context)__|exception_cause/.test(file.text);
    return raises.map((raise): FixPlace => {
      const { start, end } = raise.statement;
      const isNeeded = needed.some((place) => place.start < end && start < place.end);
      return {
        start,
        end,
        applicability: isNeeded || isRead || !makesError(file, raise.statement) ? 'unsafe' : 'safe',
        why: 'The new exception replaces the one that is handled, but does not name it as its cause.',
        edits: causeEdits(file, raise),
      };
    });
  },
};

/** True where the exception is made in place, by a class: one that was made elsewhere may have a cause of its own. */
function makesError(file: SourceFile, { children: [raised] }: SyntaxNode): boolean {
  const maker = raised && (childIn(raised, 'function') ?? raised);
  return !!maker && /^[A-Z]/.test(lastName(file, maker)) && (maker !== raised || maker.type === 'identifier');
}
