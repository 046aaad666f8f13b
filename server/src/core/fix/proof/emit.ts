/** How adapters say what happens. */
import type { Step } from './step';

/** Where the steps of a piece of code are gathered. */
export interface Emitter {
  steps: Step[];
}

/** Says that something happens. */
export function emit(emitter: Emitter, step: Step): void {
  emitter.steps.push(step);
}

/** Says that the proof ends here: a clause for "The handling …". */
export function unknown(emitter: Emitter, what: string): void {
  emit(emitter, { does: 'unknown', what });
}

/** The steps that `work` emits, apart. */
export function apart(emitter: Emitter, work: () => void): Step[] {
  const outer = emitter.steps;
  emitter.steps = [];
  work();
  const inner = emitter.steps;
  emitter.steps = outer;
  return inner;
}
