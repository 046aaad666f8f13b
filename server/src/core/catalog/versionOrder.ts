/** Order of the versions that entries name: release tags (`v0.11.0`), then states of the main branch (`main@2026-06-15`). */
import type { Entry } from './entry';

/**
 * Order of two versions of one project, oldest first, as for `sort`. A state of the main branch comes after every tag:
 * entries name one only where no tag with the text could be read.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [keyOf(a), keyOf(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether a version lies between the first and the last one with a text; bounds that are not known are open. */
export function hasVersion({ first, last }: Entry['versions'], version: string): boolean {
  return (
    (first === null || compareVersions(first, version) <= 0) && (last === null || compareVersions(version, last) <= 0)
  );
}

/** Longest version looked at: a client may ask for anything. */
const maxLength = 100;

/** Numbers to compare: whether it is a state of the main branch, then its own numbers, a release after its candidates. */
function keyOf(version: string): number[] {
  const isState = version.startsWith('main@');
  const text = version.slice(isState ? 5 : version.startsWith('v') ? 1 : 0, maxLength);
  let end = 0;
  while (/[\d.-]/.test(text.charAt(end))) end++;
  const numbers = text.slice(0, end).split(/[.-]/).map(Number);
  const padded = [0, 1, 2, 3].map((i) => numbers[i] ?? 0);
  const rest = text.slice(end);
  const candidate = /^(?:rc|a|b|dev)/.test(rest) ? -1 : 0;
  return [isState ? 1 : 0, ...padded, candidate, Number(/\d+/.exec(rest)?.[0] ?? 0)];
}
