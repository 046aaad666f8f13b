/** Differences of two texts in the unified format that `patch` and `git apply` read. */
import { type DiffLine, diffLines } from '../core/render/lineDiff';

/** Lines of context around a change. */
const contextLines = 3;

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

/** Ranges of lines that belong together, context included. */
function hunkRanges(lines: readonly DiffLine[]): [start: number, end: number][] {
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

function hunk(lines: readonly DiffLine[], start: number, end: number): string {
  const count = (from: number, to: number, without: DiffLine['kind']): number =>
    lines.slice(from, to).filter(({ kind }) => kind !== without).length;
  const range = (without: DiffLine['kind']): string => {
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
