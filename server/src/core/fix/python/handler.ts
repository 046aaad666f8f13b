/** Reads the `except` clauses of a Python `try`. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { isLogStatement } from './layout';
import type { Raised } from './raised';
import { jumpingStatements, lastName, walkOwn } from './scope';

/** One `except` clause. */
export interface Handler {
  readonly clause: SyntaxNode;
  /** Last names of the classes, such as `Again`; empty for a bare `except:`. */
  readonly classes: readonly string[];
  /** Name after `as`. */
  readonly alias: string | null;
  /** Statements of the clause. */
  readonly block: SyntaxNode;
  /** The `raise` statements in it. */
  readonly raises: readonly SyntaxNode[];
  /** The bare `break` or `return` that ends it, when it catches everything and logs an error before. */
  readonly leaving: SyntaxNode | undefined;
}

const everything = new Set(['Exception', 'BaseException']);
const ending = new Set(['CancelledError', 'KeyboardInterrupt', 'SystemExit', 'GeneratorExit', 'StopIteration']);
const receiveErrors = new Set([
  ...['Again', 'ContextTerminated', 'ZMQError', 'NotDone'],
  // Of queues that hold received messages.
  ...['Empty', 'QueueEmpty', 'ShutDown', 'QueueShutDown'],
]);

/** The clauses of a `try`, in order. */
export function handlersOf(file: SourceFile, attempt: SyntaxNode): Handler[] {
  return attempt.children.filter((node) => node.type === 'except_clause').map((clause) => readHandler(file, clause));
}

/** Reads one `except` clause. */
export function readHandler(file: SourceFile, clause: SyntaxNode): Handler {
  const value = childIn(clause, 'value');
  const aliased = value?.type === 'as_pattern';
  const alias = aliased ? childIn(value, 'alias') : undefined;
  const caught = aliased ? value.children[0] : value;
  const classes = caught?.type === 'tuple' ? caught.children : caught ? [caught] : [];
  const block = clause.children.find((child) => child.type === 'block') ?? clause;
  const names = classes.map((node) => lastName(file, node));
  const takesAll = names.length === 0 || names.some((name) => everything.has(name));
  return {
    clause,
    classes: names,
    leaving: takesAll ? complainsAndLeaves(file, block) : undefined,
    alias: alias ? file.textOf(alias) : null,
    block,
    raises: [...walkOwn(block)].filter((node) => node.type === 'raise_statement'),
  };
}

/** The last statement of a block, when it is a bare `break` or `return` behind a logged error. */
export function complainsAndLeaves(file: SourceFile, block: SyntaxNode): SyntaxNode | undefined {
  const last = block.children.filter(({ type }) => type !== 'comment').at(-1);
  return last && isBareExit(last) && block.children.some((node) => complains(file, node)) ? last : undefined;
}

/** A bare `return`, `return None` or `break`. */
function isBareExit(statement: SyntaxNode): boolean {
  if (statement.type === 'break_statement') return true;
  return statement.type === 'return_statement' && statement.children.every(({ type }) => type === 'none');
}

const complaints = new Set(['warning', 'warn', 'error', 'exception', 'critical']);

function complains(file: SourceFile, statement: SyntaxNode): boolean {
  const callee = statement.children[0] && childIn(statement.children[0], 'function');
  return !!callee && isLogStatement(file, statement) && complaints.has(lastName(file, callee));
}

/** True for a clause that always leaves the round of its loop. */
export function jumps({ block }: Handler): boolean {
  return jumpsAway(block);
}

function jumpsAway(block: SyntaxNode): boolean {
  const last = block.children.filter(({ type }) => type !== 'comment').at(-1);
  const otherwise = last?.type === 'if_statement' && last.children.some(({ type }) => type === 'else_clause');
  if (!last || !otherwise) return jumpingStatements.has(last?.type ?? '');
  const branches = [last, ...last.children].map((branch) => childIn(branch, 'consequence') ?? childIn(branch, 'body'));
  return branches.every((inner) => !inner || jumpsAway(inner));
}

/** True for `except:`, `except Exception` and `except BaseException`. */
export function catchesEverything(handler: Handler): boolean {
  return handler.classes.length === 0 || handler.classes.some((name) => everything.has(name));
}

/** True when the clause is there for cancellation or the end of the process only. */
export function catchesEnding(handler: Handler): boolean {
  return handler.classes.length > 0 && handler.classes.every((name) => ending.has(name));
}

/** True when the clause is there for errors of the receive call only. */
export function catchesReceiveErrors(handler: Handler): boolean {
  return handler.classes.length > 0 && handler.classes.every((name) => receiveErrors.has(name));
}

/** True when a `try` takes every exception of its body and lets none out. */
export function isClosedGuard(file: SourceFile, attempt: SyntaxNode): boolean {
  return handlersOf(file, attempt).some(
    (handler) => catchesEverything(handler) && handler.raises.length === 0 && !handler.leaving,
  );
}

/**
 * True when a node stands in the body of a guard below `top` that lets none of the errors out which it raises; without
 * `raised` it may raise anything.
 */
export function isGuarded(
  file: SourceFile,
  node: SyntaxNode,
  top: SyntaxNode,
  raised: readonly Raised[] = [[]],
): boolean {
  let open = raised;
  let inner = node;
  for (const ancestor of ancestors(node)) {
    if (inner === top) return false;
    if (ancestor.type === 'try_statement' && inner.field === 'body') {
      open = open.filter((error) => !isCaught(handlersOf(file, ancestor), error));
    }
    if (ancestor.type === 'with_statement' && inner.field === 'body') {
      const classes = suppressed(file, ancestor);
      open = open.filter((error) => !catches(classes, error));
    }
    if (open.length === 0) return true;
    inner = ancestor;
  }
  return false;
}

/** True when the first of the clauses that takes an error lets nothing out. */
function isCaught(handlers: readonly Handler[], error: Raised): boolean {
  const taking = handlers.find((handler) => catchesEverything(handler) || catches(handler.classes, error));
  return !!taking && taking.raises.length === 0 && !taking.leaving;
}

function catches(classes: readonly string[], error: Raised): boolean {
  return classes.some((name) => everything.has(name) || error.includes(name));
}

/** The classes that `with contextlib.suppress(…)` takes. */
function suppressed(file: SourceFile, statement: SyntaxNode): string[] {
  const body = childIn(statement, 'body');
  return file
    .nodes('call', { start: statement.start, end: body?.start ?? statement.end })
    .filter((call) => lastName(file, childIn(call, 'function') ?? call) === 'suppress')
    .flatMap((call) => childIn(call, 'arguments')?.children.map((node) => lastName(file, node)) ?? []);
}
