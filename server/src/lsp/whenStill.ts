/** Looks at documents once they have been still for a moment. */
import { describe } from './guard';
import type { Session } from './session';

/** Stillness after a change before a document is looked at, in milliseconds. */
const delay = 250;

/** Waits for each document by itself; a change begins the wait anew. */
export class WhenStill {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  /** `what` is looked for, as the log names it where a look fails; `look` is given the URI. */
  constructor(
    private readonly session: Session,
    private readonly what: string,
    private readonly look: (uri: string) => Promise<void>,
  ) {}

  /** Looks at a document when it is still. */
  changed(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    const run = (): void => {
      this.look(uri).catch((error: unknown) => this.session.logger.error(`${this.what} failed: ${describe(error)}`));
    };
    this.#timers.set(uri, setTimeout(run, delay));
  }

  /** Does not look at a document any more. */
  forget(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
  }

  /** Looks at nothing more. */
  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}
