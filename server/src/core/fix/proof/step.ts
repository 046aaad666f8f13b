/**
 * The handling of a message as the proof reads it, in any language: what each part does, in the order in which it runs.
 * Adapters translate a language into these steps and know nothing of the rule; the rule knows nothing of languages.
 */

/** The key by which something is known to be one that tables take. */
export const asKey = ' as a key';

/** One thing that happens, or several ways in which it can go on. */
export type Step =
  /** Takes a message from the socket of the loop. */
  | { readonly does: 'receive' }
  /** May raise (or throw) for what was received; `meant` where a statement says so. */
  | { readonly does: 'raise'; readonly meant?: boolean }
  /** May raise for a part of the message unless the same part, under the same `key`, was read on the way. */
  | { readonly does: 'look'; readonly name: string; readonly key: string }
  /** Changes what outlives the round: `what` as the source has it, `of` the places that change. */
  | { readonly does: 'change'; readonly what: string; readonly of: readonly string[] }
  /** From here on reading the part is sure to work. */
  | { readonly does: 'know'; readonly name: string; readonly key: string }
  /**
   * Makes text of a part of the message, which fails for few: a lone surrogate, a number of thousands of digits, what is
   * nested too deep. `name` where what that stands for, once it was a key, always has a text.
   */
  | { readonly does: 'show'; readonly name?: string }
  /** Takes parts out of something made of the message, so that what was read once may be gone. */
  | { readonly does: 'forget' }
  /** Reckons with places that outlive the round. */
  | { readonly does: 'read'; readonly of: readonly string[] }
  /** Asks places that outlive the round what is so; `compared` where they are held against the message. */
  | { readonly does: 'ask'; readonly of: readonly string[]; readonly compared: boolean }
  /** Gives a name of the round a value, or changes what it stands for; `flag` where that is a truth value, `from` another name. */
  | { readonly does: 'bind'; readonly name: string; readonly flag?: boolean; readonly from?: string }
  /** Reads a name that the round itself gives a value; `followed` in a function that is called, where it has no other. */
  | { readonly does: 'use'; readonly name: string; readonly followed: boolean }
  /** Does something of which nothing is known: a clause for the sentence "The handling …". */
  | { readonly does: 'unknown'; readonly what: string }
  /** Goes one of these ways. */
  | { readonly does: 'choose'; readonly ways: readonly Way[] }
  /** Runs any number of times. */
  | { readonly does: 'repeat'; readonly body: readonly Step[] }
  /** Runs, and if it raises, one of the clauses. */
  | { readonly does: 'attempt'; readonly body: readonly Step[]; readonly clauses: readonly (readonly Step[])[] }
  /** Runs a function of the file. */
  | { readonly does: 'follow'; readonly body: readonly Step[] }
  /** Leaves the function that is followed, the inner loop, or the round. */
  | { readonly does: 'leave'; readonly what: 'function' | 'inner' | 'round' };

/** A way that is taken where `flag`, a name of the round, is `holds`; without it under a condition that says nothing. */
export interface Way {
  readonly steps: readonly Step[];
  readonly flag?: { readonly name: string; readonly holds: boolean };
}
