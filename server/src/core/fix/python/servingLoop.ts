/** Finds the loop that serves the messages of a receive, where loops stand in each other. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, isWithin, type SyntaxNode } from '../syntax';
import { endlessLoop } from './loopKind';
import type { Receive } from './receive';

/**
 * The innermost loop around a receive that runs until it is stopped and waits for each message: loops around it start it
 * again, as after a lost connection. Else the outermost loop of the function, of which inner ones drain or read on.
 */
export function servingLoop(file: SourceFile, receive: Receive, all: readonly Receive[]): SyntaxNode | undefined {
  const loops = loopsAround(receive.statement);
  const [inner] = loops;
  const outer = loops.at(-1);
  if (!inner || !outer || inner === outer) return outer;
  const condition = inner.type === 'while_statement' ? childIn(inner, 'condition') : undefined;
  const waits = !/NOBLOCK|DONTWAIT|timeout/.test(file.textOf(receive.call));
  const isAlone = all.every(
    ({ socket, call }) => socket !== receive.socket || isWithin(call, inner) || !isWithin(call, outer),
  );
  return condition && endlessLoop(file, condition) && waits && isAlone ? inner : outer;
}

/** The outermost loop around a node within its function. */
export function outermostLoop(node: SyntaxNode): SyntaxNode | undefined {
  return loopsAround(node).at(-1);
}

/** The loops around a node within its function, innermost first. */
function loopsAround(node: SyntaxNode): SyntaxNode[] {
  const loops: SyntaxNode[] = [];
  for (const ancestor of ancestors(node)) {
    if (ancestor.type === 'function_definition') break;
    if (ancestor.type === 'while_statement' || ancestor.type === 'for_statement') loops.push(ancestor);
  }
  return loops;
}
