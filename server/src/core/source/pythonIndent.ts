/** Removing indentation as Python’s standard library does. */

/** `textwrap.dedent`: takes the white space away that all lines with text begin with; blank lines become empty. */
export function dedent(text: string): string {
  const lines = text.split('\n').map((line) => (line.trim() === '' ? '' : line));
  return lines.map((line) => line.slice(commonIndent(lines))).join('\n');
}

/** `inspect.cleandoc`: the same from the second line on, the first one stripped, and blank lines at both ends removed. */
export function cleandoc(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const indent = commonIndent(rest.filter((line) => line.trim() !== ''));
  const lines = [first.trimStart(), ...rest.map((line) => line.slice(indent))];
  while (lines.at(-1)?.trim() === '') lines.pop();
  while (lines[0]?.trim() === '') lines.shift();
  return lines.join('\n');
}

function commonIndent(lines: readonly string[]): number {
  const indents = lines.filter((line) => line !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const [first = '', ...others] = indents;
  let length = first.length;
  for (const indent of others) while (first.slice(0, length) !== indent.slice(0, length)) length--;
  return length;
}
