/** Physical lines of a text, found around a position. */
import { CR, LF } from './bytes';

/**
 * Longest stretch taken as one line. A longer line is looked at in pieces of this size, so that the work on a hit is
 * bounded; only the first piece holds the line’s prefix.
 */
const MAX_LINE = 1 << 16;

/** One physical line, without its line end. */
export interface Line {
  readonly start: number;
  readonly end: number;
  /** False for the second and later pieces of a line longer than {@link MAX_LINE}. */
  readonly head: boolean;
}

/** Finds lines; a lone CR (progress bars) ends a line as LF and CR LF do. */
export class Lines {
  /** Start of the whole line found last, and a position in it: look-ups mostly go forward. */
  private knownStart: number;
  private knownAt = 0;

  /** @param firstStart where the line begins that holds byte 0; negative if it began before these bytes */
  constructor(
    private readonly bytes: Uint8Array,
    firstStart = 0,
  ) {
    this.knownStart = firstStart;
    this.firstStart = firstStart;
  }

  private readonly firstStart: number;

  /** The line that holds a position; a line end belongs to the line before it. */
  at(position: number): Line {
    const whole = this.startOf(position);
    const piece = Math.floor((position - whole) / MAX_LINE);
    const start = whole + piece * MAX_LINE;
    return { start: Math.max(start, 0), end: this.endOf(start), head: piece === 0 && start >= 0 };
  }

  /** The line after one, if the text has one. */
  next(line: Line): Line | undefined {
    if (line.end >= this.bytes.length) return undefined;
    if (!isBreak(this.bytes[line.end])) return this.at(line.end);
    const step = this.bytes[line.end] === CR && this.bytes[line.end + 1] === LF ? 2 : 1;
    const start = line.end + step;
    return start <= this.bytes.length ? { start, end: this.endOf(start), head: true } : undefined;
  }

  /** The line before one; undefined at the start of the text, and where that line is too long to matter. */
  previous(line: Line): Line | undefined {
    if (!line.head || line.start === 0) return undefined;
    let end = line.start - 1;
    if (end > 0 && this.bytes[end] === LF && this.bytes[end - 1] === CR) end--;
    const limit = end - MAX_LINE;
    let start = end;
    while (start > 0 && start > limit && !isBreak(this.bytes[start - 1])) start--;
    if (start === limit || (start === 0 && this.firstStart < 0)) return undefined;
    return { start, end, head: true };
  }

  private startOf(position: number): number {
    const floor = position >= this.knownAt ? this.knownAt : 0;
    let start = position;
    while (start > floor && !isBreak(this.bytes[start - 1])) start--;
    if (start === floor && floor > 0 && !isBreak(this.bytes[start - 1])) start = this.knownStart;
    else if (start === 0) start = this.firstStart;
    this.knownStart = start;
    this.knownAt = position;
    return start;
  }

  private endOf(start: number): number {
    const limit = Math.min(this.bytes.length, start + MAX_LINE);
    let end = Math.max(start, 0);
    while (end < limit && !isBreak(this.bytes[end])) end++;
    return end;
  }
}

function isBreak(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}
