/** What the lines of a log are made of, for colours and folds. It needs no catalog. */
import { decode, hasText } from './bytes';
import type { ByteSpan, Level } from './match';
import { Reader, type ReadLine } from './reader';
import { headsFrom } from './starts';
import { TextView } from './view';

/**
 * What a part of a line says. process: who wrote the line. source: which logger, file or line of code did. level: how bad
 * it is. exception: the class before a message. noise: a message that says that all is well, as access logs do.
 */
type PartKind = 'time' | 'process' | 'source' | 'level' | 'exception' | 'noise';

/** A part of a line. */
export interface LinePart extends ByteSpan {
  readonly kind: PartKind;
  /** Level of the line; null where it names none. */
  readonly level: Level | null;
}

/** Kinds of the prefix layers that are worth a colour, by the name of the layer. */
const kindOfLayer = new Map<string, PartKind>([
  ['time', 'time'],
  ['syslog', 'time'],
  ['level', 'level'],
  ['glog', 'level'],
  ['component', 'source'],
  ['process', 'process'],
  ['rank', 'process'],
  ['nccl', 'process'],
  ['pid', 'process'],
  ['pod', 'process'],
  ['compose', 'process'],
  ['stream', 'process'],
  ['source-tag', 'source'],
  ['module-tag', 'source'],
  ['logger', 'source'],
]);

const tracebackHead = 'Traceback (most recent call last)';

/** Most lines of one traceback; a longer one is folded up to here. */
const maxTraceback = 5000;

/** Most tracebacks that may be open at once, of as many processes. */
const maxOpen = 256;

/** Parts of the lines of a text, in order, none over another. */
export function partsOf(text: Uint8Array): LinePart[] {
  return [...linesOf(text)].flatMap((line) => [...prefixParts(line), ...messageParts(line)]);
}

/**
 * Tracebacks of a text: from the line that announces one through the line that names the exception. Lines of other
 * processes in between belong to the span; spans of different processes may overlap. In order of their ends.
 */
export function tracebacksOf(text: Uint8Array): ByteSpan[] {
  const found: ByteSpan[] = [];
  const open = new Map<string, { readonly head: ReadLine; lines: number }>();
  for (const line of linesOf(text)) {
    const { process } = line;
    const traceback = open.get(process);
    if (isHead(line)) {
      if (traceback || open.size < maxOpen) open.set(process, { head: line, lines: 0 });
      continue;
    }
    if (!traceback || isBlank(line)) continue;
    traceback.lines++;
    // Frames are indented further than their head, the exception stands below it; a caret line is indented as well.
    if (line.prefix.indent > traceback.head.prefix.indent && traceback.lines < maxTraceback) continue;
    found.push({ start: traceback.head.line.start, end: line.line.end });
    open.delete(process);
  }
  return found;
}

function* linesOf(text: Uint8Array): Generator<ReadLine> {
  const reader = new Reader(new TextView(text, null, 0));
  for (let line: ReadLine | undefined = reader.at(0); line; line = reader.next(line)) yield line;
}

function isHead({ view, prefix, end }: ReadLine): boolean {
  return hasText(view.bytes, prefix.textStart, end, tracebackHead);
}

function isBlank({ prefix, end }: ReadLine): boolean {
  return prefix.textStart >= end;
}

function prefixParts({ view, prefix }: ReadLine): LinePart[] {
  const { level } = prefix.facts;
  return prefix.names.flatMap((name, index) => {
    const kind = kindOfLayer.get(name);
    const start = skipBlanks(view.bytes, prefix.boundaries[index] ?? 0);
    const end = trimBlanks(view.bytes, start, prefix.boundaries[index + 1] ?? 0);
    return kind && end > start ? [{ kind, level, ...rawSpan(view, start, end) }] : [];
  });
}

function messageParts({ view, prefix, end }: ReadLine): LinePart[] {
  const { level } = prefix.facts;
  const from = prefix.textStart;
  if (from >= end) return [];
  if (level === 'DEBUG' || isGoodAccess(view.bytes, from, end)) {
    return [{ kind: 'noise', level, ...rawSpan(view, from, end) }];
  }
  let start = from;
  return headsFrom(view.bytes, from, end).flatMap(({ at, exception }) => {
    const begins = start;
    start = at;
    if (exception === null) return [];
    return [{ kind: 'exception', level, ...rawSpan(view, begins, begins + exception.length) }] as const;
  });
}

/** Longest stretch of a line that is looked at for an answered request. */
const maxAccess = 2048;

/** A line of an access log whose status is below 400: `127.0.0.1:53 - "GET /health HTTP/1.1" 200 OK` (uvicorn, aiohttp). */
function isGoodAccess(bytes: Uint8Array, start: number, end: number): boolean {
  const text = decode(bytes, start, Math.min(end, start + maxAccess));
  const version = text.indexOf(' HTTP/1.');
  return version > 0 && /^ HTTP\/1\.[01]" [123]\d\d\b/.test(text.slice(version, version + 15));
}

/** Where a part of a view that is not empty stands in the input, terminal codes after it left out. */
function rawSpan(view: TextView, start: number, end: number): ByteSpan {
  return { start: view.rawAt(start), end: view.rawAt(end - 1) + 1 };
}

function skipBlanks(bytes: Uint8Array, at: number): number {
  let start = at;
  while (bytes[start] === 32 || bytes[start] === 9) start++;
  return start;
}

function trimBlanks(bytes: Uint8Array, start: number, end: number): number {
  let stop = end;
  while (stop > start && (bytes[stop - 1] === 32 || bytes[stop - 1] === 9)) stop--;
  return stop;
}
