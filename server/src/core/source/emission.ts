/** What a statement of a language without exceptions of Python’s kind emits, as its reader found it. */
import type { Level } from '../match/match';
import type { Message } from './message';

/** A statement that makes messages, with every wording of its text. */
export interface Emitted {
  readonly kind: 'raise' | 'assert' | 'log' | 'warn' | 'http' | 'display' | 'print';
  readonly level: Level | null;
  /** Class without namespace; null where none is named. */
  readonly exception: string | null;
  readonly messages: readonly Message[];
}
