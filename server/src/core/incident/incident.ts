/** What the analysis of a whole log gives: errors grouped by what they are, and which of them set off which. */
import type { RecordFacts, ScannedMatch } from '../match/match';

/** Where and when an occurrence stands. */
export interface Occurrence {
  /** Name of the log, such as its path; `-` for standard input. */
  readonly log: string;
  /** 0-based line within the log. */
  readonly line: number;
  /** Offset of that line’s first byte. */
  readonly byteOffset: number;
  /** Time stamp and process as printed. */
  readonly time: RecordFacts['time'];
  readonly process: RecordFacts['process'];
}

/** How an error and its cause are known to belong together. */
export type Link = 'traceback' | 'catalog' | 'order';

/** All occurrences of one error. */
export interface Incident {
  /** Short id within one analysis: `g1`, `g2` … in order of first occurrence. */
  readonly id: string;
  readonly code: string;
  readonly count: number;
  readonly first: Occurrence;
  readonly last: Occurrence;
  /** Processes that reported it, most often first; at most 64 are kept. */
  readonly processes: readonly string[];
  /** The occurrence that shows it best: the first one of the highest confidence. */
  readonly example: ScannedMatch;
  /** Ids of the earliest causes, first one first; never the incident itself. */
  readonly causedBy: readonly string[];
  /** Ids of everything that follows from this one, in order of first occurrence. */
  readonly causeOf: readonly string[];
  /** The weakest way in which one of `causedBy` is known; undefined without a cause. */
  readonly link: Link | undefined;
}
