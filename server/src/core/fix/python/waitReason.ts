/** Tells loops that wait for messages which they count from loops that serve for ever, by their ways out. */
import {
  countedReason,
  countedWords,
  keptReason,
  knownSetReason,
  onceReason,
  ownEndReason,
  signalledReason,
} from '../reasons';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import type { Case } from './case';
import { changingMethods } from './changing';
import { complainsAndLeaves } from './handler';
import { flagOf, namesEndless } from './loopKind';
import { conditionsOf, mentions } from './risk';
import { enclosingLoop, inClause, lastName, ownNodes, walkOwn } from './scope';
import { keptState } from './stateCare';

/**
 * What a way out says about the loop: it is taken when enough has come (`counts`), for a message or a flag that asks it to
 * stop (`stops`), or under a condition that says neither (`unknown`).
 */
type WayOut = 'counts' | 'stops' | 'unknown';

/** True when the loop ends by itself once it has what it waits for. */
export function waitsForSet(found: Case): boolean {
  return waysOut(found).includes('counts');
}

/** What the end of a loop that is not endless says: that it knows its messages only where it counts them. */
export function endingReason(found: Case): string {
  const { file, loop } = found;
  const head = childIn(loop, loop.type === 'for_statement' ? 'right' : 'condition');
  if (loop.type === 'for_statement') return head && isEndlessIterator(file, head) ? ownEndReason : knownSetReason;
  const exits = [...leavingStatements(found), ...flagChanges(found)];
  const deciding = exits.filter((exit) => wayOf(found, exit) === 'counts').map(({ conditions }) => conditions);
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

/** A sentence when something counts the messages, or may. */
export function countingCare(found: Case): string | undefined {
  const { file, loop } = found;
  if (waysOut(found).includes('unknown')) {
    return 'The loop ends under a condition of its own: if it waits for messages there, a dropped one is missed.';
  }
  const condition = childIn(loop, 'condition');
  const flag = condition && flagOf(file, condition);
  if (condition && flag && awaited.test(file.textOf(condition))) {
    return `The loop runs until ${flag}: if that stands for all messages having come, a dropped one is missed.`;
  }
  const counting = [...walkOwn(loop)].find((node) => counts(file, node, loop));
  if (counting) return isSignal(file, counting) ? signalledReason : countedReason;
  const kept = keptName(found) ?? keptState(found) ?? balancedName(found) ?? fedGenerator(found);
  return kept && keptReason(kept);
}

/** A name that the loop sets to a constant or adds the message to, and that it reads in a later round. */
function keptName({ file, loop, received }: Case): string | undefined {
  for (const node of walkOwn(loop)) {
    const left = childIn(node, 'left');
    const right = childIn(node, 'right');
    if (!left || !right || inClause(node, loop)) continue;
    const name = file.textOf(left);
    if (node.type === 'augmented_assignment' && left.type === 'identifier' && mentions(file, right, received))
      return name;
    const isState = node.type === 'assignment' && left.type === 'identifier' && constants.has(right.type);
    if (isState && isAsked(file, name, loop)) return name;
  }
  return undefined;
}

/** A generator that gets the messages: one that has raised takes no more. */
function fedGenerator({ file, loop }: Case): string | undefined {
  for (const call of ownNodes(file, 'call', loop)) {
    const callee = childIn(call, 'function');
    const object = callee && /^a?send$/.test(lastName(file, callee)) ? childIn(callee, 'object') : undefined;
    const name = object && file.textOf(object);
    if (name && (file.text.includes(`next(${name})`) || file.text.includes(`${name}.send(None)`))) return name;
  }
  return undefined;
}

/** A counter that the loop raises and lowers again, which a failure in between leaves too high. */
function balancedName({ file, loop }: Case): string | undefined {
  for (const node of walkOwn(loop)) {
    if (node.type !== 'augmented_assignment' || inClause(node, loop)) continue;
    const name = textOf(file, childIn(node, 'left'));
    const { grows, shrinks } = directions(file, loop, name);
    if (grows && shrinks) return name;
  }
  return undefined;
}

const constants = new Set(['string', 'integer', 'true', 'false', 'attribute']);

/** True where a condition of the loop, outside its clauses, asks a name that has a value before the loop. */
function isAsked(file: SourceFile, name: string, loop: SyntaxNode): boolean {
  return ownNodes(file, 'if_statement', loop).some((node) => {
    const condition = childIn(node, 'condition');
    return !!condition && !inClause(node, loop) && subjectsOf(file, condition).includes(name);
  });
}

/** Words in names of flags that are as well set when all is there as when all is over. */
const awaited = /done|finish|complete|ready|connect|receiv|arriv|join|start/i;

const cache = new WeakMap<Case, readonly WayOut[]>();

function waysOut(found: Case): readonly WayOut[] {
  const known = cache.get(found);
  if (known) return known;
  const ways = [...leavingStatements(found), ...flagChanges(found)].flatMap((exit) => wayOf(found, exit) ?? []);
  cache.set(found, ways);
  return ways;
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

function wayOf(found: Case, { conditions }: Exit): WayOut | undefined {
  if (conditions.length === 0) return 'counts';
  const { file, received, loop } = found;
  const subjects = new Set(conditions.flatMap((condition) => subjectsOf(file, condition)));
  const changed = changedIn(found);
  if ([...subjects].some((name) => changed.has(name))) return 'counts';
  if (conditions.some((condition) => mentions(file, condition, received))) return 'stops';
  if (conditions.some((condition) => namesEndless(file, condition))) return 'stops';
  // A round in which nothing came may be the last.
  const polled = [...subjects].some((name) => isPolled(file, loop, name));
  return polled || conditions.some((condition) => /\.poll\(/.test(file.textOf(condition))) ? undefined : 'unknown';
}

function isPolled(file: SourceFile, loop: SyntaxNode, name: string): boolean {
  return ownNodes(file, 'assignment', loop).some(
    (node) => textOf(file, childIn(node, 'left')) === name && textOf(file, childIn(node, 'right')).includes('.poll('),
  );
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

const crossing = new Set(['discard', 'remove', 'pop', 'popitem', 'popleft']);
const signals = new Set(['release', 'notify', 'notify_all', 'count_down', 'countdown']);

/** True for `remaining -= 1`, `pending.discard(who)`, `event.set()`, and a counter that other code compares. */
function counts(file: SourceFile, node: SyntaxNode, loop: SyntaxNode): boolean {
  if (node.type === 'augmented_assignment') {
    const left = childIn(node, 'left');
    const name = textOf(file, left);
    const { grows, shrinks } = directions(file, loop, name);
    // What goes up and down again is what is being handled, and waits for no message.
    if (grows && shrinks) return false;
    const isLess = isReduced(file, node) && left?.type !== 'subscript';
    return isLess || countedWords.test(name) || isCompared(file, name, loop);
  }
  const name = changedBy(file, node);
  const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
  const method = callee ? lastName(file, callee) : '';
  if (name !== undefined)
    return (!callee || crossing.has(method)) && node.field !== 'left' && countedWords.test(lastWord(name));
  if (callee?.type !== 'attribute') return false;
  const takesNothing = childIn(node, 'arguments')?.children.length === 0;
  return signals.has(method) || (method === 'set' && takesNothing);
}

/** True for `event.set()`, `condition.notify_all()` and the like. */
function isSignal(file: SourceFile, node: SyntaxNode): boolean {
  const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
  return !!callee && !crossing.has(lastName(file, callee));
}

function lastWord(name: string): string {
  return name.split('.').at(-1) ?? name;
}

/** True where the file compares a counter outside the loop, as somebody does who waits for it. */
function isCompared(file: SourceFile, name: string, loop: SyntaxNode): boolean {
  return file
    .nodes('comparison_operator')
    .some(
      (node) =>
        (node.end <= loop.start || node.start >= loop.end) && node.children.some((side) => file.textOf(side) === name),
    );
}
