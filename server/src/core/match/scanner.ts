/**
 * Finds messages in a stream of any size. It keeps a window of the stream and gives the matches that the whole text
 * would give, wherever the chunks end. Bytes are UTF-8; a stream that begins with a UTF-16 byte order mark is turned
 * into UTF-8 first, and offsets still count bytes of the stream.
 */
import type { Match, MatchOptions, ScannedMatch } from './match';
import type { Matcher } from './matcher';
import { type LineCounter, toReport, utf16Length } from './report';
import { StatedVersions } from './stated';
import { BLOCK, counterOf, type StreamBlock, StreamWindow } from './streamWindow';
import { byteOrderOf, Utf16Reader } from './utf16';

/** Reads a stream. Matches come in order, later than their bytes by what must be known of the text after them. */
export interface Scanner {
  /** Takes the next bytes; gives the matches that are settled now. */
  push(chunk: Uint8Array): ScannedMatch[];
  /**
   * Gives the matches in the whole lines read so far, as if nothing followed them: for a stream that pauses. Lines that
   * come later are not joined to them.
   */
  settle(): ScannedMatch[];
  /** Ends the stream; gives the matches that are left. */
  end(): ScannedMatch[];
}

/** Starts reading a stream. */
export function createScanner(matcher: Matcher, options: MatchOptions): Scanner {
  const stated = new StatedVersions();
  let found: ScannedMatch[] = [];
  const stream = createStream((block, counter) => {
    found.push(...scanBlock(matcher, options, block, stated, counter));
  });
  const foundIn = (read: () => void): ScannedMatch[] => {
    found = [];
    read();
    return found;
  };
  return {
    push: (chunk) => foundIn(() => stream.push(chunk)),
    settle: () => foundIn(stream.settle),
    end: () => foundIn(stream.end),
  };
}

/** A stream that is cut into blocks as it comes. */
interface BlockStream {
  push(chunk: Uint8Array): void;
  /** Gives the whole lines read so far. */
  settle(): void;
  end(): void;
}

/** Starts cutting a stream; `take` is given each block, whose bytes are good until it returns. */
export function createStream(
  take: (block: StreamBlock, counter: LineCounter) => void,
  blockLength: number = BLOCK,
): BlockStream {
  const window = new StreamWindow(take, blockLength);
  let reader: Utf16Reader | undefined;
  let head: Uint8Array | undefined = new Uint8Array();

  const push = (chunk: Uint8Array): void => window.push(reader ? reader.read(chunk) : chunk);
  /** The first two bytes tell the encoding. */
  const decideOn = (start: Uint8Array): void => {
    head = undefined;
    const order = byteOrderOf(start);
    if (!order) {
      push(start);
      return;
    }
    reader = new Utf16Reader(order);
    window.countUtf16();
    push(start.subarray(2));
  };
  return {
    push(chunk) {
      if (!head) {
        push(chunk);
        return;
      }
      head = concat(head, chunk);
      if (head.length >= 2) decideOn(head);
    },
    settle: () => window.settle(),
    end() {
      if (head) decideOn(head);
      if (reader) window.push(reader.end());
      window.end();
    },
  };
}

/** Matches of the records of a block; `stated` is what the stream stated before, and takes in what the block states. */
export function scanBlock(
  matcher: Matcher,
  options: MatchOptions,
  block: StreamBlock,
  stated: StatedVersions,
  counter: LineCounter = counterOf(block),
): ScannedMatch[] {
  const { bytes, firstStart, from, to } = block;
  return matcher.matchBlock({ bytes, firstStart, from, to, stated }, options).map((match) => {
    const report = toReport(match, counter);
    const { start } = counter.locate(match.span.start);
    return { match: moved(match, block), report, byteOffset: offsetIn(block, start) };
  });
}

/** Offset in the stream of a position in a block. */
function offsetIn({ bytes, base, units, streamUnits }: StreamBlock, position: number): number {
  if (streamUnits === undefined) return base + position;
  // Before the block only the start of its first line is asked for.
  const before = position < 0 ? -units : utf16Length(bytes, 0, position);
  return 2 + 2 * (streamUnits + before);
}

function moved(match: Match, block: StreamBlock): Match {
  const move = (position: number): number => offsetIn(block, position);
  const span = { start: move(match.span.start), end: move(match.span.end) };
  const captures = match.captures.map((capture) => ({
    ...capture,
    span: { start: move(capture.span.start), end: move(capture.span.end) },
  }));
  const { start, traceback } = match.record;
  const record = { ...match.record, start: move(start), traceback: traceback === null ? null : move(traceback) };
  return { ...match, span, captures, record };
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
