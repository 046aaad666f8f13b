/** What a prefix layer is: one thing that stands before a message and is not part of it. */
import { digitsEnd, isSpace, isWord, SPACE, TAB } from '../bytes';
import type { Level, SourceTag } from '../match';

/** What the layers before a message say. Filled while a line is peeled. */
export interface PrefixFacts {
  level: Level | null;
  /** Processes, ranks and pods, outermost first. */
  readonly processes: string[];
  time: string | null;
  logger: string | null;
  tag: SourceTag | null;
}

/** Facts of a line that says nothing about itself. */
export function noFacts(): PrefixFacts {
  return { level: null, processes: [], time: null, logger: null, tag: null };
}

/** Where a layer is looked for. */
export interface PeelState {
  readonly bytes: Uint8Array;
  readonly end: number;
  readonly facts: PrefixFacts;
  /** Names of the layers already taken, outermost first. */
  readonly names: string[];
}

/** One kind of prefix. */
export interface Layer {
  readonly name: string;
  /** Where else than at the start of the line: after any layer, or after one that only logs have. */
  readonly where: 'start' | 'anywhere' | 'after-log';
  /** Position after the layer at `at`; `at` itself, or less, where it does not stand there. */
  readonly take: (state: PeelState, at: number) => number;
}

/** Position after spaces and tabs. */
export function blanksEnd({ bytes, end }: PeelState, at: number): number {
  let i = at;
  while (i < end && (bytes[i] === SPACE || bytes[i] === TAB)) i++;
  return i;
}

/**
 * Position after one space. Further ones are left, since they are the message’s own indentation: a traceback’s frames
 * are told from its exception by them.
 */
export function oneBlank({ bytes, end }: PeelState, at: number): number {
  return at < end && isSpace(bytes[at]) ? at + 1 : at;
}

/** End of a name of letters, digits and the given other bytes; at most `max` long. */
export function nameEnd({ bytes, end }: PeelState, at: number, others: string, max = 96): number {
  let i = at;
  const limit = Math.min(end, at + max);
  while (i < limit && (isWord(bytes[i]) || others.includes(String.fromCharCode(bytes[i] ?? 0)))) i++;
  return i;
}

/** End of digits (any number up to 20); -1 if there are none. */
export function numberEnd({ bytes, end }: PeelState, at: number): number {
  return digitsEnd(bytes, at, end, 1, 20);
}
