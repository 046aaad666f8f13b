/** A log that grows: a pipe, or a file: what stands in it, then what is added, also after it was cut short or replaced. */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from './command';
import { reasonOf } from './input';

/** Milliseconds between two looks at a file that stands still. */
const between = 250;
const chunkLength = 1 << 20;

/** Given where nothing more has come for a moment: what was read so far can be told. */
export const idle = new Uint8Array();
/** Given where another file, or an emptied one, begins. */
export const restarted = new Uint8Array();

/**
 * The chunks of a file, with {@link idle} and {@link restarted} between them, until the signal is aborted. Each is good
 * until the next one is asked for. A file that is away for a moment, as rotation leaves it, is waited for.
 */
export async function* follow(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let file = await openFirst(path);
  const buffer = new Uint8Array(chunkLength);
  let position = 0;
  let isTold = true;
  try {
    while (!signal.aborted) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead > 0) {
        position += bytesRead;
        isTold = false;
        yield buffer.subarray(0, bytesRead);
        continue;
      }
      if (!isTold) yield idle;
      isTold = true;
      const next = await reopened(path, file, position);
      if (next) {
        await file.close();
        file = next;
        position = 0;
        yield restarted;
      } else await sleep(between);
    }
  } finally {
    await file.close();
  }
}

/** The chunks of a pipe, with {@link idle} between them wherever nothing came for a moment, to its end. */
export async function* followPipe(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (let isTold = true; ; ) {
      const next = iterator.next();
      const isLate = !isTold && (await Promise.race([next.then(() => false), sleep(between, true, { ref: false })]));
      if (isLate) yield idle;
      const { done, value } = await next;
      if (done) return;
      isTold = false;
      yield value;
    }
  } finally {
    // Not waited for: a pipe that stands still answers only when it goes on.
    iterator.return?.().catch(() => undefined);
  }
}

async function openFirst(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    throw new CliError(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

/** The file that stands at the path now, where it is another one or was cut short; undefined where it is the same. */
async function reopened(path: string, file: FileHandle, position: number): Promise<FileHandle | undefined> {
  try {
    const [now, before] = [await stat(path), await file.stat()];
    return now.ino !== before.ino || now.size < position ? await open(path) : undefined;
  } catch {
    return undefined;
  }
}
