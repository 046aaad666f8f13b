/** Links a record that ended to the one that took its place in the next version, where that is clear. */

import { stemOf } from '../catalog/siteId';
import type { Track } from './merge';

/** Least likeness of two wordings for one to have become the other, in [0, 1]. */
const minLikeness = 0.6;

/** A likeness this much above the next best one is clear. */
const clearMargin = 0.1;

/** Fills in the successors of all tracks that ended. */
export function linkSuccessors(tracks: readonly Track[]): void {
  const starting = new Map<number, Track[]>();
  for (const track of tracks) starting.set(track.first, [...(starting.get(track.first) ?? []), track]);
  const pairs = tracks.flatMap((track) => {
    const next = best(track, starting.get(track.last + 1) ?? []);
    return next ? [{ track, ...next }] : [];
  });
  // Where several could have become the same one, only the most alike has.
  const taken = new Map<Track, { track: Track; likeness: number }>();
  for (const { track, successor, likeness } of pairs) {
    const rival = taken.get(successor);
    if (!rival || rival.likeness < likeness) taken.set(successor, { track, likeness });
  }
  for (const [successor, { track }] of taken) track.successor = successor;
}

function best(track: Track, starting: readonly Track[]): { successor: Track; likeness: number } | undefined {
  let [first, second] = [0, 0];
  let successor: Track | undefined;
  for (const next of starting) {
    const value = likeness(track, next);
    if (value > first) {
      [first, second] = [value, first];
      successor = next;
    } else if (value > second) second = value;
  }
  return successor && first >= minLikeness && first - second >= clearMargin
    ? { successor, likeness: first }
    : undefined;
}

/**
 * How far one looks like the other moved or reworded, in [0, 2]. A move keeps the wording; a rewording keeps file stem
 * and function. Either must be emitted in the same way.
 */
function likeness(a: Track, b: Track): number {
  const sameFile = stemOf(a.fact.file) === stemOf(b.fact.file);
  const sameFunction = lastPart(a.fact.function) === lastPart(b.fact.function);
  if (a.shape === b.shape)
    return 1 + (sameFile ? 0.4 : 0) + (sameFunction ? 0.4 : 0) + (a.fact.kind === b.fact.kind ? 0.2 : 0);
  if (!sameFile || !sameFunction || a.fact.kind !== b.fact.kind) return 0;
  return sharedWords(a.shape, b.shape);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Dice coefficient of the words, each counted as often as it stands there. */
function sharedWords(a: string, b: string): number {
  const left = wordsOf(a);
  const right = wordsOf(b);
  const counts = new Map<string, number>();
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of right) {
    const count = counts.get(word) ?? 0;
    if (count === 0) continue;
    counts.set(word, count - 1);
    shared++;
  }
  return left.length + right.length === 0 ? 0 : (2 * shared) / (left.length + right.length);
}

function wordsOf(shape: string): string[] {
  return shape.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
}
