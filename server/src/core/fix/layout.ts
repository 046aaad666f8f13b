/** Writes code the way the file around it is written: indentation, line ends, free names. */
import type { Edit } from './finding';
import type { SourceFile } from './sourceFile';
import type { SyntaxNode } from './syntax';

/** The grammars' nodes of strings that may span lines: Python, JavaScript, Rust. */
const stringTypes = ['string', 'template_string', 'string_literal', 'raw_string_literal'];

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
  const region = { start: file.lineStart(start), end: last };
  const strings = stringTypes.flatMap((type) => file.nodes(type, region));
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
