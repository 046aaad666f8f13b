/** Finds log lines that keep only the text of an exception. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { type Handler, readHandler } from './handler';
import { loggerOf } from './layout';

/** A call of `error` on a logger, and the node of the method's name. */
interface ErrorLog {
  readonly call: SyntaxNode;
  readonly method: SyntaxNode;
}

/** Calls that log the handled exception as an argument, in clauses that end its way. */
export function bareErrorLogs(file: SourceFile): ErrorLog[] {
  return file.nodes('except_clause').flatMap((clause) => {
    const handler = readHandler(file, clause);
    if (!handler.alias || handler.raises.length > 0) return [];
    return file.nodes('call', handler.block).flatMap((call) => readErrorLog(file, call, handler) ?? []);
  });
}

function readErrorLog(file: SourceFile, call: SyntaxNode, handler: Handler): ErrorLog | undefined {
  const callee = childIn(call, 'function');
  const method = callee && childIn(callee, 'attribute');
  const given = childIn(call, 'arguments');
  if (!method || !given || file.textOf(method) !== 'error' || loggerOf(file, call) === undefined) return undefined;
  if (nearestClause(call) !== handler.clause || file.textOf(given).includes('exc_info')) return undefined;
  const names = file.nodes('identifier', given).map((node) => file.textOf(node));
  return handler.alias && names.includes(handler.alias) ? { call, method } : undefined;
}

function nearestClause(node: SyntaxNode): SyntaxNode | undefined {
  for (const ancestor of ancestors(node)) {
    if (ancestor.type === 'except_clause') return ancestor;
    if (ancestor.type === 'function_definition' || ancestor.type === 'lambda') return undefined;
  }
  return undefined;
}
