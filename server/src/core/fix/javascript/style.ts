/** Writes JavaScript the way the file around it is written: semicolons and quotes. */
import type { SourceFile } from '../sourceFile';

/** Statements that a semicolon ends where a file uses them. */
const ended = [
  ...['lexical_declaration', 'variable_declaration', 'expression_statement', 'import_statement', 'return_statement'],
  ...['throw_statement', 'break_statement', 'continue_statement'],
];

const known = new WeakMap<SourceFile, string>();

/** What ends a statement: a semicolon, or nothing where most statements of the file have none. */
export function statementEnd(file: SourceFile): string {
  const before = known.get(file);
  if (before !== undefined) return before;
  const statements = ended.flatMap((type) => file.nodes(type));
  const without = statements.filter(({ end }) => file.text[end - 1] !== ';').length;
  const written = without * 2 > statements.length ? '' : ';';
  known.set(file, written);
  return written;
}

/** What ends a statement that is put before the code at an offset: that may begin so that it would go on with the statement. */
export function statementEndBefore(file: SourceFile, next: number): string {
  let at = next;
  while (at < file.text.length && (file.text[at] ?? '').trim() === '') at++;
  return /[([`/+*-]/.test(file.text[at] ?? '') ? ';' : statementEnd(file);
}

/** The quote of most strings of a file; single where neither leads. */
export function quoteOf(file: SourceFile): string {
  const strings = file.nodes('string');
  const double = strings.filter(({ start }) => file.text[start] === '"').length;
  return double * 2 > strings.length ? '"' : "'";
}
