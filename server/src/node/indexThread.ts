/** Reads source on this machine in a thread of its own, so that no hover waits for it. */
import type { MessagePort } from 'node:worker_threads';
import type { IndexJob, IndexProgress, IndexReport, RunIndexJob } from '../core/local/jobs';
import type { IndexTools } from './local/indexJobs';
import { startThread } from './thread';

/** Messages of the thread. */
type Told =
  | { readonly kind: 'progress'; readonly progress: IndexProgress }
  | { readonly kind: 'report'; readonly report: IndexReport };

/** Milliseconds between two messages about progress, and without any before a thread counts as stuck. */
const between = 100;
const patience = 120_000;

/** Runs jobs in threads of the server’s own script in the folder. */
export function indexInThreads(folder: string): RunIndexJob {
  return (job, onProgress, signal) =>
    new Promise((resolve, reject) => {
      const thread = startThread(folder, { kind: 'index', job });
      let at = '';
      const end = (reason: string): void => {
        reject(new Error(reason));
        void thread.terminate();
      };
      const stuck = (): void => end(`no answer for ${patience / 1000} s${at}`);
      let timer = setTimeout(stuck, patience);
      const abort = (): void => end('stopped');
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) abort();
      thread.on('message', (told: Told) => {
        clearTimeout(timer);
        timer = setTimeout(stuck, patience);
        if (told.kind === 'report') {
          resolve(told.report);
          return;
        }
        at = ` after ${told.progress.done} files of ${told.progress.name}`;
        onProgress(told.progress);
      });
      thread.once('error', reject);
      thread.once('exit', () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        reject(new Error('the thread has ended'));
      });
    });
}

/** The thread’s side: does the job that it was started with, and ends. */
export async function serveIndex(
  tools: IndexTools,
  now: () => number,
  job: IndexJob,
  port: MessagePort,
): Promise<void> {
  const tell = (told: Told): void => port.postMessage(told);
  // The server itself never needs what reads source.
  const { doIndexJob } = await import('./local/indexJobs');
  let next = 0;
  const report = await doIndexJob(job, tools, (progress) => {
    if (now() < next && progress.done < progress.total) return;
    next = now() + between;
    tell({ kind: 'progress', progress });
  });
  tell({ kind: 'report', report });
}
