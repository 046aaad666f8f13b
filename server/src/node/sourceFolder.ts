/** Walks a source tree for harvesting. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that hold no source of the project itself. */
const skipped = new Set(['node_modules', '__pycache__', 'target', 'build', 'dist']);

/** Paths of the files below `folder`, relative, with forward slashes, sorted. Hidden ones and links are left out. */
export function* filesBelow(folder: string, prefix = ''): Generator<string> {
  const items = readdirSync(join(folder, prefix), { withFileTypes: true });
  for (const item of items.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = prefix === '' ? item.name : `${prefix}/${item.name}`;
    if (item.name.startsWith('.')) continue;
    if (item.isFile()) yield path;
    else if (item.isDirectory() && !skipped.has(item.name)) yield* filesBelow(folder, path);
  }
}

/** Text of a file of the tree. */
export function readSource(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}
