/** A msgpack object in words. */
import { count } from '../text';
import type { Warning } from './check';
import { isFarFromWhole } from './evidence';
import { errorPath } from './path';
import { showValue } from './show';
import { keyReader, type Stream } from './stream';
import { levelLimit, type MsgpackTree } from './tree';

const errorWords = new Map([
  ['truncated', 'truncated'],
  ['reserved-byte', 'broken: byte 0xc1 is reserved and never used by msgpack'],
  ['too-deep', 'nested too deep to be read'],
]);

/** What is said of the whole object: its name, where it is a message that is known, and whether it is one at all. */
export interface Naming {
  readonly title: string | undefined;
  /** Little speaks for msgpack. */
  readonly perhaps: boolean;
}

/** Characters of a value that a summary shows. */
const summaryLimit = 160;

/** The first object of a stream on one line, as a summary shows it. */
export function summaryValue(bytes: Uint8Array, { first }: Stream): string {
  return first.root ? showValue(bytes, first.root, summaryLimit) : 'no complete value';
}

/** True where a shown value was longer than what a summary shows, so that nothing behind it matters. */
export function fillsSummary(shown: string): boolean {
  return shown.length > summaryLimit;
}

/** One line for a person; `shown` is the first object. */
export function msgpackSummary(stream: Stream, shown: string, { title, perhaps }: Naming): string {
  const { first } = stream;
  const deep = first.depth >= levelLimit ? ` (depth ${first.depth})` : '';
  const forged = first.error && isFarFromWhole(first.error) ? ' (cut or forged)' : '';
  const error = first.error ? `, ${errorWords.get(first.error.code)}${forged}` : '';
  const start = `${perhaps ? 'Perhaps msgpack' : 'msgpack'}${error}`;
  const more = stream.rest.length > 0 ? `, then ${count(stream.rest.length, 'more object')}` : '';
  return `${start}${title === undefined ? '' : `, ${title}`}${deep}: ${shown}${more}`;
}

const warningWords = new Map([
  ['invalid-utf8', 'a str that is invalid UTF-8'],
  ['duplicate-key', 'a key that occurs twice in its map'],
  ['bad-timestamp', 'a timestamp ext that is invalid'],
  ['non-minimal', 'a value in a longer format than it needs'],
]);

/** Where the object breaks off, and what should stand there; empty where it is complete. */
export function errorLines(bytes: Uint8Array, tree: MsgpackTree): string[] {
  const { error } = tree;
  if (!error) return [];
  const path = errorPath(tree, keyReader(bytes));
  if (error.code === 'reserved-byte')
    return [`At byte ${error.offset}, ${path}: the reserved byte 0xc1 stands where ${error.expected} should begin.`];
  if (error.code === 'too-deep') return [`At byte ${error.offset}: nested deeper than is read (depth ${tree.depth}).`];
  return [
    `The data is truncated: it ends at byte ${error.offset}, where ${error.expected} should follow (${path}, begun at byte ${error.nodeOffset}).`,
    `The header there declares ${error.declared}; ${error.available} are here.${isFarFromWhole(error) ? ' Either most of it was cut off, or the header is forged: a decoder that makes room by such a number runs out of memory.' : ''}`,
  ];
}

/** What is odd, with its place. */
export function warningLines(warnings: readonly Warning[]): string[] {
  return warnings.slice(0, 20).map((warning) => `At byte ${warning.offset}: ${warningWords.get(warning.code)}.`);
}

/** What is broken, what is odd, what follows; `titles` names the objects, the first one too, where they have a name. */
export function msgpackDetails(
  bytes: Uint8Array,
  stream: Stream,
  warnings: readonly Warning[],
  titles: readonly (string | undefined)[],
): string[] {
  const lines = errorLines(bytes, stream.first);
  for (const [i, node] of stream.rest.slice(0, 20).entries()) {
    const title = titles[i + 1];
    lines.push(
      `At byte ${node.start}${title === undefined ? '' : `, ${title}`}: ${showValue(bytes, node, summaryLimit)}`,
    );
  }
  if (!stream.first.error && stream.end < bytes.length) {
    lines.push(`${count(bytes.length - stream.end, 'byte')} left over behind the object, from byte ${stream.end} on.`);
  }
  lines.push(...warningLines(warnings));
  if (stream.first.depth >= levelLimit)
    lines.push(`Nested to a depth of ${stream.first.depth}; ${levelLimit} levels are shown.`);
  if (stream.first.skipped > 0)
    lines.push(`${count(stream.first.skipped, 'value')} more were counted but are not shown.`);
  return lines;
}
