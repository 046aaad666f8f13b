/** The name that a misspelt one was meant to be. */

/** The only candidate within one to three changed letters of a text, by its length. */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  const limit = text.length < 8 ? 1 : text.length < 16 ? 2 : 3;
  let best: string | undefined;
  let least = limit + 1;
  for (const candidate of candidates) {
    const steps = distance(text, candidate, limit);
    if (steps === least) best = undefined;
    if (steps >= least) continue;
    best = candidate;
    least = steps;
  }
  return best;
}

/** Letters to change, add or take away to turn one text into the other; more than `limit` is `limit + 1`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(same, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(row[b.length] ?? 0, limit + 1);
}
