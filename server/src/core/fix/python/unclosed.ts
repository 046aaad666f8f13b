/** Hides Python statements whose bracket is never closed, since a parser takes all that follows for their contents. */

/** What no bracket can hold at the start of a line: keywords of statements, and definitions. */
const statement =
  /[ \t]*(?:(?:async[ \t]{1,9}(?:def|with)|def|class|while|try|except|finally|with|return|raise|import|assert|del|pass|break|continue|global|nonlocal)\b|from[ \t]{1,9}[\w.]{1,200}[ \t]{1,9}import\b)/y;

/** An assignment behind an empty line: with blanks around its sign it is no keyword argument of a call. */
const assignment = /[ \t]*[A-Za-z_]\w{0,200} = /y;

/**
 * The text with each statement of an unclosed bracket as one call of something unknown, `_(   )`, of the same length and
 * lines. Such a statement goes to the next line that starts a statement and is indented no deeper. Strings and
 * comments are skipped. Each unit is read a bounded number of times.
 */
export function withoutUnclosed(text: string): string {
  let result = '';
  let copied = 0;
  let depth = 0;
  /** Start of the line that holds the outermost open bracket. */
  let opened = 0;
  for (let at = 0; at < text.length; ) {
    const here = text[at] ?? '';
    if (here === '"' || here === "'") at = stringEnd(text, at);
    else if (here === '#') at = lineEnd(text, at);
    else {
      if ('([{'.includes(here) && depth++ === 0) opened = lineStart(text, at);
      if (')]}'.includes(here)) depth = Math.max(0, depth - 1);
      at++;
      if (here !== '\n' || depth === 0 || !startsStatement(text, at, opened)) continue;
      const start = opened + indentOf(text, opened);
      const end = withoutDecorators(text, at, start);
      result += text.slice(copied, start) + hiddenStatement(text.slice(start, end));
      copied = end;
      depth = 0;
    }
  }
  return result + text.slice(copied);
}

function startsStatement(text: string, at: number, opened: number): boolean {
  if (indentOf(text, at) > indentOf(text, opened)) return false;
  statement.lastIndex = at;
  if (statement.test(text)) return true;
  assignment.lastIndex = at;
  return /\n\r?\n$/.test(text.slice(Math.max(0, at - 3), at)) && assignment.test(text);
}

/** Start of the first of the decorators right above a line, which belong to what it defines. */
function withoutDecorators(text: string, line: number, first: number): number {
  const indent = text.slice(line, line + indentOf(text, line));
  let at = line;
  while (at > first) {
    const above = lineStart(text, at - 1);
    if (above <= first || !text.startsWith(`${indent}@`, above)) return at;
    at = above;
  }
  return at;
}

function hiddenStatement(text: string): string {
  const length = text.trimEnd().length;
  const rest = text.slice(length);
  if (length < 3) return '_'.padEnd(length) + rest;
  return `_(${text.slice(2, length - 1).replace(/[^\r\n]/g, ' ')})${rest}`;
}

/** Offset behind a string; one in single quotes ends with its line at the latest. */
function stringEnd(text: string, open: number): number {
  const quote = text[open] ?? '';
  const mark = text.startsWith(quote.repeat(3), open) ? quote.repeat(3) : quote;
  for (let at = open + mark.length; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text.startsWith(mark, at)) return at + mark.length;
    else if (text[at] === '\n' && mark.length === 1) return at;
  }
  return text.length;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** Number of blanks and tabs at the start of a line. */
function indentOf(text: string, start: number): number {
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end++;
  return end - start;
}
