/** Writes Python the way the file around it is written: indentation, line ends, free names, imports, logger. */
import type { Edit } from '../finding';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { ownNodes } from './scope';

/** What one level of indentation adds, taken from a compound statement and its body. */
export function indentUnit(file: SourceFile, statement: SyntaxNode, body: SyntaxNode): string {
  const outer = file.indentAt(statement.start);
  const inner = file.indentAt(body.start);
  return inner.length > outer.length && inner.startsWith(outer) ? inner.slice(outer.length) : '    ';
}

/**
 * The lines that hold [start, end), each moved right by `unit`. Blank lines and lines that begin inside a string stay.
 *
 * @param swap a part of one line to write differently
 */
export function movedRight(file: SourceFile, start: number, end: number, unit: string, swap?: Edit): string {
  const lines: string[] = [];
  const last = file.lineEnd(end);
  const strings = file.nodes('string', { start: file.lineStart(start), end: last });
  for (let at = file.lineStart(start); at <= last; ) {
    const stop = file.lineEnd(at);
    const inString = strings.some((node) => node.start < at && at < node.end);
    const line = withSwap(file, at, stop, swap);
    lines.push(inString || line.trim() === '' ? line : unit + line);
    if (stop === file.text.length) break;
    at = file.nextLine(stop);
  }
  return lines.join(file.newline);
}

function withSwap(file: SourceFile, start: number, end: number, swap: Edit | undefined): string {
  if (!swap || swap.start < start || swap.end > end) return file.text.slice(start, end);
  return file.text.slice(start, swap.start) + swap.newText + file.text.slice(swap.end, end);
}

/** The first of the names that a function (or the module) does not use yet. */
export function freeName(file: SourceFile, scope: SyntaxNode, names: readonly string[]): string {
  const used = new Set<string>();
  for (const node of file.nodes('identifier', scope)) if (node.field !== 'attribute') used.add(file.textOf(node));
  const free = names.find((name) => !used.has(name));
  if (free) return free;
  const stem = names[0] ?? 'name';
  for (let number = 2; ; number++) if (!used.has(`${stem}_${number}`)) return `${stem}_${number}`;
}

/** The name that a file binds a module to by `import module` or `import module as name`, if any. */
export function moduleName(file: SourceFile, module: string): string | undefined {
  for (const statement of file.root.children) {
    if (statement.type !== 'import_statement') continue;
    for (const item of statement.children) {
      const alias = childIn(item, 'alias');
      const name = file.textOf(childIn(item, 'name') ?? item);
      if (alias && (name === module || name === `${module}.green`)) return file.textOf(alias);
      if (!alias && (name === module || name.startsWith(`${module}.`))) return module;
    }
  }
  return undefined;
}

/** Adds `import module` before the first import that is not from `__future__`, else after the docstring. */
export function importEdit(file: SourceFile, module: string): Edit {
  const statements = file.root.children.filter((node) => node.type !== 'comment');
  const first = statements.find((node) => node.type === 'import_statement' || node.type === 'import_from_statement');
  const docstring = statements[0]?.children[0]?.type === 'string' ? statements[0] : undefined;
  const future = statements.filter((node) => node.type === 'future_import_statement').at(-1);
  const behind = first ? undefined : (future ?? docstring);
  const at = behind ? file.nextLine(behind.end) : (first?.start ?? 0);
  return { start: at, end: at, newText: `import ${module}${file.newline}` };
}

const logCalls = new Set(['debug', 'info', 'warning', 'error', 'exception', 'critical', 'warn']);

/** True for a statement that only logs or prints. */
export function isLogStatement(file: SourceFile, statement: SyntaxNode): boolean {
  const call = statement.type === 'expression_statement' ? statement.children[0] : undefined;
  const callee = call && childIn(call, 'function');
  return !!call && (loggerOf(file, call) !== undefined || (!!callee && file.textOf(callee) === 'print'));
}

/** Source text of the logger that a call of a logging method uses, such as `self.logger`. */
export function loggerOf(file: SourceFile, call: SyntaxNode): string | undefined {
  const callee = call.type === 'call' ? childIn(call, 'function') : undefined;
  const object = callee && childIn(callee, 'object');
  const attribute = callee && childIn(callee, 'attribute');
  if (!object || !attribute || !logCalls.has(file.textOf(attribute))) return undefined;
  const name = file.textOf(object);
  return name.toLowerCase().includes('log') ? name : undefined;
}

/** The logger that code in `scope` uses, else one of the module; undefined when the file has none. */
export function loggerIn(file: SourceFile, scope: SyntaxNode): string | undefined {
  for (const node of ownNodes(file, 'call', scope)) {
    const logger = loggerOf(file, node);
    if (logger) return logger;
  }
  for (const call of file.nodes('call')) {
    const logger = loggerOf(file, call);
    if (logger && /^[A-Za-z_]\w*$/.test(logger)) return logger;
  }
  const made = file.root.children
    .map((statement) => statement.children[0])
    .find((node) => node?.type === 'assignment' && /getLogger\(|init_logger\(/.test(file.textOf(node)));
  const name = made && childIn(made, 'left');
  return name ? file.textOf(name) : undefined;
}
