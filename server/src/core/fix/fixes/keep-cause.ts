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
import { parameterIndex } from '../python/callSites';
import { causeEdits, hasOpenRaise, replacingRaises } from '../python/cause';
import { withheldPlaces } from '../python/dropPlaces';
import { enclosingFunction, functionName, lastName } from '../python/scope';
import { boundValues } from '../python/socketType';
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
  if (!maker || !/^[A-Z]/.test(lastName(file, maker))) return false;
  if (file.nodes('function_definition').some((node) => keepsObjects(file, node))) return false;
  return maker !== raised || (maker.type === 'identifier' && isClass(file, maker));
}

/** True for a `__new__` that keeps what it makes in its class, and may give the same object again. */
function keepsObjects(file: SourceFile, definition: SyntaxNode): boolean {
  if (functionName(file, definition) !== '__new__') return false;
  const [made] = childIn(definition, 'parameters')?.children ?? [];
  return file.nodes('assignment', definition).some((node) => {
    const left = childIn(node, 'left');
    return !!made && !!left && file.textOf(left).startsWith(`${file.textOf(made)}.`);
  });
}

/** True for a name that is written as those of classes are, and that neither a line nor a caller gives a value. */
function isClass(file: SourceFile, name: SyntaxNode): boolean {
  const text = file.textOf(name);
  const definition = enclosingFunction(name);
  const isGiven = !!definition && parameterIndex(file, definition, text) !== undefined;
  return !/^[A-Z\d_]{2,}$/.test(text) && !isGiven && boundValues(file, name, text).length === 0;
}
