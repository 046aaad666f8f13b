/**
 * Walks over one msgpack object without recursion and without allocating by a declared length: memory grows with the
 * nesting that the bytes really have. Offsets are in bytes of the whole input.
 */
import { type Format, formatOf } from './format';
import { fixedSizes, headSizes, unitSizes, unsigned, widths } from './heads';
import { passElements } from './pass';

/** Told about each value in the order of the bytes. */
export interface Sink {
  /** No further value is kept: from then on values are passed over and told by their number. */
  readonly full: boolean;
  /** Values that were passed over, with those inside them. */
  pass(values: number): void;
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
  /** Elements declared and read so far; of a map keys and values count each. */
  readonly total: number;
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

function cut(bytes: Uint8Array, start: number, need: number, have: number, expected: string): WalkError {
  return { code: 'truncated', offset: bytes.length, nodeOffset: start, declared: need, available: have, expected };
}

/** Walks over the object whose first byte is at `start`. */
export function walk(bytes: Uint8Array, start: number, sink: Sink): Walked {
  const open: OpenNode[] = [];
  let depth = 0;
  let at = start;
  let odd = false;
  const stop = (error: WalkError): Walked => ({ end: error.offset, error, depth, open });
  for (;;) {
    const parent = open[open.length - 1];
    if (parent && sink.full && !odd) {
      const passed = passElements(bytes, at, parent);
      sink.pass(passed.values);
      depth = Math.max(depth, open.length + passed.depth);
      at = passed.end;
      // What could not be passed over would be tried again in each array around it.
      odd = parent.done < parent.total;
    }
    if (parent) at = readLeaves(bytes, at, parent, sink);
    if (parent && parent.done >= parent.total) {
      open.pop();
      sink.close(at);
      if (open.length === 0) return { end: at, depth, open };
      continue;
    }
    if (at >= bytes.length) return stop(missing(bytes, start, open));
    const format = formatOf(bytes[at] ?? 0);
    const { family, width, fixed } = format;
    const next = at + 1 + width + (family === 'ext' ? 1 : 0);
    if (parent) enter(parent, at);
    if (family === 'reserved') return stop(reserved(at));
    if (next > bytes.length) return stop(cut(bytes, at, next - at - 1, bytes.length - at - 1, `${format.name} header`));
    const size = fixed < 0 ? unsigned(bytes, at + 1, width) : fixed;
    if (family !== 'array' && family !== 'map') {
      const end = next + size;
      if (end > bytes.length) return stop(cut(bytes, at, size, bytes.length - next, `${size} bytes of ${family}`));
      sink.value(format, at, next, end);
      return { end, depth, open };
    }
    if (open.length >= depthLimit)
      return stop({ ...reserved(at), code: 'too-deep', expected: 'an end of the nesting' });
    sink.open(format, at, size);
    const map = family === 'map';
    open.push({ start: at, map, count: size, total: map ? 2 * size : size, done: 0, last: at });
    if (open.length > depth) depth = open.length;
    at = next;
  }
}

/** Reads whole values without elements as long as they follow each other in `parent`: most of what messages hold. Gives the offset behind them. */
function readLeaves(bytes: Uint8Array, from: number, parent: OpenNode, sink: Sink): number {
  let at = from;
  while (parent.done < parent.total && at < bytes.length) {
    const head = bytes[at] ?? 0;
    const headSize = headSizes[head] ?? 0;
    const fixed = fixedSizes[head] ?? 0;
    const body = at + headSize;
    if (headSize === 0 || body > bytes.length || (unitSizes[head] ?? 0) > 0) return at;
    const end = body + (fixed < 0 ? unsigned(bytes, at + 1, widths[head] ?? 0) : fixed);
    if (end > bytes.length) return at;
    enter(parent, at);
    sink.value(formatOf(head), at, body, end);
    at = end;
  }
  return at;
}

/** Notes that an element of `parent` begins at `at`; of a pair the key's place is kept. */
function enter(parent: OpenNode, at: number): void {
  if (!parent.map || parent.done % 2 === 0) parent.last = at;
  parent.done++;
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
