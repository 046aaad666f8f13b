/** Reads lines of a document: cleaned of terminal codes, prefix taken off. Each line is read once. */
import { APOSTROPHE, CLOSE_BRACKET, CLOSE_PAREN, hasText, QUOTE, trimEnd } from './bytes';
import { cleaned } from './clean';
import type { Frame } from './frame';
import type { TemplateGroup } from './groups';
import { type Line, Lines } from './lines';
import type { Miss, Occurrence } from './occurrence';
import { type Prefix, peel } from './prefix/peel';
import { isOfAnother } from './prefix/process';
import { rightColumn } from './prefix/source';
import { withoutBar } from './prefix/viewer';
import type { Traceback } from './record';
import { type Start, startsOf } from './starts';
import type { TextView } from './view';

/** A physical line, read. Positions count within `view` unless they are called raw. */
export class ReadLine {
  /** Process, rank and pod of the line as one key; empty where it names none. */
  readonly process: string;
  private knownStarts: readonly Start[] | undefined;
  private knownText: { readonly view: TextView | undefined } | undefined;
  private knownQuote: number | undefined;
  private knownTraceback: Traceback | undefined;
  private knownFrames: readonly Frame[] | undefined;
  private knownContinuing: boolean | undefined;
  private tried: Map<TemplateGroup, Occurrence | Miss | undefined> | undefined;

  /**
   * @param view the line without terminal codes, prefix included
   * @param end of the text: trailing white space, Ray’s repeat count and a right-hand column are left out
   */
  constructor(
    readonly line: Line,
    readonly view: TextView,
    readonly prefix: Prefix,
    readonly end: number,
  ) {
    const { processes } = prefix.facts;
    this.process = processes.length === 1 ? (processes[0] ?? '') : processes.join(' ');
  }

  /** Where a message may begin, strongest first. Most lines are read only for what surrounds a message. */
  get starts(): readonly Start[] {
    this.knownStarts ??= this.line.head ? startsOf(this.view.bytes, this.prefix, this.end) : [];
    return this.knownStarts;
  }

  /** Where the first quote mark of the text stands; the line’s length where it has none. */
  get firstQuote(): number {
    this.knownQuote ??= firstOf(this.view.bytes, this.prefix.textStart, QUOTE, APOSTROPHE);
    return this.knownQuote;
  }

  /** The traceback that ends in the line, computed once. */
  traceback(compute: () => Traceback): Traceback {
    this.knownTraceback ??= compute();
    return this.knownTraceback;
  }

  /** Frames of the traceback below the line, computed once. */
  framesBelow(compute: () => readonly Frame[]): readonly Frame[] {
    this.knownFrames ??= compute();
    return this.knownFrames;
  }

  /** Whether the line itself may go on with another one’s message, computed once. */
  continuing(compute: () => boolean): boolean {
    this.knownContinuing ??= compute();
    return this.knownContinuing;
  }

  /** What a wording is on the line, computed once: several lines and hits ask for it. */
  occurrence(group: TemplateGroup, compute: () => Occurrence | Miss | undefined): Occurrence | Miss | undefined {
    this.tried ??= new Map();
    if (this.tried.has(group)) return this.tried.get(group);
    const result = compute();
    this.tried.set(group, result);
    return result;
  }

  /** The line with those that continue it, computed once. */
  text(compute: () => TextView | undefined): TextView | undefined {
    this.knownText ??= { view: compute() };
    return this.knownText.view;
  }
}

/** First place of either byte; the length where there is none. */
function firstOf(bytes: Uint8Array, from: number, one: number, other: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== one && bytes[at] !== other) at++;
  return at;
}

/** Lines are looked at again from those near them alone. */
const MAX_CACHED = 256;

/** Line access to one document, which is a log or the text inside a quoted field of one. */
export class Reader {
  private readonly lines: Lines;
  private readonly cache = new Map<number, ReadLine>();

  /** @param firstStart position where the line begins that holds byte 0, negative if it began before */
  constructor(
    readonly view: TextView,
    firstStart = 0,
  ) {
    this.lines = new Lines(view.bytes, firstStart);
  }

  /** The line that holds a position. */
  at(position: number): ReadLine {
    return this.read(this.lines.at(position));
  }

  next(line: ReadLine): ReadLine | undefined {
    const next = this.lines.next(line.line);
    return next && this.read(next);
  }

  /**
   * The nearest line in one direction that one process may have written, not counting up to `max` lines of others; undefined
   * where there is none.
   *
   * @param accept what is asked of a line; those that surely begin with another process are not read at all
   */
  nearest(
    line: ReadLine,
    forward: boolean,
    process: string,
    max: number,
    accept: (line: ReadLine) => boolean,
  ): ReadLine | undefined {
    const { bytes } = this.view;
    let current: Line | undefined = line.line;
    for (let count = 0; count < max; count++) {
      current = forward ? this.lines.next(current) : this.lines.previous(current);
      if (!current) return undefined;
      if (process !== '' && isOfAnother(bytes, current.start, current.end, process)) continue;
      const read = this.read(current);
      if (accept(read)) return read;
    }
    return undefined;
  }

  private read(line: Line): ReadLine {
    const known = this.cache.get(line.start);
    if (known) return known;
    const read = readLine(this.view, line);
    if (this.cache.size >= MAX_CACHED) this.cache.clear();
    this.cache.set(line.start, read);
    return read;
  }
}

function readLine(document: TextView, line: Line): ReadLine {
  const view = cleaned(document, line.start, line.end);
  const { bytes } = view;
  const trimmed = trimEnd(bytes, 0, withoutBar(bytes, trimEnd(bytes, 0, bytes.length)));
  const repeat = repeatStart(bytes, trimmed);
  const prefix = peel(bytes, repeat);
  const column = rightColumn({ bytes, end: repeat, facts: prefix.facts, names: [] }, prefix.textStart, repeat);
  const end = trimEnd(bytes, 0, column);
  return new ReadLine(line, view, prefix, end);
}

/** Start of Ray’s `[repeated 7x across cluster]` at the end of a line; the end where there is none. */
function repeatStart(bytes: Uint8Array, end: number): number {
  const last = bytes[end - 1];
  if (last !== CLOSE_BRACKET && last !== CLOSE_PAREN) return end;
  const open = Math.max(bytes.lastIndexOf(last === CLOSE_BRACKET ? 91 : 40, end), 0);
  if (end - open > 200 || !hasText(bytes, open + 1, end, 'repeated ')) return end;
  return trimEnd(bytes, 0, open);
}
