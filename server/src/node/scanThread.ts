/** Looks through files in a thread of their own, so that the server stays free and its memory small. */
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { wordsFor } from '../core/render/words';
import type { FoundMatch, ScanJob, ScanProgress, ScanReport } from '../lsp/fileScan';
import type { ScanFile, World } from '../lsp/world';
import { startThread } from './thread';

/** Messages of the thread. */
type Told =
  | { readonly kind: 'progress'; readonly progress: ScanProgress; readonly found: readonly FoundMatch[] }
  | { readonly kind: 'report'; readonly report: ScanReport };

/** The one message to the thread: what has been found is enough. */
const stop = 'stop';

/** Bytes read at once, and milliseconds between two messages about progress. */
const pieceLength = 1 << 20;
const between = 100;

/** Scans files in threads that run the server’s own script, `server.js` in the folder. */
export function scanInThreads(folder: string): ScanFile {
  return (job, onProgress, signal) =>
    new Promise((resolve, reject) => {
      const thread = startThread(folder, { kind: 'scan', job });
      const abort = (): void => thread.postMessage(stop);
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) abort();
      thread.on('message', (told: Told) => {
        if (told.kind === 'progress') onProgress(told.progress, told.found);
        else resolve(told.report);
      });
      thread.once('error', reject);
      thread.once('exit', () => {
        signal.removeEventListener('abort', abort);
        reject(new Error('the thread has ended'));
      });
    });
}

/** The thread’s side: does the job that it was started with, and ends. */
export async function serveScan(world: World, job: ScanJob, port: MessagePort): Promise<void> {
  let isStopped = false;
  port.once('message', () => {
    isStopped = true;
  });
  const tell = (told: Told): void => port.postMessage(told);
  const { FileScan } = await import('../lsp/fileScan');
  const lookup = await world.createLookup(job.entries, job.local);
  const scan = new FileScan(lookup, job.options, basename(job.path), wordsFor(job.locale));
  let next = world.now() + between;
  for await (const chunk of createReadStream(job.path, { highWaterMark: pieceLength })) {
    if (isStopped) break;
    scan.push(chunk);
    if (world.now() < next) continue;
    next = world.now() + between;
    tell({ kind: 'progress', progress: scan.progress, found: scan.takeFound() });
  }
  tell({ kind: 'report', report: withFile(job.path, (read) => scan.end(isStopped, read)) });
  port.unref();
}

function withFile<T>(path: string, use: (read: (start: number, end: number) => Uint8Array) => T): T {
  const file = openSync(path, 'r');
  try {
    return use((start, end) => {
      const bytes = new Uint8Array(Math.max(0, end - start));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
    });
  } finally {
    closeSync(file);
  }
}
