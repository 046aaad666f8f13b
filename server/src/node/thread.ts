/** Threads that run the server’s own script, so that the server stays free and its memory small. */
import { join } from 'node:path';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import type { IndexJob } from '../core/local/jobs';
import type { ScanJob } from '../lsp/fileScan';

/** What a thread is started for. */
export type Work =
  | { readonly kind: 'scan'; readonly job: ScanJob }
  | { readonly kind: 'index'; readonly job: IndexJob };

/** Memory of a thread, in megabytes. A job needs a fraction of it; more means that something is wrong with its input. */
const maxMemory = 512;

/** Starts a thread that runs `server.js` of the folder. */
export function startThread(folder: string, work: Work): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: maxMemory };
  // The arguments name the catalog.
  const argv = process.argv.slice(2);
  return new Worker(join(folder, 'server.js'), { workerData: work, resourceLimits, argv });
}

/** The work of this thread, and the way to whoever started it. */
export function ownWork(): { readonly work: Work; readonly port: MessagePort } {
  if (!parentPort) throw new Error('this is no thread');
  const work: Work = workerData;
  return { work, port: parentPort };
}
