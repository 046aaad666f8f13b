/** Lists the files below some folders, within bounds. */
import type { Files } from './world';

/** Folders that hold neither source that a log names nor what starts a service, or copies of both. */
const skipped = new Set(['.git', 'node_modules', '__pycache__', '.mypy_cache', '.tox', 'target', 'dist']);

/**
 * Whether a file that changed can be source of the workspace itself: what tools write in such folders never stops changing.
 * A workspace folder itself may well stand in one.
 */
export function isOwnSource(uri: string, folders: readonly string[]): boolean {
  const folder = folders.find((it) => uri.startsWith(`${it}/`)) ?? '';
  return !uri
    .slice(folder.length)
    .split('/')
    .some((part) => skipped.has(part) || part === '.venv' || part === 'site-packages');
}

/** Bounds of the walk: entries looked at in all, and depth below a root. */
const maxEntries = 200_000;
const maxDepth = 30;

/** Paths breadth first. Symbolic links are not followed, so nothing outside a root is ever listed. */
export async function* filesBelow(
  files: Files,
  roots: readonly string[],
  wanted: (name: string) => boolean,
): AsyncGenerator<{ readonly name: string; readonly path: string }> {
  let level = [...new Set(roots)];
  let seen = 0;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      for (const { name, kind } of await files.list(folder)) {
        if (++seen > maxEntries) return;
        const path = `${folder}/${name}`;
        if (kind === 'folder' && !skipped.has(name)) next.push(path);
        if (kind === 'file' && wanted(name)) yield { name, path };
      }
    }
    level = next;
  }
}
