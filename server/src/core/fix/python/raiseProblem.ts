/** Says why a `raise` in a receive loop is meant to end it. */
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { conditionsOf, mentions } from './risk';
import { lastName, walkOwn } from './scope';

const endingWords = ['exit', 'interrupt', 'stop', 'cancel', 'shutdown', 'terminat', 'dead', 'closed', 'abort'];
const configWords = ['rank', 'config', 'hash', 'headless', 'version', 'world_size', 'local'];

/**
 * A sentence, or undefined when the `raise` tells of a malformed message.
 *
 * @param names names that hold what was received; undefined for a `raise` in an `except` clause
 */
export function raiseProblem(
  file: SourceFile,
  raise: SyntaxNode,
  loop: SyntaxNode,
  names: ReadonlySet<string> | undefined,
): string | undefined {
  const raised = raise.children[0];
  const kind = raised ? lastName(file, childIn(raised, 'function') ?? raised) : '';
  if (endingWords.some((word) => kind.toLowerCase().includes(word))) {
    return `${kind} is raised to end the loop; it is not about a malformed message.`;
  }
  if (!names) return undefined;
  const conditions = [...conditionsOf(raise, loop)].filter(({ condition }) => mentions(file, condition, names));
  const nearest = conditions[0];
  if (!nearest) return 'The raise does not depend on the message, so dropping the message is no answer to it.';
  if (namesConfiguration(file, nearest.condition)) {
    return 'The raise follows a comparison of ranks or configuration, which must stay fatal: the sender does not send again.';
  }
  if (nearest.holds && isStopMessage(file, nearest.condition)) {
    return 'The raise answers one expected message, as a request to stop does, so the end of the loop is meant.';
  }
  return undefined;
}

function namesConfiguration(file: SourceFile, condition: SyntaxNode): boolean {
  for (const node of walkOwn(condition)) {
    if (node.type !== 'identifier') continue;
    const words = file.textOf(node).toLowerCase();
    if (configWords.some((word) => words.includes(word))) return true;
  }
  return false;
}

/** True for `message == VALUE` or `message is VALUE`, checks of a length or for None left out. */
function isStopMessage(file: SourceFile, condition: SyntaxNode): boolean {
  const [left, right] = condition.children;
  if (condition.type !== 'comparison_operator' || !left || !right) return false;
  const operator = file.text.slice(left.end, right.start).trim();
  const compared = `${file.textOf(left)} ${file.textOf(right)}`;
  return (operator === '==' || operator === 'is' || operator === 'in') && !/\blen\(|\bNone\b/.test(compared);
}
