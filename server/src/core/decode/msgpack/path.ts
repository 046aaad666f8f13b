/** Where in a msgpack object the walk stopped, as a path from the root. */
import type { OpenNode, Walked } from './walk';

/**
 * `$.a.b[0]`; `$.<key 2>` where the third key itself cannot be read; the container where an element is missing.
 * @param keyAt Gives the text of the key whose first byte is at an offset, or undefined where it is not text.
 */
export function errorPath(walked: Walked, keyAt: (offset: number) => string | undefined): string {
  let path = '$';
  for (const node of walked.open) {
    if (node.start === walked.error?.nodeOffset) break;
    path += step(node, keyAt);
  }
  return path;
}

function step(node: OpenNode, keyAt: (offset: number) => string | undefined): string {
  if (!node.map) return `[${node.done - 1}]`;
  if (node.done % 2 === 1) return `.<key ${node.done >> 1}>`;
  const key = keyAt(node.last);
  if (key === undefined) return `.<value ${(node.done >> 1) - 1}>`;
  return /^[\w-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
