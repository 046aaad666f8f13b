/** The values of a msgpack object with their byte ranges, bounded in number and in depth. */
import { type Format, formatOf } from './format';
import { type Sink, type Walked, walk } from './walk';

/** One value. */
export interface MsgpackNode {
  readonly format: Format;
  readonly start: number;
  /** First byte of the body: behind the length, and of an ext behind its type. */
  readonly body: number;
  end: number;
  /** Declared elements of an array, pairs of a map; 0 for other values. */
  readonly count: number;
  /** Elements; of a map keys and values in turn. Fewer than declared where the bytes end or a cap was reached. */
  readonly children: MsgpackNode[];
  /** False where the bytes end inside. */
  complete: boolean;
}

/** A walked object with its tree. */
export interface MsgpackTree extends Walked {
  /** Undefined where not even the first header is complete. */
  readonly root?: MsgpackNode;
  /** Values that were counted but not kept. */
  readonly skipped: number;
}

/** Values kept for one object. */
export const nodeLimit = 100_000;
/** Levels kept; what lies deeper is counted only. */
export const levelLimit = 100;

const leaves: MsgpackNode[] = [];

/** Keeps the first values of a walk. */
class TreeSink implements Sink {
  readonly #limit: number;
  root: MsgpackNode | undefined;
  skipped = 0;
  #kept = 0;
  readonly #open: MsgpackNode[] = [];
  /** Levels open beyond the limit. */
  #hidden = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get full(): boolean {
    return this.#kept >= this.#limit;
  }

  pass(values: number): void {
    this.skipped += values;
  }

  value(format: Format, start: number, body: number, end: number): void {
    if (this.#keeps()) this.#add({ format, start, body, end, count: 0, children: leaves, complete: true });
  }

  open(format: Format, start: number, count: number): void {
    if (!this.#keeps() || this.#open.length >= levelLimit) {
      this.#hidden++;
      return;
    }
    const body = start + 1 + format.width;
    const node: MsgpackNode = { format, start, body, end: body, count, children: [], complete: false };
    this.#add(node);
    this.#open.push(node);
  }

  close(end: number): void {
    if (this.#hidden > 0) {
      this.#hidden--;
      return;
    }
    const node = this.#open.pop();
    if (!node) return;
    node.end = end;
    node.complete = true;
  }

  /** Ends what is still open where the walk stopped, and keeps the part of a str, bin or ext that is there. */
  finish(walked: Walked, bytes: Uint8Array): void {
    const part = this.#hidden === 0 ? partOf(walked, bytes) : undefined;
    if (part) this.#add(part);
    for (const node of this.#open) node.end = walked.end;
  }

  #keeps(): boolean {
    if (this.#hidden === 0 && this.#kept < this.#limit) return true;
    this.skipped++;
    return false;
  }

  #add(node: MsgpackNode): void {
    this.#kept++;
    const parent = this.#open[this.#open.length - 1];
    if (parent) parent.children.push(node);
    else this.root ??= node;
  }
}

/** A str, bin or ext whose header is whole and whose body is not. */
function partOf({ error, end }: Walked, bytes: Uint8Array): MsgpackNode | undefined {
  const format = error && formatOf(bytes[error.nodeOffset] ?? 0);
  const hasBody = format?.family === 'str' || format?.family === 'bin' || format?.family === 'ext';
  if (error?.code !== 'truncated' || !format || !hasBody) return undefined;
  const body = error.nodeOffset + 1 + format.width + (format.family === 'ext' ? 1 : 0);
  if (body > bytes.length) return undefined;
  return { format, start: error.nodeOffset, body, end, count: 0, children: leaves, complete: false };
}

/** Walks over the object at `start` and keeps its first values, at most `limit` of them. */
export function readTree(bytes: Uint8Array, start: number, limit = nodeLimit): MsgpackTree {
  const sink = new TreeSink(limit);
  const walked = walk(bytes, start, sink);
  sink.finish(walked, bytes);
  const { end, error, depth, open } = walked;
  const { root, skipped } = sink;
  return { end, depth, open, skipped, ...(error && { error }), ...(root && { root }) };
}
