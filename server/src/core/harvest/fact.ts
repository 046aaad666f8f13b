/** What harvesting gives: facts about the places of a source tree that emit a message. Names and literals only. */
import type { Level } from '../match/match';

/** How a message leaves the program; `display` is printed by a type’s Display, `http` is sent to a client. */
export type FactKind = 'raise' | 'assert' | 'log' | 'warn' | 'http' | 'display';

/** One wording at one place. */
export interface Fact {
  /** Each run-time part as `{expression}`, literal braces doubled. */
  readonly template: string;
  readonly kind: FactKind;
  readonly level: Level | null;
  /** Class without module; null where none is named. */
  readonly exception: string | null;
  /** Path below the root that was harvested, with forward slashes. */
  readonly file: string;
  /** Qualified name, nested functions joined by a dot; `<module>` outside of all. */
  readonly function: string;
  /** 1-based, of the statement or call. */
  readonly line: number;
  readonly endLine: number;
  /** Names tested by the nearest condition around. */
  readonly guards: readonly string[];
  /** Command-line flags, environment variables and fields that the literal text names. */
  readonly flags: readonly string[];
  /** Exceptions of the handler around it, by which the message wraps another error. */
  readonly wraps: readonly string[];
}

/** A fact without what depends on its wording. */
export type Place = Omit<Fact, 'template' | 'flags'>;

/** Order of facts in every output: by file, line, wording. */
export function compareFacts(a: Fact, b: Fact): number {
  return compareText(a.file, b.file) || a.line - b.line || compareText(a.template, b.template);
}

/** Order by code units, which is the same on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
