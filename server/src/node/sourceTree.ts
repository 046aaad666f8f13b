/** Reads files of a project’s source tree for `check --source`. */
import { readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import type { Tree } from 'web-tree-sitter';
import type { ReadSource, SourceFile } from '../core/catalog/checkSource';
import { pythonView } from '../core/source/python';
import { rustView } from '../core/source/rust';
import type { SourceView } from '../core/source/statement';
import { loadParsers } from './parsers';

/** Languages that can be read, by file name extension. */
const languages = new Map<string, { id: string; view: (tree: Tree, text: string) => SourceView }>([
  ['.py', { id: 'python', view: pythonView }],
  ['.rs', { id: 'rust', view: rustView }],
]);

/** Opens the source tree in `folder`. Files are parsed when first asked for and kept. */
export async function openSourceTree(folder: string): Promise<ReadSource> {
  const parse = await loadParsers();
  const read = (path: string): SourceFile | undefined => {
    const text = readText(folder, path);
    if (text === undefined) return undefined;
    const language = languages.get(extname(path));
    const tree = language && parse(language.id, text);
    return { lines: text.split('\n'), view: tree && language.view(tree, text) };
  };
  const files = new Map<string, SourceFile | undefined>();
  return (path) => {
    if (!files.has(path)) files.set(path, read(path));
    return files.get(path);
  };
}

/** Text of a file inside the folder; undefined where there is none. */
function readText(folder: string, path: string): string | undefined {
  const inside = normalize(path);
  if (inside.startsWith('..')) return undefined;
  try {
    return readFileSync(join(folder, inside), 'utf8');
  } catch {
    return undefined;
  }
}
