/** Reads unified diffs, independently of the code that writes them. */

/** The text after a diff, by the format's own rules: hunks by line number, context must agree. */
export function applied(before: string, diff: string): string {
  const old = before.match(/[^\n]*\n/g) ?? [];
  const out: string[] = [];
  let at = 0;
  for (const line of diff.match(/[^\n]*\n/g)?.slice(2) ?? []) {
    const header = /^@@ -(\d+),(\d+) /.exec(line);
    if (header) {
      const start = Number(header[2]) === 0 ? Number(header[1]) : Number(header[1]) - 1;
      out.push(...old.slice(at, start));
      at = start;
      continue;
    }
    const text = line.slice(1);
    if (line[0] !== '+' && old[at++] !== text) throw new Error(`the context does not fit: ${line}`);
    if (line[0] !== '-') out.push(text);
  }
  return [...out, ...old.slice(at)].join('');
}
