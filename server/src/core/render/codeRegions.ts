/** Finds code in Markdown (CommonMark 0.31, sections 4.5 and 6.1), so that prose around it can be changed alone. */

/** Applies `change` to the text outside fenced code blocks and code spans. Takes time linear in the text. */
export function mapOutsideCode(markdown: string, change: (text: string) => string): string {
  let out = '';
  let prose = '';
  const flush = (): void => {
    if (prose !== '') out += mapOutsideSpans(prose, change);
    prose = '';
  };
  let fence: string | undefined;
  for (const line of markdown.split(/(?<=\n)/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) {
      flush();
      fence = mark;
      out += line;
    } else if (fence === undefined) {
      prose += line;
    } else {
      out += line;
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    }
  }
  flush();
  return out;
}

/** A code span opens and closes with backtick strings of one length; an opening without a closing is text. */
function mapOutsideSpans(text: string, change: (text: string) => string): string {
  const runs = [...text.matchAll(/`+/g)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  const lastOfLength = new Map(runs.map((run, i) => [run.end - run.start, i]));
  let out = '';
  let from = 0;
  for (let i = 0; i < runs.length; i++) {
    const open = runs[i];
    if (open === undefined || (lastOfLength.get(open.end - open.start) ?? -1) <= i) continue;
    let close = i + 1;
    while (runLength(runs[close]) !== open.end - open.start) close++;
    const end = runs[close]?.end ?? text.length;
    out += change(text.slice(from, open.start)) + text.slice(open.start, end);
    from = end;
    i = close;
  }
  return out + change(text.slice(from));
}

function runLength(run: { start: number; end: number } | undefined): number {
  return run === undefined ? 0 : run.end - run.start;
}
