/** The shape of a loop that receives: which statements take the message, which handle it, which `try` covers what. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { catchesEnding, catchesReceiveErrors, type Handler, handlersOf } from './handler';
import { isBlock, type Receive, statementsOf } from './receive';

/** A `while` loop around a receive call. */
export interface ReceiveLoop {
  readonly receive: Receive;
  readonly loop: SyntaxNode;
  /** The block that is rewritten: the loop's body or the body of an `if` in it. */
  readonly block: SyntaxNode;
  /** The `try` in that block whose body holds the receive, if any, with its clauses. */
  readonly guard: SyntaxNode | undefined;
  readonly guardHandlers: readonly Handler[];
  /** Statements that follow the receive in the guard's body. */
  readonly inGuard: readonly SyntaxNode[];
  /** Statements that follow the receive, or its guard, in the block. */
  readonly after: readonly SyntaxNode[];
  /** The last of them when it is a `try` that lets errors of the message out and the guard holds only the receive. */
  readonly tail: SyntaxNode | undefined;
  /** Clauses of the `try` that handles the message: the guard, or the tail. */
  readonly handlers: readonly Handler[];
  /** Statements of the loop that follow the block's own `if`, outermost last. */
  readonly beyond: readonly SyntaxNode[];
  /** The `try` of the same function around the loop, if any. */
  readonly outerTry: SyntaxNode | undefined;
}

/** Reads the shape, or gives undefined when the receive is nested in something a rewrite cannot split. */
export function readReceiveLoop(file: SourceFile, receive: Receive, loop: SyntaxNode): ReceiveLoop | undefined {
  const body = childIn(loop, 'body');
  const inner = receive.statement.parent;
  if (!body || !inner || loop.type !== 'while_statement') return undefined;
  const guard = inner.parent?.type === 'try_statement' && inner.field === 'body' ? inner.parent : undefined;
  const top = guard ?? receive.statement;
  const block = top.parent;
  if (!block || !isBlock(block)) return undefined;
  const beyond = statementsBeyond(block, body);
  if (!beyond) return undefined;
  const guardHandlers = guard ? handlersOf(file, guard) : [];
  const inGuard = guard ? following(inner, receive.statement) : [];
  const after = following(block, top);
  const tail = inGuard.length === 0 ? handlingTry(file, after) : undefined;
  return {
    receive,
    loop,
    block,
    guard,
    guardHandlers,
    inGuard,
    after,
    tail,
    handlers: tail ? handlersOf(file, tail) : inGuard.length > 0 ? guardHandlers : [],
    beyond,
    outerTry: tryAround(loop),
  };
}

/** The clauses that let errors of the message out. */
export function raisingHandlers(shape: ReceiveLoop): Handler[] {
  const unpacked = shape.inGuard.length === 0 && shape.receive.names.length > 0 ? shape.guardHandlers : [];
  return [...shape.handlers, ...unpacked].filter(letsOut);
}

/** True for a clause that lets errors of the message end the loop. */
export function letsOut(handler: Handler): boolean {
  return (handler.raises.length > 0 || !!handler.leaving) && !catchesEnding(handler) && !catchesReceiveErrors(handler);
}

function handlingTry(file: SourceFile, statements: readonly SyntaxNode[]): SyntaxNode | undefined {
  const last = statements.at(-1);
  // What an `else` or `finally` branch holds has to stay with its `try`.
  if (last?.children.some(({ type }) => type === 'else_clause' || type === 'finally_clause')) return undefined;
  return last?.type === 'try_statement' && handlersOf(file, last).some(letsOut) ? last : undefined;
}

/** The statements after each `if` on the way from the block up to the loop's body; undefined on any other nesting. */
function statementsBeyond(block: SyntaxNode, body: SyntaxNode): SyntaxNode[] | undefined {
  const beyond: SyntaxNode[] = [];
  let at = block;
  while (at !== body) {
    let branch = at.parent;
    if (branch?.type === 'elif_clause' || branch?.type === 'else_clause') branch = branch.parent;
    const outer = branch?.parent;
    if (branch?.type !== 'if_statement' || !outer || !isBlock(outer)) return undefined;
    beyond.push(...following(outer, branch));
    at = outer;
  }
  return beyond;
}

function following(block: SyntaxNode, statement: SyntaxNode): SyntaxNode[] {
  return statementsOf(block).filter((other) => other.start >= statement.end);
}

function tryAround(loop: SyntaxNode): SyntaxNode | undefined {
  let inner = loop;
  for (const ancestor of ancestors(loop)) {
    if (ancestor.type === 'function_definition') return undefined;
    if (ancestor.type === 'try_statement' && inner.field === 'body') return ancestor;
    inner = ancestor;
  }
  return undefined;
}
