/** How the JavaScript engine is set up for a process that reads one log and ends. */
import { setFlagsFromString } from 'node:v8';

/**
 * Work that a function must have done before it is optimised, in bytes of its code (V8’s own: 66 kB). Short runs spent more
 * time on compiling than what was compiled gave back.
 */
const interruptBudget = 500_000;
/** How much the heap may grow from one collection to the next, in percent of what is in use. */
const heapGrowth = 30;

/**
 * Sets it up; call it once everything is loaded. Little outlives the block of a log that it was made for, so the space for
 * objects that die young stays as large as it is by then, and the heap grows slowly: a log of any size takes as much memory.
 * That space is cleared by one thread: several take more time of processors in all, for objects that are nearly all dead.
 * What an engine does not know it passes over.
 */
export function tuneEngine(): void {
  setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
}
