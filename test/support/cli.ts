/** Runs the command line with streams of the test’s own. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Io, type Output, OutputClosed } from '../../server/src/cli/command';
import { main } from '../../server/src/cli/main';
import type { Entry } from '../../server/src/core/catalog/entry';

/** How the world around a run is. */
export interface RunOptions {
  /** Standard input, as chunks or as one text. */
  readonly stdin?: string | readonly (string | Uint8Array)[];
  readonly tty?: boolean;
  readonly env?: Io['env'];
  /** Standard output closes after that many writes. */
  readonly closeAfter?: number;
  /** The user presses Ctrl-C when that many chunks of input were read. */
  readonly stopAfter?: number;
  /** Milliseconds that pass between two looks at the clock. */
  readonly tick?: number;
}

/** What a run gave. */
export interface RunResult {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** Every write to standard output by itself. */
  readonly writes: readonly string[];
}

/** Runs one command line to its end. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const out: string[] = [];
  const err: string[] = [];
  const abort = new AbortController();
  let now = 0;
  const io: Io = {
    stdin: chunksOf(options, abort),
    stdout: output(out, options.tty ?? false, options.closeAfter),
    stderr: output(err, options.tty ?? false),
    env: options.env ?? {},
    now: () => {
      now += options.tick ?? 0;
      return now;
    },
    interruption: () => abort.signal,
  };
  const status = await main(args, io);
  return { status, out: out.join(''), err: err.join(''), writes: out };
}

async function* chunksOf({ stdin = [], stopAfter }: RunOptions, abort: AbortController): AsyncGenerator<Uint8Array> {
  const chunks = typeof stdin === 'string' ? [stdin] : stdin;
  for (const [index, chunk] of chunks.entries()) {
    if (index === stopAfter) {
      abort.abort();
      // A log that is followed: nothing more comes.
      await new Promise(() => undefined);
    }
    yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
  }
}

function output(texts: string[], isTty: boolean, closeAfter = Number.POSITIVE_INFINITY): Output {
  return {
    isTty,
    columns: isTty ? 100 : undefined,
    write: async (text) => {
      if (texts.length >= closeAfter) throw new OutputClosed();
      texts.push(text);
    },
  };
}

/** A folder of its own for a test file. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'error-lookup-'));
}

/** Writes a packed catalog; gives its path. */
export function writeCatalog(folder: string, entries: readonly Entry[]): string {
  const path = join(folder, 'catalog.json');
  const pin = { repository: 'vllm-project/vllm', commit: '0'.repeat(40), date: '2026-07-28', licence: 'Apache-2.0' };
  writeFileSync(path, JSON.stringify({ pins: { vllm: pin }, triggers: {}, entries }));
  return path;
}
