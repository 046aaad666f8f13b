/** Writes Python the way the file around it is written: imports and the logger. */
import type { Edit } from '../finding';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { ownNodes } from './scope';

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

/** The name that a file binds `name` of a module to by `from module import name`, if any. */
export function importedName(file: SourceFile, module: string, name: string): string | undefined {
  for (const statement of file.root.children) {
    const from = statement.type === 'import_from_statement' ? childIn(statement, 'module_name') : undefined;
    if (!from || file.textOf(from) !== module) continue;
    for (const item of statement.children) {
      if (item.field !== 'name') continue;
      if (file.textOf(childIn(item, 'name') ?? item) !== name) continue;
      return file.textOf(childIn(item, 'alias') ?? item);
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

/** A format of `logging` as the file's logger takes it: loguru fills in braces, and leaves `%d` as it stands. */
export function logFormat(file: SourceFile, format: string): string {
  if (!/^from loguru import/m.test(file.text)) return format;
  return format
    .replace(/%(\.\d+)?r/g, (_, width?: string) => (width ? `{!r:${width}}` : '{!r}'))
    .replace(/%[ds]/g, '{}');
}

/** True for a logger that the file gives no value to begin with. */
function mayBeNone(file: SourceFile, logger: string): boolean {
  return file.nodes('assignment').some((node) => {
    const left = childIn(node, 'left');
    return !!left && file.textOf(left) === logger && childIn(node, 'right')?.type === 'none';
  });
}

/** The logger that code in `scope` uses, else one of the module; undefined when the file has none. */
export function loggerIn(file: SourceFile, scope: SyntaxNode): string | undefined {
  for (const node of ownNodes(file, 'call', scope)) {
    const logger = loggerOf(file, node);
    if (logger && !mayBeNone(file, logger)) return logger;
  }
  for (const call of file.nodes('call')) {
    const logger = loggerOf(file, call);
    if (logger && /^[A-Za-z_]\w*$/.test(logger) && !mayBeNone(file, logger)) return logger;
  }
  if (/^from loguru import (?:.*\b)?logger\b(?! as)/m.test(file.text)) return 'logger';
  const made = file.root.children
    .map((statement) => statement.children[0])
    .find((node) => node?.type === 'assignment' && /[gG]et_?[lL]ogger\(|init_logger\(/.test(file.textOf(node)));
  const name = made && childIn(made, 'left');
  return name ? file.textOf(name) : undefined;
}
