/** Where lines are read: a log itself, or a quoted text inside a line of one. */
import type { PrefixFacts } from './prefix/layer';
import type { Reader, ReadLine } from './reader';

/** A document and what stands around it. */
export interface Place {
  readonly reader: Reader;
  /** Null for the log itself. */
  readonly outer: Outer | null;
}

/** What a quoted text inherits from the line around it. */
interface Outer {
  readonly place: Place;
  readonly line: ReadLine;
  readonly facts: PrefixFacts;
  readonly exception: string | null;
  /** True where a logger or a field’s name vouches for the text. */
  readonly log: boolean;
  /** True where the quoted text has its closing mark. */
  readonly closed: boolean;
}

/** Raw offset of the physical line in which a record begins, also for a line of a quoted text. */
export function recordStartOf(place: Place, line: ReadLine): number {
  return place.outer ? recordStartOf(place.outer.place, place.outer.line) : line.view.rawAt(0);
}
