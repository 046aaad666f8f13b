/**
 * What belongs to a line beyond itself: the lines that continue its message, the traceback that ends in it, and the
 * text of the whole record, in which context is looked for. Lines of other processes in between are passed over.
 */
import { APOSTROPHE, COLON, hasText, LF, OPEN_BRACE, QUOTE } from './bytes';
import { type Frame, frameAt } from './frame';
import type { Reader, ReadLine } from './reader';
import { headsFrom } from './starts';
import { type TextView, ViewBuilder } from './view';

/** Lines that one message can span, and lines looked through around it. */
const MAX_MESSAGE_LINES = 12;
const MAX_MESSAGE_BYTES = 1 << 13;
const MAX_RECORD_LINES = 60;
const MAX_FRAMES = 8;
/** Lines before one that holds a piece of a message on which the message may begin. */
export const MAX_LINES_BEFORE = 11;
/** Lines of other processes that may stand between two lines of one. */
const MAX_OTHERS = 24;

const tracebackHead = 'Traceback (most recent call last)';

/** The line and those that continue it as one text with LF between them; undefined where nothing continues it. */
export function joined(reader: Reader, first: ReadLine): TextView | undefined {
  return first.text(() => join(reader, first));
}

function join(reader: Reader, first: ReadLine): TextView | undefined {
  const builder = new ViewBuilder(first.end + 256);
  builder.append(first.view, 0, first.end);
  let last = first;
  let rawEnd = first.view.rawAt(first.end);
  for (let count = 1; count < MAX_MESSAGE_LINES && builder.length < MAX_MESSAGE_BYTES; count++) {
    const line = nextOf(reader, last, first.process);
    if (!line || !continues(first, line)) break;
    builder.push(LF, rawEnd);
    builder.append(line.view, line.prefix.textStart, line.end);
    rawEnd = line.view.rawAt(line.end);
    last = line;
  }
  return last === first ? undefined : builder.build(rawEnd);
}

/** Earlier lines that this one may continue, nearest first. */
export function linesBefore(reader: Reader, line: ReadLine, count: number): ReadLine[] {
  const before: ReadLine[] = [];
  let current = line;
  while (before.length < count && mayContinue(current)) {
    const previous = previousOf(reader, current, line.process);
    if (!previous || !continues(previous, current)) break;
    before.push(previous);
    current = previous;
  }
  return before;
}

/** Start of the first line whose message can reach into this one. */
export function reachBefore(reader: Reader, line: ReadLine): number {
  return (linesBefore(reader, line, MAX_MESSAGE_LINES - 1).at(-1) ?? line).line.start;
}

/** End of the last line from which a message can be come upon that begins on this one. */
export function reachAfter(reader: Reader, line: ReadLine): number {
  let last = line;
  for (let count = 0; count < MAX_LINES_BEFORE; count++) {
    const next = nextOf(reader, last, line.process);
    if (!next || !continues(last, next)) break;
    last = next;
  }
  return last.line.end;
}

/** True where no line before or after can belong to this one’s message. */
export function isAlone(reader: Reader, line: ReadLine): boolean {
  const previous = mayContinue(line) ? previousOf(reader, line, line.process) : undefined;
  if (previous && continues(previous, line)) return false;
  const next = nextOf(reader, line, line.process);
  return !next || !continues(line, next);
}

/** True where the line before, less indented, announces this one: `Caused by:`, or the line of a log. */
export function isIntroduced(reader: Reader, line: ReadLine): boolean {
  let previous = previousOf(reader, line, line.process);
  if (previous && isEmpty(previous)) previous = previousOf(reader, previous, line.process);
  if (!previous || previous.prefix.indent >= line.prefix.indent) return false;
  return previous.prefix.log || previous.view.bytes[previous.end - 1] === COLON;
}

/** Frames of the traceback that ends in a line, nearest first, and where that traceback begins. */
export interface Traceback {
  readonly frames: readonly Frame[];
  /** The `Traceback` line; null where it is not near. */
  readonly head: ReadLine | null;
}

/** The traceback above an exception’s line. */
export function tracebackAbove(reader: Reader, line: ReadLine): Traceback {
  return line.traceback(() => readTraceback(reader, line));
}

function readTraceback(reader: Reader, line: ReadLine): Traceback {
  const frames: Frame[] = [];
  let current: ReadLine | undefined = line;
  for (let count = 0; count < MAX_RECORD_LINES; count++) {
    current = previousOf(reader, current, line.process);
    if (!current) break;
    if (beginsTraceback(current)) return { frames, head: current };
    const frame = frameAt(current);
    if (frame && frames.length < MAX_FRAMES) frames.push(frame);
    if (!frame && current.prefix.indent < 2 && !isEmpty(current)) break;
  }
  return { frames, head: null };
}

/** True for the head of a traceback, also where a message ends with it: `Scheduler hit an exception: Traceback …:`. */
function beginsTraceback(line: ReadLine): boolean {
  const tail = `: ${tracebackHead}:`;
  return startsWith(line, tracebackHead) || hasText(line.view.bytes, line.end - tail.length, line.end, tail);
}

/** Frames of the traceback that a log line is followed by, outermost first. */
export function framesBelow(reader: Reader, line: ReadLine): readonly Frame[] {
  return line.framesBelow(() => readFramesBelow(reader, line));
}

function readFramesBelow(reader: Reader, line: ReadLine): Frame[] {
  const frames: Frame[] = [];
  let current = nextOf(reader, line, line.process);
  if (!current || !startsWith(current, tracebackHead)) return frames;
  for (let count = 0; count < MAX_RECORD_LINES && frames.length < MAX_FRAMES; count++) {
    current = nextOf(reader, current, line.process);
    if (!current) break;
    const frame = frameAt(current);
    if (frame) frames.push(frame);
    else if (current.prefix.indent < 2) break;
  }
  return frames;
}

/** Lines of the record or traceback that a line belongs to, itself first. */
export function recordLines(reader: Reader, line: ReadLine): ReadLine[] {
  const lines = [line];
  for (const step of [previousOf, nextOf]) {
    let current = step(reader, line, line.process);
    for (let count = 0; current && count < MAX_RECORD_LINES; count++) {
      const own = !current.prefix.log || sameRecord(line, current);
      if (!own && !(step === previousOf && !line.prefix.log)) break;
      lines.push(current);
      if (!own || (isHeadline(current) && !(step === previousOf && sameRecord(line, current) && line.prefix.log)))
        break;
      current = step(reader, current, line.process);
    }
  }
  return lines;
}

/** A line that neither belongs to the body of a traceback nor leads on to another part of one. */
function isHeadline(line: ReadLine): boolean {
  if (isEmpty(line) || line.prefix.indent >= 2) return false;
  return ![tracebackHead, 'Caused by', 'During handling of', 'The above exception'].some((text) =>
    startsWith(line, text),
  );
}

/** True where the second line goes on with the first one’s message rather than beginning a record of its own. */
function continues(first: ReadLine, line: ReadLine): boolean {
  if (!mayContinue(line)) return false;
  if (!line.prefix.log) return true;
  if (!beginsRecord(line))
    return first.prefix.names.length > line.prefix.names.length || first.prefix.facts.level === null;
  return sameRecord(first, line);
}

/** True where nothing on a line itself begins a record. */
function mayContinue(line: ReadLine): boolean {
  return line.continuing(() => {
    if (isEmpty(line) || !line.line.head) return false;
    if (startsWith(line, tracebackHead) || frameAt(line) || isObject(line)) return false;
    const heads = headsFrom(line.view.bytes, line.prefix.textStart, line.end);
    return heads.every(({ kind }) => kind !== 'class');
  });
}

/** True for a line of JSON, or of a dict’s repr, which begins a record. */
function isObject({ view, prefix }: ReadLine): boolean {
  const next = view.bytes[prefix.textStart + 1];
  return view.bytes[prefix.textStart] === OPEN_BRACE && (next === QUOTE || next === APOSTROPHE);
}

/** vLLM repeats its prefix on every line of a record: same tag, same second. */
function sameRecord(a: ReadLine, b: ReadLine): boolean {
  if (!a.prefix.log || !b.prefix.log) return false;
  const x = a.prefix.facts;
  const y = b.prefix.facts;
  return (
    x.level === y.level &&
    x.tag?.file === y.tag?.file &&
    x.tag?.line === y.tag?.line &&
    secondOf(x.time) === secondOf(y.time)
  );
}

function secondOf(time: string | null): string | null {
  return time === null ? null : time.replace(/[.,]\d+/, '');
}

function nextOf(reader: Reader, line: ReadLine, process: string): ReadLine | undefined {
  return stepTo(reader, line, process, true);
}

function previousOf(reader: Reader, line: ReadLine, process: string): ReadLine | undefined {
  return stepTo(reader, line, process, false);
}

/**
 * The nearest line in one direction that the same process wrote; looks past a few lines of others. A line that names
 * no process belongs to whatever stands next to it.
 */
function stepTo(reader: Reader, line: ReadLine, process: string, forward: boolean): ReadLine | undefined {
  return reader.nearest(line, forward, process, MAX_OTHERS, (current) => {
    return process === '' || current.process === process || (current.process === '' && !beginsRecord(current));
  });
}

/** A log collector’s time alone begins no record; a level or a source tag does. */
function beginsRecord({ prefix: { facts } }: ReadLine): boolean {
  return facts.level !== null || facts.tag !== null;
}

function startsWith(line: ReadLine, text: string): boolean {
  return hasText(line.view.bytes, line.prefix.textStart, line.end, text);
}

function isEmpty(line: ReadLine): boolean {
  return line.prefix.textStart >= line.end;
}
