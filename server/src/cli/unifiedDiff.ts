/** Differences of two texts in the unified format that `patch` and `git apply` read. */

/** Lines of context around a change. */
const contextLines = 3;

interface Line {
  readonly kind: ' ' | '-' | '+';
  readonly text: string;
}

/** The difference, with `path` as the name of both files; empty where the texts are equal. */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return '';
  const lines = diffLines(toLines(before), toLines(after));
  const hunks = hunkRanges(lines).map(([start, end]) => hunk(lines, start, end));
  return `--- a/${path}\n+++ b/${path}\n${hunks.join('')}`;
}

/** Lines with their line break, so that a missing last one counts as a difference. */
function toLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Shortest edit script by Myers’ greedy algorithm, on what lies between the common beginning and end. */
function diffLines(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const limit = Math.min(before.length, after.length) - start;
  while (end < limit && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const same = (text: string): Line => ({ kind: ' ', text });
  return [
    ...before.slice(0, start).map(same),
    ...editScript(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function editScript(a: readonly string[], b: readonly string[]): Line[] {
  const trace: Map<number, number>[] = [];
  const furthest = new Map([[1, 0]]);
  for (let d = 0; d <= a.length + b.length; d++) {
    trace.push(new Map(furthest));
    for (let k = -d; k <= d; k += 2) {
      let x = stepsDown(furthest, k, d) ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkBack(trace, a, b);
    }
  }
  return [];
}

/** True where the path to diagonal `k` adds a line rather than removes one. */
function stepsDown(furthest: ReadonlyMap<number, number>, k: number, d: number): boolean {
  return k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
}

function walkBack(trace: readonly Map<number, number>[], a: readonly string[], b: readonly string[]): Line[] {
  const lines: Line[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 1; d >= 0; d--) {
    const furthest = trace[d] ?? new Map<number, number>();
    const k = x - y;
    const down = stepsDown(furthest, k, d);
    const fromX = d === 0 ? 0 : (furthest.get(down ? k + 1 : k - 1) ?? 0);
    const fromY = d === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY) {
      x--;
      y--;
      lines.push({ kind: ' ', text: a[x] ?? '' });
    }
    if (d > 0) lines.push(down ? { kind: '+', text: b[--y] ?? '' } : { kind: '-', text: a[--x] ?? '' });
  }
  return lines.reverse();
}

/** Ranges of lines that belong together, context included. */
function hunkRanges(lines: readonly Line[]): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  lines.forEach(({ kind }, i) => {
    if (kind === ' ') return;
    const last = ranges.at(-1);
    const end = Math.min(lines.length, i + 1 + contextLines);
    if (last && i - contextLines <= last[1]) last[1] = end;
    else ranges.push([Math.max(0, i - contextLines), end]);
  });
  return ranges;
}

function hunk(lines: readonly Line[], start: number, end: number): string {
  const count = (from: number, to: number, without: Line['kind']): number =>
    lines.slice(from, to).filter(({ kind }) => kind !== without).length;
  const range = (without: Line['kind']): string => {
    const length = count(start, end, without);
    // An empty side is named by the line before it.
    return `${count(0, start, without) + (length > 0 ? 1 : 0)},${length}`;
  };
  const body = lines.slice(start, end).map(({ kind, text }) => {
    const ending = text.endsWith('\n') ? '' : '\n\\ No newline at end of file\n';
    return `${kind}${text}${ending}`;
  });
  return `@@ -${range('+')} +${range('-')} @@\n${body.join('')}`;
}
