/**
 * Walks over one msgpack object without recursion and without allocating by a declared length: memory grows with the
 * nesting that the bytes really have. Offsets are in bytes of the whole input.
 */
import { type Family, type Format, formatOf } from './format';

/** Told about each value in the order of the bytes. */
export interface Sink {
  /** A value without elements: first byte at `start`, its body from `body` to `end`. */
  value(format: Format, start: number, body: number, end: number): void;
  /** An array or a map begins; `count` elements or pairs are declared. */
  open(format: Format, start: number, count: number): void;
  /** The innermost open array or map ends. */
  close(end: number): void;
}

/** Why the walk stopped before the object was complete. */
export interface WalkError {
  readonly code: 'truncated' | 'reserved-byte' | 'too-deep';
  /** Where the bytes end (truncated), or the place of the byte that is refused. */
  readonly offset: number;
  /** First byte of the innermost value that is incomplete or refused. */
  readonly nodeOffset: number;
  /** Elements or bytes that the innermost header promises, and how many of them are there. */
  readonly declared: number;
  readonly available: number;
  /** What should stand at `offset`. */
  readonly expected: string;
}

/** An open array or map. */
export interface OpenNode {
  readonly start: number;
  readonly map: boolean;
  readonly count: number;
  /** Elements read so far; of a map keys and values count each. */
  done: number;
  /** First byte of the latest key of a map, or of the latest element. */
  last: number;
}

/** Result of a walk. */
export interface Walked {
  /** Offset behind the object, or where the walk stopped. */
  readonly end: number;
  readonly error?: WalkError;
  /** Greatest number of arrays and maps inside each other. */
  readonly depth: number;
  /** What was open when the walk stopped, outermost first. */
  readonly open: readonly OpenNode[];
}

/** Deeper nesting is not followed: each level costs memory. */
const depthLimit = 250_000;

const families: readonly Family[] = Array.from({ length: 256 }, (_, head) => formatOf(head).family);
const widths = Uint8Array.from({ length: 256 }, (_, head) => formatOf(head).width);
const fixedSizes = Int8Array.from({ length: 256 }, (_, head) => formatOf(head).fixed);

/** Unsigned big-endian number of 1, 2 or 4 bytes that are known to be there. */
function unsigned(bytes: Uint8Array, offset: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + (bytes[offset + i] ?? 0);
  return value;
}

function cut(bytes: Uint8Array, start: number, need: number, have: number, expected: string): WalkError {
  return { code: 'truncated', offset: bytes.length, nodeOffset: start, declared: need, available: have, expected };
}

/** Walks over the object whose first byte is at `start`. */
export function walk(bytes: Uint8Array, start: number, sink: Sink): Walked {
  const open: OpenNode[] = [];
  let depth = 0;
  let at = start;
  const stop = (error: WalkError): Walked => ({ end: error.offset, error, depth, open });
  for (;;) {
    if (at >= bytes.length) return stop(missing(bytes, start, open));
    const head = bytes[at] ?? 0;
    const family = families[head] ?? 'nil';
    const width = widths[head] ?? 0;
    const fixed = fixedSizes[head] ?? 0;
    const parent = open[open.length - 1];
    if (parent) enter(parent, at);
    if (family === 'reserved') return stop(reserved(at));
    const body = at + 1 + width + (family === 'ext' ? 1 : 0);
    if (body > bytes.length)
      return stop(cut(bytes, at, body - at - 1, bytes.length - at - 1, `${formatOf(head).name} header`));
    const size = fixed < 0 ? unsigned(bytes, at + 1, width) : fixed;
    if (family === 'array' || family === 'map') {
      if (open.length >= depthLimit)
        return stop({ ...reserved(at), code: 'too-deep', expected: 'an end of the nesting' });
      sink.open(formatOf(head), at, size);
      open.push({ start: at, map: family === 'map', count: size, done: 0, last: at });
      if (open.length > depth) depth = open.length;
      at = body;
    } else {
      const end = body + size;
      if (end > bytes.length) return stop(cut(bytes, at, size, bytes.length - body, `${size} bytes of ${family}`));
      sink.value(formatOf(head), at, body, end);
      at = end;
    }
    at = closeFinished(open, at, sink);
    if (open.length === 0) return { end: at, depth, open };
  }
}

/** Notes that an element of `parent` begins at `at`; of a pair the key's place is kept. */
function enter(parent: OpenNode, at: number): void {
  if (!parent.map || parent.done % 2 === 0) parent.last = at;
  parent.done++;
}

/** Closes what is complete; gives the offset unchanged, so that the caller reads on there. */
function closeFinished(open: OpenNode[], at: number, sink: Sink): number {
  for (;;) {
    const node = open[open.length - 1];
    if (!node || node.done < (node.map ? node.count * 2 : node.count)) return at;
    open.pop();
    sink.close(at);
  }
}

function reserved(at: number): WalkError {
  return { code: 'reserved-byte', offset: at, nodeOffset: at, declared: 0, available: 0, expected: 'a value' };
}

/** The bytes end where a value should begin. */
function missing(bytes: Uint8Array, start: number, open: readonly OpenNode[]): WalkError {
  const node = open[open.length - 1];
  if (!node) return cut(bytes, start, 1, 0, 'a value');
  const have = node.map ? node.done >> 1 : node.done;
  const missingValue = node.map && node.done % 2 === 1;
  const expected = node.map ? (missingValue ? `the value of pair ${have}` : `key ${have}`) : `element ${have}`;
  return cut(bytes, node.start, node.count, have, expected);
}
