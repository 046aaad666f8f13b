/** Reasons against dropping a message that lie in the `raise` which ends the loop. */
import { configurationReason, stopReason, versionReason, worksBeforeReason } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import type { Case } from './case';
import { type Handler, readHandler } from './handler';
import { isLogStatement } from './layout';
import { conditionsOf, mentions, type Received } from './risk';
import { lastName, walkOwn } from './scope';

const endingWords = ['exit', 'interrupt', 'stop', 'cancel', 'shutdown', 'terminat', 'dead', 'closed', 'abort'];
const configWords = ['rank', 'config', 'hash', 'headless', 'version', 'world_size', 'dp_size', 'local'];

/** A sentence when one of the raises is meant to end the loop or has work to do before. */
export function raiseReason({ file, loop, shape, received, risks, raising }: Case): string | undefined {
  for (const handler of raising) {
    const problem = handlerProblem(file, handler);
    if (problem) return problem;
  }
  const guarded = raising.length > 0 && shape ? [...shape.inGuard, ...shape.after] : [];
  if (guarded.some((statement) => comparesConfiguration(file, statement))) return configurationReason;
  for (const { kind, node } of risks) {
    const problem = kind === 'raise' ? raiseProblem(file, node, loop, received) : undefined;
    if (problem) return problem;
    const compared = kind === 'assert' ? comparisonReason(file, node) : undefined;
    if (compared) return compared;
  }
  return undefined;
}

/** True where a statement raises for a comparison of ranks or configuration. */
function comparesConfiguration(file: SourceFile, statement: SyntaxNode): boolean {
  return [...walkOwn(statement)].some((node) => {
    if (node.type === 'assert_statement') return namesConfiguration(file, node);
    if (node.type !== 'raise_statement') return false;
    return [...conditionsOf(node, statement)].some(({ condition }) => namesConfiguration(file, condition));
  });
}

function raiseProblem(file: SourceFile, raise: SyntaxNode, loop: SyntaxNode, received: Received): string | undefined {
  const clause = [...ancestors(raise)].find((node) => node.type === 'except_clause' && node.start > loop.start);
  if (clause) return handlerProblem(file, readHandler(file, clause));
  const ending = endingProblem(file, raise);
  if (ending) return ending;
  if (worksBefore(file, raise, loop)) return worksBeforeReason;
  const nearest = [...conditionsOf(raise, loop)].find(({ condition }) => mentions(file, condition, received));
  if (!nearest) return 'The raise does not depend on the message, so dropping the message is no answer to it.';
  if (nearest.holds && tellsOfFailure(file, nearest.condition)) {
    return 'The raise passes on a failure that the message tells of, so the end of the loop is meant.';
  }
  const compared = comparisonReason(file, nearest.condition);
  if (compared) return compared;
  if (expectsPattern(file, raise)) return stopReason;
  if (nearest.holds && isStopMessage(file, nearest.condition)) {
    return stopReason;
  }
  return undefined;
}

/** True for a field of the message that is asked whether it is set, as `if data.get("error"):`, and for names of failures. */
function tellsOfFailure(file: SourceFile, condition: SyntaxNode): boolean {
  const inner = condition.type === 'parenthesized_expression' ? (condition.children[0] ?? condition) : condition;
  const asked = inner.type === 'named_expression' ? (childIn(inner, 'value') ?? inner) : inner;
  const callee = asked.type === 'call' ? childIn(asked, 'function') : undefined;
  // What a match is about is asked for its value, by patterns, not whether it is set.
  const isField = (asked.type === 'subscript' || asked.type === 'attribute') && condition.field !== 'subject';
  if (isField || (!!callee && /^(?:get|pop)$/.test(lastName(file, callee)))) return true;
  return [...walkOwn(condition)].some(
    (node) =>
      node.type === 'string' &&
      /error|fatal|fail|abort|crash|exception/i.test(file.textOf(node)) &&
      !isNegated(node, condition),
  );
}

/** True below a `not`. */
function isNegated(node: SyntaxNode, top: SyntaxNode): boolean {
  return [...ancestors(node)].some(({ type, start }) => type === 'not_operator' && start >= top.start);
}

/** True in a `case` for one expected value: one for anything else only binds a name, or none. */
function expectsPattern(file: SourceFile, raise: SyntaxNode): boolean {
  const clause = [...ancestors(raise)].find(({ type }) => type === 'case_clause' || type === 'if_statement');
  if (clause?.type !== 'case_clause') return false;
  return !clause.children
    .filter(({ type }) => type === 'case_pattern')
    .every((pattern) => /^[A-Za-z_]\w*$/.test(file.textOf(pattern)));
}

function handlerProblem(file: SourceFile, handler: Handler): string | undefined {
  if (handler.block.children.some((node) => node !== handler.leaving && doesMore(file, node))) {
    return 'The handler does more than log before it raises, and that work belongs to the end of the loop.';
  }
  if (handler.raises.some((raise) => raise.parent !== handler.block)) {
    return 'The handler raises only under a condition, so the end of the loop is meant.';
  }
  for (const raise of handler.raises) {
    const problem = endingProblem(file, raise);
    if (problem) return problem;
  }
  return undefined;
}

function endingProblem(file: SourceFile, raise: SyntaxNode): string | undefined {
  const raised = raise.children[0];
  const kind = raised ? lastName(file, childIn(raised, 'function') ?? raised) : '';
  if (!endingWords.some((word) => kind.toLowerCase().includes(word))) return undefined;
  return `${kind} is raised to end the loop, not about a malformed message.`;
}

/** True where the branch of a `raise` first calls something, or sets what others can see, such as an attribute. */
function worksBefore(file: SourceFile, raise: SyntaxNode, loop: SyntaxNode): boolean {
  const block = raise.parent;
  if (!block || block === childIn(loop, 'body')) return false;
  return block.children.some((node) => {
    if (node.start >= raise.start || plain.has(node.type) || isLogStatement(file, node)) return false;
    const only = node.type === 'expression_statement' ? node.children[0] : undefined;
    return only?.type !== 'assignment' || childIn(only, 'left')?.type !== 'identifier';
  });
}

const plain = new Set(['comment', 'raise_statement', 'pass_statement']);

/** True for a statement that is more than a log line, a counter or a plain assignment. */
function doesMore(file: SourceFile, node: SyntaxNode): boolean {
  if (plain.has(node.type) || isLogStatement(file, node)) return false;
  // Conditions around a raise are judged as such, with a sentence of their own.
  if (node.type === 'if_statement') return false;
  const only = node.type === 'expression_statement' ? node.children[0]?.type : undefined;
  if (only === 'augmented_assignment') return false;
  return only !== 'assignment' || [...walkOwn(node)].some((inner) => inner.type === 'call' && !isPure(file, inner));
}

const pure = new Set(['str', 'repr', 'len', 'type', 'format', 'time', 'monotonic']);

function isPure(file: SourceFile, call: SyntaxNode): boolean {
  const callee = childIn(call, 'function');
  return !!callee && pure.has(lastName(file, callee));
}

/** A sentence for a condition that compares ranks or configuration, or only a version. */
function comparisonReason(file: SourceFile, condition: SyntaxNode): string | undefined {
  const words = configWords.filter((word) => namesOneOf(file, condition, [word]));
  if (words.length === 0) return undefined;
  return words.every((word) => word === 'version') ? versionReason : configurationReason;
}

/** True when a condition compares ranks or configuration. */
export function namesConfiguration(file: SourceFile, condition: SyntaxNode): boolean {
  return namesOneOf(file, condition, configWords);
}

function namesOneOf(file: SourceFile, condition: SyntaxNode, sought: readonly string[]): boolean {
  for (const node of walkOwn(condition)) {
    if (node.type !== 'identifier' && !isKey(file, node)) continue;
    const words = file.textOf(node).toLowerCase();
    if (sought.some((word) => words.includes(word))) return true;
  }
  return false;
}

/** True for the key in `data["rank"]` and `data.get("rank")`. */
function isKey(file: SourceFile, { type, field, parent }: SyntaxNode): boolean {
  if (type !== 'string') return false;
  const callee = parent?.type === 'argument_list' && parent.parent ? childIn(parent.parent, 'function') : undefined;
  return field === 'subscript' || (!!callee && lastName(file, callee) === 'get');
}

/** True for `message == VALUE`, `message is VALUE` and `message in VALUES`; lengths, None and what is empty say what is missing. */
export function isStopMessage(file: SourceFile, condition: SyntaxNode): boolean {
  const [left, right] = condition.children;
  if (condition.type !== 'comparison_operator' || !left || !right) return false;
  const operator = file.text.slice(left.end, right.start).trim();
  const compared = `${file.textOf(left)} ${file.textOf(right)}`;
  return ['==', 'is', 'in'].includes(operator) && !/\blen\(|\bNone\b|(?:^|\s)b?(?:""|'')(?:\s|$)/.test(compared);
}
