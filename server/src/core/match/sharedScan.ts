/**
 * Finds messages in a stream with the help of another thread. The stream is cut into the blocks that a scanner alone
 * would look through; some are sent to the helper, the others are looked through here. What a log stated before a block is
 * known only when the blocks before are done: one that was looked through with less is looked through again, so that the
 * answers are those of one thread.
 */
import type { MatchOptions, ScannedMatch } from './match';
import type { Matcher } from './matcher';
import { createStream, scanBlock } from './scanner';
import { type StatedData, StatedVersions } from './stated';
import type { StreamBlock } from './streamWindow';

/** Looks through blocks elsewhere. */
export interface BlockHelper {
  /** Takes the bytes of the block away; the matches of the block, what was stated by its end, and the bytes again. */
  scan(block: StreamBlock, stated: StatedData): Promise<BlockResult & { readonly bytes: Uint8Array }>;
}

/** What one block gave. */
export interface BlockResult {
  readonly matches: readonly ScannedMatch[];
  /** What the stream has stated by the end of the block. */
  readonly stated: StatedData;
}

/** A scanner whose answers come later. */
export interface SharedScanner {
  push(chunk: Uint8Array): Promise<ScannedMatch[]>;
  end(): Promise<ScannedMatch[]>;
}

/** Blocks that the helper has at once: the next one waits there when one is done. */
const SENT = 2;
/** Blocks that wait for one before them: they bound the memory. */
const WAITING = 2;

/** A block whose matches are not given yet. */
interface Job {
  block: StreamBlock;
  /** What was taken for stated before it, as a key. */
  readonly assumed: string;
  /** Undefined as long as the helper works on it. */
  result: BlockResult | undefined;
  /** Resolves when there is a result. */
  done: Promise<void>;
}

/**
 * Starts reading a stream.
 *
 * @param blockLength bytes of a block; left out: as many as a scanner takes
 */
export function createSharedScanner(
  matcher: Matcher,
  options: MatchOptions,
  helper: BlockHelper,
  blockLength?: number,
): SharedScanner {
  const scan = (block: StreamBlock, before: StatedData): BlockResult => {
    const stated = new StatedVersions(before);
    return { matches: scanBlock(matcher, options, block, stated), stated: stated.data };
  };
  const queue = new JobQueue(scan, helper);
  const stream = createStream((block) => queue.add(block), blockLength);
  return {
    push: (chunk) => {
      stream.push(chunk);
      return queue.settled(WAITING);
    },
    end: () => {
      stream.end();
      return queue.settled(0);
    },
  };
}

/** Blocks in the order of the stream, until their matches are given. */
class JobQueue {
  private readonly jobs: Job[] = [];
  private readonly ready: ScannedMatch[] = [];
  /** Blocks that the helper has. */
  private sent = 0;
  private isFirst = true;
  private stated: StatedData = new StatedVersions().data;
  /** Memory of blocks that are done with. */
  private readonly free: Uint8Array[] = [];

  constructor(
    private readonly scan: (block: StreamBlock, stated: StatedData) => BlockResult,
    private readonly helper: BlockHelper,
  ) {}

  /** Takes a block, whose bytes it copies: sends it away, or looks through it where the helper has enough. */
  add(given: StreamBlock): void {
    const block = { ...given, bytes: this.copyOf(given.bytes) };
    const job: Job = { block, assumed: keyOf(this.stated), result: undefined, done: Promise.resolve() };
    this.jobs.push(job);
    // Logs state versions when a program starts: with the first block done, the next ones are told them.
    if (this.isFirst || this.sent >= SENT) job.result = this.scan(block, this.stated);
    else {
      job.done = this.send(job);
      // Whoever waits for it is told; until then a failure is no stray one.
      job.done.catch(() => undefined);
    }
    this.isFirst = false;
    this.settle();
  }

  /** The matches that are settled, once no more than so many blocks wait. */
  async settled(most: number): Promise<ScannedMatch[]> {
    this.settle();
    while (this.jobs.length > most) {
      await this.jobs[0]?.done;
      this.settle();
    }
    return this.ready.splice(0);
  }

  /** Settles the blocks that are done, up to one that is not. */
  private settle(): void {
    for (let [job] = this.jobs; job?.result; [job] = this.jobs) {
      const isRight = job.assumed === keyOf(this.stated);
      const { matches, stated } = isRight ? job.result : this.scan(job.block, this.stated);
      this.stated = stated;
      for (const match of matches) this.ready.push(match);
      if (this.free.length < WAITING) this.free.push(job.block.bytes);
      this.jobs.shift();
    }
  }

  private async send(job: Job): Promise<void> {
    this.sent++;
    const { bytes, ...result } = await this.helper.scan(job.block, this.stated);
    this.sent--;
    job.block = { ...job.block, bytes };
    job.result = result;
  }

  private copyOf(bytes: Uint8Array): Uint8Array {
    const known = this.free.pop();
    if (!known || known.buffer.byteLength < bytes.length) return bytes.slice();
    const copy = new Uint8Array(known.buffer, 0, bytes.length);
    copy.set(bytes);
    return copy;
  }
}

/** A key that two states share exactly when they are the same. */
function keyOf(stated: StatedData): string {
  return JSON.stringify(stated);
}
