/** Ids of harvested sites: stable across versions, lines and names of run-time parts. */
import { templateShape } from '../source/shape';

/** Name of a file without folders and extension, by which it is still known after a move. */
export function stemOf(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/**
 * `<file stem>/<hash>`; the hash is of the wording, its run-time parts nameless, and the function.
 *
 * @param number follows where several sites share all that
 */
export function siteId(file: string, template: string, functionName: string, number?: number): string {
  const hash = hash32(`${templateShape(template)}\n${functionName}`)
    .toString(16)
    .padStart(8, '0');
  return `${stemOf(file)}/${hash}${number === undefined ? '' : `-${number}`}`;
}

/** FNV-1a, 32 bits, over UTF-16 units (http://www.isthe.com/chongo/tech/comp/fnv/). */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
