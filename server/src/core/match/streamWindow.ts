/** Cuts a stream into blocks that can be looked through one by one, each with enough text around it. */
import { CR, LF } from './bytes';
import { LOOK } from './matcher';
import { LineCounter, utf16Length } from './report';

/** Bytes looked through at once; with {@link LOOK} on both sides they bound the memory. */
export const BLOCK = 1 << 21;

/** Part of a stream, with what places its matches in the stream. Plain data, which another thread can be sent. */
export interface StreamBlock {
  readonly bytes: Uint8Array;
  /** Start of the line that holds byte 0, as the matcher counts lines (a lone CR ends one); negative if it began before … */
  readonly firstStart: number;
  /** … and as reports do, with its number and its UTF-16 units before byte 0. */
  readonly lineStart: number;
  readonly line: number;
  readonly units: number;
  /** Only records that begin in [from, to) are reported. */
  readonly from: number;
  readonly to: number;
  /** Offset in the stream of byte 0. */
  readonly base: number;
  /** UTF-16 units of the stream before byte 0; undefined for a stream that is not UTF-16. */
  readonly streamUnits: number | undefined;
}

/** Counts the lines of a block. */
export function counterOf({ bytes, line, lineStart, units }: StreamBlock): LineCounter {
  return new LineCounter(bytes, line, lineStart, units);
}

/** The part of the stream that is held, and how far it has been looked through. */
export class StreamWindow {
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
  /** Counts the lines of the bytes that were given last. */
  private counter = new LineCounter(this.buffer);

  /** @param take is given each block; its bytes are good until it returns, and its counter stands at its beginning */
  constructor(
    private readonly take: (block: StreamBlock, counter: LineCounter) => void,
    private readonly blockLength: number,
  ) {}

  /** From now on offsets are those of a UTF-16 stream. */
  countUtf16(): void {
    this.streamUnits = 0;
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      this.growFor(chunk.length - at);
      const part = chunk.subarray(at, at + this.buffer.length - this.length);
      this.buffer.set(part, this.length);
      this.length += part.length;
      at += part.length;
      while (this.length - this.done >= this.blockLength + LOOK) {
        this.give(this.done + this.blockLength);
        this.drop(this.done - LOOK);
      }
    }
  }

  /** Gives the whole lines that are left. */
  settle(): void {
    const lines = this.buffer.subarray(0, this.length).lastIndexOf(LF) + 1;
    if (lines > this.done) this.give(lines);
  }

  /** Gives what is left. */
  end(): void {
    this.give(this.length);
  }

  /** Small streams need no large window. */
  private growFor(count: number): void {
    const most = this.blockLength + 4 * LOOK;
    const wanted = Math.min(most, this.length + count);
    if (wanted <= this.buffer.length) return;
    const larger = new Uint8Array(Math.min(most, Math.max(wanted, this.buffer.length * 2)));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }

  /** Gives the block of the records that begin before `to`. */
  private give(to: number): void {
    const block: StreamBlock = {
      bytes: this.buffer.subarray(0, this.length),
      firstStart: this.firstStart,
      from: this.done,
      to,
      base: this.base,
      line: this.line,
      lineStart: this.reportStart,
      units: this.units,
      streamUnits: this.streamUnits,
    };
    this.done = to;
    this.counter = counterOf(block);
    this.take(block, this.counter);
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
}

function startOfLine(bytes: Uint8Array, at: number, firstStart: number): number {
  let start = at;
  while (start > 0 && bytes[start - 1] !== LF && bytes[start - 1] !== CR) start--;
  return start === 0 ? firstStart : start;
}
