/** Where a node of Python code stands: its loop, its function, and whether that function runs on its own. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode, walk } from '../syntax';

/** The innermost loop around a node within its function. */
export function enclosingLoop(node: SyntaxNode): SyntaxNode | undefined {
  for (const ancestor of ancestors(node)) {
    if (ancestor.type === 'while_statement' || ancestor.type === 'for_statement') return ancestor;
    if (isFunction(ancestor)) return undefined;
  }
  return undefined;
}

/** The innermost function around a node. */
export function enclosingFunction(node: SyntaxNode): SyntaxNode | undefined {
  for (const ancestor of ancestors(node)) if (isFunction(ancestor)) return ancestor;
  return undefined;
}

/** True for `def` and `lambda`. */
export function isFunction(node: SyntaxNode): boolean {
  return node.type === 'function_definition' || node.type === 'lambda';
}

/** Walks what a block, statement or expression runs itself: not the functions and classes that it defines. */
export function* walkOwn(node: SyntaxNode): Generator<SyntaxNode> {
  yield* walk(node, (inner) => !isFunction(inner) && inner.type !== 'class_definition');
}

/** The nodes of a type in `scope` that belong to the same function as its own code does. */
export function ownNodes(file: SourceFile, type: string, scope: SyntaxNode): SyntaxNode[] {
  const owner = isFunction(scope) ? scope : enclosingFunction(scope);
  return file.nodes(type, scope).filter((node) => enclosingFunction(node) === owner);
}

/** Name of a function, empty for a lambda. */
export function functionName(file: SourceFile, definition: SyntaxNode): string {
  const name = childIn(definition, 'name');
  return name ? file.textOf(name) : '';
}

/** True for `async def`. */
export function isAsync(file: SourceFile, definition: SyntaxNode): boolean {
  return file.text.startsWith('async', definition.start);
}

/** Calls whose first arguments name a function that then runs on its own. */
const starters = new Set([
  'create_task',
  'ensure_future',
  'run_coroutine_threadsafe',
  'run_until_complete',
  'submit',
  'to_thread',
  'run_in_executor',
  'start_new_thread',
]);

/** Parts of names that people give to functions which serve for ever. */
const servingWords = ['listen', 'loop', 'serve', 'poll', 'consum', 'worker', 'receiver'];

/** True when a function is a thread's target, a task, or named like something that serves for ever. */
export function runsOnItsOwn(file: SourceFile, definition: SyntaxNode): boolean {
  const lower = functionName(file, definition).toLowerCase();
  return isAsync(file, definition) || servingWords.some((word) => lower.includes(word)) || isStarted(file, definition);
}

/** True when the file starts a function as a thread, a process or a task. */
function isStarted(file: SourceFile, definition: SyntaxNode): boolean {
  const name = functionName(file, definition);
  if (name === 'run' && isThreadClass(file, definition)) return true;
  return (
    file.nodes('keyword_argument').some((node) => namesTarget(file, node, name)) ||
    file.nodes('call').some((node) => startsFunction(file, node, name))
  );
}

/**
 * The function that runs on its own and is alone in calling `definition`, whose result it does not use; `the program`
 * where a statement of the module calls it.
 */
export function soleRunner(file: SourceFile, definition: SyntaxNode): string | undefined {
  const name = functionName(file, definition);
  const calls = file.nodes('call').filter((call) => {
    const callee = childIn(call, 'function');
    return !!callee && lastName(file, callee) === name;
  });
  const [call, ...others] = calls;
  const caller = call && enclosingFunction(call);
  if (!call || others.length > 0 || call.parent?.type !== 'expression_statement') return undefined;
  if (!caller) return 'the program';
  return isStarted(file, caller) ? functionName(file, caller) : undefined;
}

/** True for a method of a class derived from `threading.Thread` or `multiprocessing.Process`. */
function isThreadClass(file: SourceFile, method: SyntaxNode): boolean {
  const owner = [...ancestors(method)].find((node) => node.type === 'class_definition');
  const bases = owner && childIn(owner, 'superclasses');
  return !!bases && bases.children.some((base) => ['Thread', 'Process'].includes(lastName(file, base)));
}

function namesTarget(file: SourceFile, argument: SyntaxNode, name: string): boolean {
  const key = childIn(argument, 'name');
  const value = childIn(argument, 'value');
  return !!key && !!value && file.textOf(key) === 'target' && lastName(file, value) === name;
}

function startsFunction(file: SourceFile, call: SyntaxNode, name: string): boolean {
  const callee = childIn(call, 'function');
  if (!callee || !starters.has(lastName(file, callee))) return false;
  const given = childIn(call, 'arguments')?.children ?? [];
  return given.some((argument) => lastName(file, childIn(argument, 'function') ?? argument) === name);
}

/** True for a call that sends on a socket (given as source text) before an offset. */
export function sendsOn(file: SourceFile, node: SyntaxNode, socket: string, before: number): boolean {
  const callee = node.type === 'call' && node.start < before ? childIn(node, 'function') : undefined;
  const object = callee && childIn(callee, 'object');
  return !!object && file.textOf(object) === socket && lastName(file, callee).startsWith('send');
}

/** True where code of `scope` has sent on a socket when it comes to the call that receives. */
export function asksBefore(file: SourceFile, scope: SyntaxNode, socket: string, call: SyntaxNode): boolean {
  return ownNodes(file, 'call', scope).some(
    (node) => sendsOn(file, node, socket, call.start) && !standInOtherBranches(node, call),
  );
}

/** True where two nodes stand in branches of one `if` or `match`, of which only one is taken. */
function standInOtherBranches(first: SyntaxNode, second: SyntaxNode): boolean {
  const above = new Map<SyntaxNode, SyntaxNode>();
  let inner = first;
  for (const ancestor of ancestors(first)) {
    above.set(ancestor, inner);
    inner = ancestor;
  }
  inner = second;
  for (const ancestor of ancestors(second)) {
    const other = above.get(ancestor);
    if (other) {
      const chooses = ancestor.type === 'if_statement' || ancestor.parent?.type === 'match_statement';
      return chooses && other !== inner && other.field !== 'condition' && inner.field !== 'condition';
    }
    inner = ancestor;
  }
  return false;
}

/** The last name of a dotted expression, empty for anything else. */
export function lastName(file: SourceFile, node: SyntaxNode): string {
  if (node.type === 'identifier') return file.textOf(node);
  const attribute = node.type === 'attribute' ? childIn(node, 'attribute') : undefined;
  return attribute ? file.textOf(attribute) : '';
}

/** True inside an `except` clause of the loop’s own, which runs for an error alone. */
export function inClause(node: SyntaxNode, loop: SyntaxNode): boolean {
  return [...ancestors(node)].some(({ type, start }) => type === 'except_clause' && start > loop.start);
}

/** Statements that leave a loop. */
export const leavingStatements: ReadonlySet<string> = new Set([
  'break_statement',
  'return_statement',
  'raise_statement',
]);

/** Statements behind which nothing of their block runs. */
export const jumpingStatements: ReadonlySet<string> = new Set([...leavingStatements, 'continue_statement']);

/** What is awaited; a node that awaits nothing is given back. */
export function withoutAwait(node: SyntaxNode): SyntaxNode {
  return node.type === 'await' ? (node.children[0] ?? node) : node;
}
