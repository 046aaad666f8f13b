/** Reads files of a project’s source tree for `check --source`. */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { Language, Parser, type Tree } from 'web-tree-sitter';
import type { ReadSource, SourceFile } from '../core/catalog/checkSource';
import { pythonView } from '../core/source/python';
import { rustView } from '../core/source/rust';
import type { SourceView } from '../core/source/statement';

/** One row a language that can be read: its files, its grammar, its view. */
const languages: readonly { extension: string; grammar: string; view: (tree: Tree) => SourceView }[] = [
  { extension: '.py', grammar: 'tree-sitter-python', view: pythonView },
  { extension: '.rs', grammar: 'tree-sitter-rust', view: rustView },
];

/**
 * Opens the source tree in `folder`. Files are parsed when first asked for and kept.
 *
 * @param grammarFile where the WASM file of a name such as `tree-sitter-python` or `web-tree-sitter` is
 */
export async function openSourceTree(folder: string, grammarFile: (name: string) => string): Promise<ReadSource> {
  await Parser.init({ locateFile: () => grammarFile('web-tree-sitter') });
  const readers = new Map<string, (text: string) => SourceView | undefined>();
  for (const { extension, grammar, view } of languages) {
    const parser = new Parser();
    parser.setLanguage(await Language.load(grammarFile(grammar)));
    readers.set(extension, (text) => {
      const tree = parser.parse(text);
      return tree ? view(tree) : undefined;
    });
  }
  const files = new Map<string, SourceFile | undefined>();
  return (path) => {
    if (!files.has(path)) files.set(path, readFile(folder, path, readers));
    return files.get(path);
  };
}

function readFile(
  folder: string,
  path: string,
  readers: ReadonlyMap<string, (text: string) => SourceView | undefined>,
): SourceFile | undefined {
  const relative = normalize(path);
  if (relative.startsWith('..') || !existsSync(join(folder, relative))) return undefined;
  const text = readFileSync(join(folder, relative), 'utf8');
  return { lines: text.split('\n'), view: readers.get(extname(path))?.(text) };
}
