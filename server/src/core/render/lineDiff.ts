/** What two texts share, line by line. */

/** A line of both texts, or of the first (`-`) or second (`+`) alone. */
export interface DiffLine {
  readonly kind: ' ' | '-' | '+';
  readonly text: string;
}

/** Lines of both texts in one list: the shortest edit script by Myers’ greedy algorithm, on what lies between the common beginning and end. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const limit = Math.min(before.length, after.length) - start;
  while (end < limit && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const same = (text: string): DiffLine => ({ kind: ' ', text });
  return [
    ...before.slice(0, start).map(same),
    ...editScript(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function editScript(a: readonly string[], b: readonly string[]): DiffLine[] {
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

function walkBack(trace: readonly Map<number, number>[], a: readonly string[], b: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
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
