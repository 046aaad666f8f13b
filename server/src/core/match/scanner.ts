/**
 * Finds messages in a stream of any size. It keeps a window of the stream and gives the matches that the whole text
 * would give, wherever the chunks end. Bytes are UTF-8; a stream that begins with a UTF-16 byte order mark is turned
 * into UTF-8 first, and offsets still count bytes of the stream.
 */
import { CR, LF } from './bytes';
import type { Match, MatchOptions, ScannedMatch } from './match';
import { LOOK, type Matcher } from './matcher';
import { LineCounter, toReport, utf16Length } from './report';
import { StatedVersions } from './stated';
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

/** Bytes looked through at once; with {@link LOOK} on both sides they bound the memory. */
const BLOCK = 1 << 21;
const MAX_WINDOW = BLOCK + 4 * LOOK;

/** Starts reading a stream. */
export function createScanner(matcher: Matcher, options: MatchOptions): Scanner {
  const window = new StreamWindow(matcher, options);
  let reader: Utf16Reader | undefined;
  let head: Uint8Array | undefined = new Uint8Array();

  const take = (chunk: Uint8Array): ScannedMatch[] => window.push(reader ? reader.read(chunk) : chunk);
  /** The first two bytes tell the encoding. */
  const decideOn = (start: Uint8Array): ScannedMatch[] => {
    head = undefined;
    const order = byteOrderOf(start);
    if (!order) return take(start);
    reader = new Utf16Reader(order);
    window.countUtf16();
    return take(start.subarray(2));
  };
  return {
    push(chunk) {
      if (!head) return take(chunk);
      head = concat(head, chunk);
      return head.length < 2 ? [] : decideOn(head);
    },
    settle: () => window.settle(),
    end() {
      const early = head ? decideOn(head) : [];
      const late = reader ? window.push(reader.end()) : [];
      return [...early, ...late, ...window.end()];
    },
  };
}

/** The part of the stream that is held, and how far it has been looked through. */
class StreamWindow {
  private buffer = new Uint8Array(1 << 14);
  private length = 0;
  /** Offset in the stream of `buffer[0]`. */
  private base = 0;
  /** Records before this position have been given. */
  private done = 0;
  /** Start of the line that holds `buffer[0]`, as the matcher counts lines (a lone CR ends one) … */
  private firstStart = 0;
  /** … and as reports do, with its number and its UTF-16 units before `buffer[0]`. */
  private reportStart = 0;
  private line = 0;
  private units = 0;
  /** UTF-16 units of the stream before `buffer[0]`; kept only for streams that are UTF-16. */
  private streamUnits: number | undefined;
  private readonly stated = new StatedVersions();
  /** Counts the lines of the bytes that were looked through last. */
  private counter = new LineCounter(this.buffer);

  constructor(
    private readonly matcher: Matcher,
    private readonly options: MatchOptions,
  ) {}

  /** From now on offsets are those of a UTF-16 stream. */
  countUtf16(): void {
    this.streamUnits = 0;
  }

  push(chunk: Uint8Array): ScannedMatch[] {
    const matches: ScannedMatch[] = [];
    for (let at = 0; at < chunk.length; ) {
      this.growFor(chunk.length - at);
      const part = chunk.subarray(at, at + this.buffer.length - this.length);
      this.buffer.set(part, this.length);
      this.length += part.length;
      at += part.length;
      while (this.length - this.done >= BLOCK + LOOK) {
        matches.push(...this.look(this.done + BLOCK));
        this.drop(this.done - LOOK);
      }
    }
    return matches;
  }

  settle(): ScannedMatch[] {
    const lines = this.buffer.subarray(0, this.length).lastIndexOf(LF) + 1;
    return lines > this.done ? this.look(lines) : [];
  }

  end(): ScannedMatch[] {
    return this.look(this.length);
  }

  /** Small streams need no large window. */
  private growFor(count: number): void {
    const wanted = Math.min(MAX_WINDOW, this.length + count);
    if (wanted <= this.buffer.length) return;
    const larger = new Uint8Array(Math.min(MAX_WINDOW, Math.max(wanted, this.buffer.length * 2)));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }

  /** Matches of the records that begin before `to`. */
  private look(to: number): ScannedMatch[] {
    const bytes = this.buffer.subarray(0, this.length);
    const from = this.done;
    this.done = to;
    const { firstStart } = this;
    const matches = this.matcher.matchBlock({ bytes, firstStart, from, to, stated: this.stated }, this.options);
    const counter = new LineCounter(bytes, this.line, this.reportStart, this.units);
    this.counter = counter;
    return matches.map((match) => {
      const report = toReport(match, counter);
      const { start } = counter.locate(match.span.start);
      return { match: this.moved(match, bytes), report, byteOffset: this.offsetOf(start, bytes) };
    });
  }

  /** Forgets the bytes before `count`, which were looked through last. */
  private drop(count: number): void {
    if (count <= 0) return;
    const { line, start } = this.counter.locate(count);
    this.units = this.counter.column(start, count);
    this.line = line;
    this.reportStart = start - count;
    this.firstStart = startOfLine(this.buffer, count, this.firstStart) - count;
    if (this.streamUnits !== undefined) this.streamUnits += utf16Length(this.buffer, 0, count);
    this.buffer.copyWithin(0, count, this.length);
    this.length -= count;
    this.done -= count;
    this.base += count;
  }

  /** Offset in the stream of a position in the buffer. */
  private offsetOf(position: number, bytes: Uint8Array): number {
    if (this.streamUnits === undefined) return this.base + position;
    // Before the buffer only the start of its first line is asked for.
    const units = position < 0 ? -this.units : utf16Length(bytes, 0, position);
    return 2 + 2 * (this.streamUnits + units);
  }

  private moved(match: Match, bytes: Uint8Array): Match {
    const move = (position: number): number => this.offsetOf(position, bytes);
    const span = { start: move(match.span.start), end: move(match.span.end) };
    const captures = match.captures.map((capture) => ({
      ...capture,
      span: { start: move(capture.span.start), end: move(capture.span.end) },
    }));
    const { start, traceback } = match.record;
    const record = { ...match.record, start: move(start), traceback: traceback === null ? null : move(traceback) };
    return { ...match, span, captures, record };
  }
}

function startOfLine(bytes: Uint8Array, at: number, firstStart: number): number {
  let start = at;
  while (start > 0 && bytes[start - 1] !== LF && bytes[start - 1] !== CR) start--;
  return start === 0 ? firstStart : start;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
