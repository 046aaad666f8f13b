/** The files of this repository, for tests about the repository itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that hold what others made or what is made from the rest. */
const skipped = new Set(['node_modules', 'dist', '.git', '.e2e', 'test-results']);

/** Paths of all files below `folder`, relative to the current folder, sorted, with `/` between names. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((item) => {
      const path = folder === '.' ? item.name : `${folder}/${item.name}`;
      if (item.isDirectory()) return skipped.has(item.name) ? [] : filesBelow(path);
      return item.isFile() ? [path] : [];
    })
    .sort();
}

/** A source file of the product. */
export interface SourceFile {
  /** Relative to the repository, such as `server/src/core/match/match.ts`. */
  readonly path: string;
  readonly text: string;
}

/** All TypeScript files of client and server. */
export function productFiles(): SourceFile[] {
  return ['client/src', 'server/src']
    .flatMap(filesBelow)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** What a file imports: paths inside the repository without extension, other modules by their name. */
export function importsOf({ path, text }: SourceFile): string[] {
  const names = [
    ...text.matchAll(/^(?:import|export)\b[^'"]*?\bfrom\s+['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm),
  ];
  return names.map(([, fixed, dynamic]) => {
    const name = fixed ?? dynamic ?? '';
    return name.startsWith('.') ? join(path, '..', name) : name;
  });
}
