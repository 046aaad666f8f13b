/** Matches as the command line prints them: lines and UTF-16 offsets in place of byte offsets. */
import { LF } from './bytes';
import type { Match, MatchReport } from './match';
import { exceptionsOf, lastName } from './sitePlaces';

/** Bytes of which the line ends are counted together. */
const PAGE = 1 << 8;

/** Counts lines of a text. A position costs little whether it lies before or after the ones asked for earlier. */
export class LineCounter {
  /** Line ends before each page, as far as was asked for … */
  private readonly before: number[] = [0];
  /** … and the first line end behind them; undefined as long as nobody asked. Going from one to the next is what runs fast at once. */
  private next: number | undefined;

  /**
   * @param bytes the text
   * @param firstLine number of the line that holds byte 0
   * @param firstStart where that line begins; negative if it began before these bytes
   * @param firstUnits UTF-16 units of that line before byte 0
   */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly firstLine = 0,
    private readonly firstStart = 0,
    private readonly firstUnits = 0,
  ) {}

  /** UTF-16 units between a position and the start of its line, as {@link locate} gives it. */
  column(lineStart: number, position: number): number {
    return (lineStart < 0 ? this.firstUnits : 0) + utf16Length(this.bytes, Math.max(lineStart, 0), position);
  }

  /** Line of a position and where that line begins. Lines end at LF. */
  locate(position: number): { readonly line: number; readonly start: number } {
    const { bytes } = this;
    const end = Math.max(0, Math.min(position, bytes.length));
    const page = Math.floor(end / PAGE);
    this.countTo(page);
    const ends = (this.before[page] ?? 0) + lineEnds(bytes, page * PAGE, end);
    const start = ends === 0 ? this.firstStart : bytes.lastIndexOf(LF, end - 1) + 1;
    return { line: this.firstLine + ends, start };
  }

  /** Counts the line ends before a page and those before it. */
  private countTo(page: number): void {
    const { bytes, before } = this;
    let ends = before.at(-1) ?? 0;
    let next = this.next ?? lineEndFrom(bytes, 0);
    for (let i = before.length; i <= page; i++) {
      for (; next < i * PAGE; next = lineEndFrom(bytes, next + 1)) ends++;
      before.push(ends);
    }
    this.next = next;
  }
}

/** The first LF from a position on; infinite where there is none. */
function lineEndFrom(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(LF, from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/** Number of LF in a range. */
function lineEnds(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) count += bytes[i] === LF ? 1 : 0;
  return count;
}

/** Reports of matches in a text, in their order. */
export function toMatchReports(text: Uint8Array, matches: readonly Match[]): MatchReport[] {
  const counter = new LineCounter(text);
  return matches.map((match) => toReport(match, counter));
}

/** Report of one match; its spans count within the counter’s bytes. */
export function toReport(match: Match, counter: LineCounter): MatchReport {
  const { site, span } = match;
  const first = counter.locate(span.start);
  const last = counter.locate(span.end);
  return {
    line: first.line,
    endLine: last.line,
    start: counter.column(first.start, span.start),
    end: counter.column(last.start, span.end),
    kind: site.kind,
    code: site.code,
    project: site.project,
    template: site.template,
    exception: printedException(match),
    level: site.level,
    file: site.file,
    lineAtRef: site.line,
    function: site.function,
    versions: site.versions,
    place: match.place,
    confidence: match.confidence,
    score: match.score,
    captures: Object.fromEntries(match.captures.map(({ name, text }) => [name, text])),
    role: site.role,
    alternatives: match.alternatives.map(({ code, project, template, file, function: name }) => ({
      code,
      project,
      template,
      file,
      function: name,
    })),
    ...(match.site.origin && { origin: match.site.origin.kind }),
  };
}

/** The exception that the site raises: the one in the text, where versions of the site differ. */
function printedException({ site, record }: Match): string | null {
  const printed = record.exception === null ? null : lastName(record.exception);
  return exceptionsOf(site).find((name) => lastName(name) === printed) ?? site.exception;
}

/** Number of UTF-16 units that the UTF-8 bytes of a range decode to, each broken byte as one. */
export function utf16Length(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let i = start; i < end; ) {
    const length = characterLength(bytes, i, end);
    units += length === 4 ? 2 : 1;
    i += length;
  }
  return units;
}

/**
 * Length of the character at a position. Broken UTF-8 counts as decoders replace it: the longest beginning of a
 * well-formed character is one replacement character, any other byte is one by itself (WHATWG Encoding, UTF-8 decoder).
 */
function characterLength(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] ?? 0;
  const length = first < 0xc2 || first > 0xf4 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i] ?? 0;
    const [low, high] = i === 1 ? secondRange(first) : [0x80, 0xbf];
    if (at + i >= end || byte < low || byte > high) return i;
  }
  return length;
}

/** Range of the second byte: narrower after E0, ED, F0 and F4 (Unicode, table 3-7). */
function secondRange(first: number): readonly [number, number] {
  if (first === 0xe0) return [0xa0, 0xbf];
  if (first === 0xed) return [0x80, 0x9f];
  if (first === 0xf0) return [0x90, 0xbf];
  return first === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}
