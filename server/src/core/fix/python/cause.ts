/** Reads `raise` statements that replace the exception being handled. */
import type { Edit } from '../finding';
import { freeName } from '../layout';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { type Handler, readHandler } from './handler';
import { enclosingFunction, lastName, walkOwn } from './scope';

/** Such a statement and its clause. */
export interface ReplacingRaise {
  readonly statement: SyntaxNode;
  readonly handler: Handler;
}

/** Exceptions that steer the interpreter: what they replaced is of no interest. */
const steering = new Set(['SystemExit', 'KeyboardInterrupt', 'StopIteration', 'StopAsyncIteration', 'GeneratorExit']);

/** The raises without `from`, in clauses of a `try`. */
export function replacingRaises(file: SourceFile): ReplacingRaise[] {
  return file.nodes('raise_statement').flatMap((statement) => {
    const clause = clauseOf(statement);
    if (!clause || childIn(statement, 'cause')) return [];
    const handler = readHandler(file, clause);
    const named = writable(file, handler) && !isRebound(file, handler);
    return replaces(file, statement, handler) && named ? [{ statement, handler }] : [];
  });
}

/** The clause whose handling a `raise` is part of: not that of a `try` around another one. */
function clauseOf(statement: SyntaxNode): SyntaxNode | undefined {
  for (const ancestor of ancestors(statement)) {
    if (ancestor.type === 'except_clause') return ancestor;
    if (ancestor.type === 'try_statement' || ancestor.type === 'function_definition') return undefined;
  }
  return undefined;
}

/** True when something other than the handled exception is raised. */
function replaces(file: SourceFile, statement: SyntaxNode, handler: Handler): boolean {
  const raised = statement.children[0];
  if (!raised || raised.type === 'expression_list') return false;
  const maker = childIn(raised, 'function') ?? raised;
  const root = file.textOf(maker).split('.')[0];
  return root !== handler.alias && !steering.has(lastName(file, maker)) && lastName(file, maker) !== '';
}

/** A bare `except:` has no place for a name, and several classes without brackets have none either. */
function writable(file: SourceFile, handler: Handler): boolean {
  return handler.alias !== null || (handler.classes.length > 0 && classEnd(file, handler) !== undefined);
}

/** True where the clause gives its name to something else, or takes it away: it then need not hold the exception. */
function isRebound(file: SourceFile, { alias, block }: Handler): boolean {
  if (alias === null) return false;
  return [...walkOwn(block)].some(
    (node) => node.type === 'identifier' && file.textOf(node) === alias && isBinding(node, block),
  );
}

const binding = new Set([
  'delete_statement',
  'as_pattern_target',
  'aliased_import',
  'import_statement',
  'case_pattern',
]);

const assigning = new Set(['assignment', 'augmented_assignment', 'for_statement']);

/** True for a name that a statement or an expression binds or deletes; that of a comprehension is its own. */
function isBinding(name: SyntaxNode, block: SyntaxNode): boolean {
  let inner = name;
  for (const ancestor of ancestors(name)) {
    if (inner === block) return false;
    if (ancestor.type === 'for_in_clause') return false;
    if (/^(?:attribute|subscript|call)$/.test(ancestor.type)) return false;
    if (binding.has(ancestor.type) || (inner.field === 'left' && assigning.has(ancestor.type))) return true;
    if (ancestor.type === 'named_expression' && inner.field === 'name') return true;
    inner = ancestor;
  }
  return false;
}

/** Offset behind the classes of a clause, where `as` goes. */
function classEnd(file: SourceFile, handler: Handler): number | undefined {
  const value = childIn(handler.clause, 'value');
  const behind = value && file.text.slice(value.end, handler.block.start).trimStart();
  return value && behind?.startsWith(':') ? value.end : undefined;
}

/** Adds `from`, and a name for the handled exception where it has none. */
export function causeEdits(file: SourceFile, { statement, handler }: ReplacingRaise): Edit[] {
  const name = handler.alias ?? freeName(file, enclosingFunction(statement) ?? file.root, ['e', 'error', 'cause']);
  const end = statement.children[0]?.end ?? statement.end;
  const from = { start: end, end, newText: ` from ${name}` };
  const at = handler.alias ? undefined : classEnd(file, handler);
  return at === undefined ? [from] : [{ start: at, end: at, newText: ` as ${name}` }, from];
}

/**
 * Cheap test on the text: true when a `raise` that seems to have no `from` stands deeper than the `except` line before
 * it. Most files have neither, and need not be parsed.
 */
export function hasOpenRaise(text: string): boolean {
  for (let at = text.indexOf('except'); at >= 0; at = text.indexOf('except', at + 1)) {
    const start = text.lastIndexOf('\n', at) + 1;
    if (text.slice(start, at).trim() === '' && raisesOpenly(text, at, at - start)) return true;
  }
  return false;
}

/** Looks through the lines that are indented deeper than an `except` at `at`. */
function raisesOpenly(text: string, at: number, indent: number): boolean {
  for (let line = text.indexOf('\n', at) + 1; line > 0; line = text.indexOf('\n', line) + 1) {
    let start = line;
    while (text[start] === ' ' || text[start] === '\t') start++;
    const isBlank = text[start] === '\n' || text[start] === '\r' || text[start] === '#';
    // `):` ends the classes of a clause that are written in several lines.
    if (!isBlank && start - line <= indent && text[start] !== ')') return false;
    if (text.startsWith('raise ', start) && !statementNames(text, start, start - line)) return true;
  }
  return false;
}

/** True when a statement, up to a line that is not indented deeper, holds ` from `. */
function statementNames(text: string, start: number, indent: number): boolean {
  let end = text.indexOf('\n', start);
  while (end >= 0) {
    let next = end + 1;
    while (text[next] === ' ' || text[next] === '\t') next++;
    const closes = text[next] === ')' && next - end - 1 === indent;
    if (next - end - 1 <= indent && !closes) break;
    end = text.indexOf('\n', next);
  }
  return namesOutside(text, start, end < 0 ? text.length : end);
}

/** True where ` from ` stands outside of quotes between two offsets. */
function namesOutside(text: string, start: number, end: number): boolean {
  let quote = '';
  for (let at = start; at < end; at++) {
    const unit = text[at] ?? '';
    if (unit === '\\') at++;
    else if (quote !== '') quote = unit === quote ? '' : quote;
    else if (unit === '"' || unit === "'") quote = unit;
    else if (unit === ' ' && text.startsWith(' from ', at)) return true;
  }
  return false;
}
