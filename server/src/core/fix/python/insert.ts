/** Edits that put lines before a statement. */
import type { Edit } from '../finding';
import { indentUnit } from '../layout';
import type { SourceFile } from '../sourceFile';
import { ancestors, type SyntaxNode } from '../syntax';

/** Puts lines before a statement at its indentation; a tab at the start of a line stands for one level. */
export function insertBefore(file: SourceFile, statement: SyntaxNode, lines: readonly string[]): Edit {
  const indent = file.indentAt(statement.start);
  const unit = levelAt(file, statement);
  const text = lines.map((line) => `${withLevels(line, unit)}${file.newline}${indent}`);
  return { start: statement.start, end: statement.start, newText: text.join('') };
}

/** Puts lines before a statement and the comment lines above it, as {@link insertBefore} does. */
export function insertAbove(file: SourceFile, statement: SyntaxNode, lines: readonly string[]): Edit {
  const at = file.aboveComments(statement.start);
  const indent = file.indentAt(statement.start);
  const unit = levelAt(file, statement);
  return { start: at, end: at, newText: lines.map((line) => indent + withLevels(line, unit) + file.newline).join('') };
}

/** One level of indentation as the block around a statement uses it. */
export function levelAt(file: SourceFile, statement: SyntaxNode): string {
  for (const ancestor of ancestors(statement)) {
    if (ancestor.type === 'block' && ancestor.parent) return indentUnit(file, ancestor.parent, ancestor);
  }
  return '    ';
}

function withLevels(line: string, unit: string): string {
  let levels = 0;
  while (line[levels] === '\t') levels++;
  return unit.repeat(levels) + line.slice(levels);
}
