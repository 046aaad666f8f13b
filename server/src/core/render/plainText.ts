/** Our Markdown as text for a terminal: marks removed, code indented, links as `title <address>`. */

/** The text without Markdown marks, wrapped at `width` columns where a line is prose. */
export function plainText(markdown: string, width: number): string {
  const out: string[] = [];
  let fence: string | undefined;
  let itemMark = '';
  for (const line of markdown.split('\n')) {
    const [, mark = '', ticks] = /^(\s*(?:[-*] |\d+\. )?)(`{3,})/.exec(line) ?? [];
    if (fence === undefined && ticks !== undefined) {
      fence = ticks;
      itemMark = mark.trim() === '' ? '' : mark;
    } else if (fence !== undefined && line.trim() === fence) {
      fence = undefined;
    } else if (fence !== undefined) {
      out.push(itemMark === '' ? `    ${line}` : itemMark + line.trimStart());
      itemMark = '';
    } else {
      out.push(...wrapLine(inline(line), width));
    }
  }
  return out.join('\n').replace(/\n{3,}/g, '\n\n');
}

/** One line without marks. Emphasis goes, code keeps its backticks, escapes are undone. */
function inline(line: string): string {
  const pieces = line.split(/(`+[^`]*`+)/);
  return pieces
    .map((piece, i) => {
      if (i % 2 === 1) return piece.replace(/^`+ ?| ?(?<!`)`+$/g, '`');
      return piece
        .replace(/^(\s*)#+ /, '$1')
        .replace(/(?<!\\)\*{1,2}(?=\S)([^*\n]{1,2000}?)(?<=\S)\*{1,2}/g, '$1')
        .replace(/\[((?:\\.|[^\]\\]){1,300})\]\(([^)\s]{1,600})\)/g, '$1 <$2>')
        .replace(/&lt;/g, '<')
        .replace(/\\([\\`*_{}[\]()#+!|<>&~])/g, '$1');
    })
    .join('');
}

/** One line of prose in rows of at most `width` columns; rows after the first are indented below a list mark. */
export function wrapLine(line: string, width: number): string[] {
  const indent = /^\s*(?:[-*] |\d+\. )?/.exec(line)?.[0] ?? '';
  const rows: string[] = [];
  let row = indent;
  for (const word of line.slice(indent.length).split(' ')) {
    const fresh = row.trim() === indent.trim();
    if (!fresh && row.length + 1 + word.length > width) {
      rows.push(row);
      row = ' '.repeat(indent.length) + word;
    } else {
      row = fresh && row.length <= indent.length ? row + word : `${row} ${word}`;
    }
  }
  return [...rows, row.trimEnd()];
}
