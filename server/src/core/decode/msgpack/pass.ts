/** Passes over values that nobody keeps, reading their heads alone. Whatever is odd is left to the walk, which says what it is. */
import { fixedSizes, headSizes, unitSizes, unsigned, widths } from './heads';
import type { OpenNode } from './walk';

/** Deeper nesting is left to the walk. */
const levelLimit = 64;

/** What was passed over. */
interface Passed {
  /** Offset behind the last whole element. */
  readonly end: number;
  /** Values in these elements, the elements among them. */
  readonly values: number;
  /** Greatest number of arrays and maps inside each other in what was looked at. */
  readonly depth: number;
}

/**
 * Passes over the elements of `parent` from the one at `from` on, up to the first that is cut, refused or deeply nested, and
 * notes in `parent` how many that were. Takes as long as there are values, and no memory.
 */
export function passElements(bytes: Uint8Array, from: number, parent: OpenNode): Passed {
  const { length } = bytes;
  const pending: number[] = [];
  let level = 0;
  let left = parent.total - parent.done;
  let at = from;
  let [end, values, wholeValues, depth] = [from, 0, 0, 0];
  for (;;) {
    while (left === 0 && level > 0) left = pending[--level] ?? 0;
    if (level === 0) {
      parent.done = parent.total - left;
      end = at;
      wholeValues = values;
      if (left === 0 || at >= length) break;
      if (!parent.map || left % 2 === 0) parent.last = at;
    } else if (at >= length) break;
    const head = bytes[at] ?? 0;
    const body = at + (headSizes[head] ?? 0);
    if (body === at || body > length) break;
    const fixed = fixedSizes[head] ?? 0;
    const size = fixed < 0 ? unsigned(bytes, at + 1, widths[head] ?? 0) : fixed;
    const units = unitSizes[head] ?? 0;
    at = units === 0 ? body + size : body;
    if (at > length || level >= levelLimit) break;
    left--;
    values++;
    if (units === 0) continue;
    pending[level++] = left;
    left = units * size;
    if (level > depth) depth = level;
  }
  return { end, values: wholeValues, depth };
}
