/** Tells loops that wait for messages which they count from loops that serve for ever, by their ways out. */
import { knownSetReason, onceReason, ownEndReason } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import type { Case } from './case';
import { changingMethods } from './changing';
import { complainsAndLeaves } from './handler';
import { flagOf } from './loopKind';
import { conditionsOf } from './risk';
import { enclosingLoop, inClause, lastName, ownNodes, walkOwn } from './scope';

/** True when the loop ends by itself once it has what it waits for. */
export function waitsForSet(found: Case): boolean {
  return [...leavingStatements(found), ...flagChanges(found)].some((exit) => counts(found, exit));
}

/** What the end of a loop that is not endless says: that it knows its messages only where it counts them. */
export function endingReason(found: Case): string {
  const { file, loop } = found;
  const head = childIn(loop, loop.type === 'for_statement' ? 'right' : 'condition');
  if (loop.type === 'for_statement') return head && isEndlessIterator(file, head) ? ownEndReason : knownSetReason;
  const exits = [...leavingStatements(found), ...flagChanges(found)];
  const deciding = exits.filter((exit) => counts(found, exit)).map(({ conditions }) => conditions);
  const all = [...deciding, ...(head ? [[head]] : [])];
  if (all.some((conditions) => conditions.some((condition) => isCount(found, condition)))) return knownSetReason;
  return deciding.some((conditions) => conditions.length === 0) ? onceReason : ownEndReason;
}

/** True for a call that gives as many items as are asked for, such as `itertools.count()`. */
function isEndlessIterator(file: SourceFile, iterated: SyntaxNode): boolean {
  const callee = iterated.type === 'call' ? childIn(iterated, 'function') : undefined;
  return !!callee && ['iter', 'count', 'cycle', 'repeat'].includes(lastName(file, callee));
}

/** True for a condition about a length, or about what the loop only adds to or only takes from. */
function isCount({ file, loop }: Case, condition: SyntaxNode): boolean {
  const subjects = subjectsOf(file, condition);
  const ways = subjects.map((name) => directions(file, loop, name));
  if (ways.some(({ grows, shrinks }) => grows !== shrinks)) return true;
  return /\blen\(/.test(file.textOf(condition)) && !ways.some(({ grows, shrinks }) => grows && shrinks);
}

/** Whether a loop adds to a name or takes from it. */
function directions(file: SourceFile, loop: SyntaxNode, name: string): { grows: boolean; shrinks: boolean } {
  let grows = false;
  let shrinks = false;
  for (const node of walkOwn(loop)) {
    if (changedBy(file, node) !== name) continue;
    const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
    const takes = callee
      ? shrinking.has(lastName(file, callee))
      : isReduced(file, node) || node.parent?.type === 'delete_statement';
    if (takes) shrinks = true;
    else grows = true;
  }
  return { grows, shrinks };
}

const shrinking = new Set(['discard', 'remove', 'pop', 'popitem', 'popleft', 'clear']);

/** True for `name -= …`. */
function isReduced(file: SourceFile, node: SyntaxNode): boolean {
  const left = node.type === 'augmented_assignment' ? childIn(node, 'left') : undefined;
  return !!left && file.text.slice(left.end, node.end).trimStart().startsWith('-=');
}

/** A place that ends the loop, and what is asked on the way to it. */
interface Exit {
  readonly node: SyntaxNode;
  readonly conditions: readonly SyntaxNode[];
}

/** `break` and `return`, those of clauses left out: they end the loop for an error. */
function leavingStatements({ file, loop }: Case): Exit[] {
  const breaks = ownNodes(file, 'break_statement', loop).filter((node) => enclosingLoop(node) === loop);
  return [...breaks, ...ownNodes(file, 'return_statement', loop)]
    .filter((node) => !inClause(node, loop) && !(node.parent && complainsAndLeaves(file, node.parent) === node))
    .map((node) => ({ node, conditions: conditionsIn(node, loop) }));
}

/** Where the loop itself sets the flag that its condition asks. */
function flagChanges({ file, loop }: Case): Exit[] {
  const condition = childIn(loop, 'condition');
  const flag = condition && flagOf(file, condition);
  if (!flag) return [];
  const assigned = ownNodes(file, 'assignment', loop).filter((node) => textOf(file, childIn(node, 'left')) === flag);
  const called = ownNodes(file, 'call', loop).filter((node) =>
    ['set', 'clear'].some((method) => textOf(file, childIn(node, 'function')) === `${flag}.${method}`),
  );
  return [...assigned, ...called]
    .filter((node) => !inClause(node, loop))
    .map((node) => {
      const value = childIn(node, 'right');
      const isPlain = !value || value.type === 'true' || value.type === 'false';
      return { node, conditions: [...conditionsIn(node, loop), ...(isPlain ? [] : [value])] };
    });
}

function conditionsIn(node: SyntaxNode, loop: SyntaxNode): SyntaxNode[] {
  return [...conditionsOf(node, loop)].map(({ condition }) => condition);
}

function textOf(file: SourceFile, node: SyntaxNode | undefined): string {
  return node ? file.textOf(node) : '';
}

/** True for a way out that is taken when enough has come: at once, or under a condition of what the loop changes. */
function counts(found: Case, { conditions }: Exit): boolean {
  if (conditions.length === 0) return true;
  const changed = changedIn(found);
  return conditions.some((condition) => subjectsOf(found.file, condition).some((name) => changed.has(name)));
}

/** Names and attributes in an expression, each as its whole text. */
function subjectsOf(file: SourceFile, node: SyntaxNode): string[] {
  return [...walkOwn(node)]
    .filter(({ type, field }) => (type === 'identifier' && field !== 'attribute') || type === 'attribute')
    .map((inner) => file.textOf(inner));
}

/** What the loop changes from round to round: counters, lists that grow, sets that shrink; what a message is bound to is none. */
function changedIn({ file, loop, received }: Case): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const node of walkOwn(loop)) {
    const name = changedBy(file, node);
    const isMessage = node.type !== 'augmented_assignment' && name !== undefined && received.names.has(name);
    if (name !== undefined && !isMessage) changed.add(name);
    const left =
      node.type === 'assignment' || node.type === 'named_expression'
        ? (childIn(node, 'left') ?? childIn(node, 'name'))
        : undefined;
    const right = childIn(node, 'right') ?? childIn(node, 'value');
    const isFromChanged =
      left && right && subjectsOf(file, right).some((used) => used === file.textOf(left) || changed.has(used));
    if (isFromChanged) changed.add(file.textOf(left));
  }
  return changed;
}

/** The name that a node changes in place. */
function changedBy(file: SourceFile, node: SyntaxNode): string | undefined {
  if (node.type === 'augmented_assignment') return textOf(file, childIn(node, 'left'));
  if (node.type === 'call') {
    const callee = childIn(node, 'function');
    const object = callee && childIn(callee, 'object');
    return callee && object && changingMethods.has(lastName(file, callee)) ? file.textOf(object) : undefined;
  }
  const isWritten = node.type === 'subscript' && (node.field === 'left' || node.parent?.type === 'delete_statement');
  return isWritten ? textOf(file, childIn(node, 'value')) : undefined;
}
