/** Reads logs as streams and gathers their incidents. */
import type { Catalog } from '../core/catalog/catalog';
import type { Incident } from '../core/incident/incident';
import { createIncidents } from '../core/incident/incidents';
import type { MatchOptions, ScannedMatch } from '../core/match/match';
import type { Matcher } from '../core/match/matcher';
import { createScanner } from '../core/match/scanner';
import { createSharedScanner } from '../core/match/sharedScan';
import type { FindPlaces } from '../node/local/installed';
import type { HelperThread } from './blockThread';
import type { Io } from './command';
import { idle, restarted } from './follow';
import type { Input } from './input';
import { createJsonMatches } from './jsonMatches';
import { createProgress } from './progress';

/** What was read and found. */
export interface LogRun {
  readonly incidents: readonly Incident[];
  readonly bytes: number;
  /** The user stopped it before the end. */
  readonly stopped: boolean;
  /** The beginning of the first input, for `--why`. */
  readonly beginning: Uint8Array;
}

/** How much of the input is kept to say why nothing matched. */
const maxBeginning = 64 * 1024;

/** What to read with, and what to report. */
export interface LogReader {
  readonly catalog: Catalog;
  readonly matcher: Matcher;
  readonly options: MatchOptions;
  /** Print each match as JSON. */
  readonly json: boolean;
  /** Where a message stands in installed packages. */
  readonly places?: FindPlaces;
  /** Starts a second thread; left out where none is wanted. */
  readonly startHelper?: () => HelperThread;
  /** Told of each incident when it is first met, as soon as a log that is followed pauses. */
  readonly onIncident?: (log: string, scanned: ScannedMatch) => Promise<void>;
}

/** Reads all inputs, one after the other, until the end or until the user stops it. */
export async function readLogs(
  inputs: readonly Input[],
  reader: LogReader,
  io: Io,
  signal: AbortSignal = io.interruption(),
): Promise<LogRun> {
  const { catalog, matcher, options } = reader;
  const collector = createIncidents(catalog);
  const json = reader.json ? createJsonMatches(io.stdout, collector, reader.places) : undefined;
  const progress = createProgress(io, totalSize(inputs));
  let bytes = 0;
  let errors = 0;
  const met = new Set<string>();
  let beginning = new Uint8Array();
  for (const { name, chunks } of inputs) {
    const helper = reader.startHelper?.();
    let scanner: AnyScanner = helper ? withHelper(reader, helper) : createScanner(matcher, options);
    const take = async (given: ScannedMatch[] | Promise<ScannedMatch[]>): Promise<void> => {
      const found = await given;
      errors += found.length;
      for (const scanned of found) {
        const group = collector.add(name, scanned);
        await json?.add(name, scanned, group);
        if (!met.has(group)) await reader.onIncident?.(name, scanned);
        met.add(group);
      }
    };
    for await (const chunk of untilAborted(chunks, signal)) {
      if (bytes === 0) beginning = new Uint8Array(chunk.subarray(0, maxBeginning));
      bytes += chunk.length;
      await take(chunk === idle ? scanner.settle() : chunk === restarted ? scanner.end() : scanner.push(chunk));
      if (chunk === restarted) scanner = createScanner(matcher, options);
      if (chunk === idle) await json?.flush();
      await progress.update(bytes, errors);
    }
    await take(scanner.end());
    helper?.close();
    if (signal.aborted) break;
  }
  await progress.clear();
  await json?.flush();
  return { incidents: collector.incidents(), bytes, stopped: signal.aborted, beginning };
}

/** A log that is read by two threads is no log that is followed: it never pauses. */
function withHelper({ matcher, options }: LogReader, helper: HelperThread): AnyScanner {
  return { ...createSharedScanner(matcher, options, helper), settle: () => [] };
}

/** A scanner whose answers may come later. */
interface AnyScanner {
  push(chunk: Uint8Array): ScannedMatch[] | Promise<ScannedMatch[]>;
  settle(): ScannedMatch[];
  end(): ScannedMatch[] | Promise<ScannedMatch[]>;
}

/** Chunks until the user stops. A log that stands still, as one that is followed does, must not keep the user waiting. */
async function* untilAborted(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    while (!signal.aborted) {
      const next = await nextOrAborted(iterator, signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Closes the file. Not waited for: an input that stands still answers only when it goes on.
    iterator.return?.().catch(() => undefined);
  }
}

function nextOrAborted(
  iterator: AsyncIterator<Uint8Array>,
  signal: AbortSignal,
): Promise<IteratorResult<Uint8Array, unknown>> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve({ done: true, value: undefined });
    signal.addEventListener('abort', stop, { once: true });
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

function totalSize(inputs: readonly Input[]): number | undefined {
  return inputs.reduce<number | undefined>(
    (sum, { size: bytes }) => (sum === undefined || bytes === undefined ? undefined : sum + bytes),
    0,
  );
}
