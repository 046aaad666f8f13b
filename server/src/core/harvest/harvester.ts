/** Harvests a source tree, file by file. The caller reads the files; nothing of their text is kept. */
import type { Tree } from 'web-tree-sitter';
import type { ParseSource } from '../fix/fixer';
import type { Fact } from './fact';
import { type FileHarvest, joinFiles } from './files';
import { harvestLanguages } from './languages';
import type { SkippedFile } from './source';

/** Takes files one by one; the facts of all come at the end. */
export interface Harvester {
  /**
   * Reads one file.
   *
   * @param file path below the root, with forward slashes; its extension says the language
   */
  add(file: string, text: string): void;
  /** Facts of all files, sorted by file and line. */
  facts(): Fact[];
  readonly skipped: readonly SkippedFile[];
  /** Calls with a literal text that could not be read, in the order of the files. */
  readonly unread: readonly { readonly file: string; readonly line: number }[];
}

/** Longest file read, in UTF-16 units; no source file of a person is longer. */
const maxLength = 4_000_000;

/** Makes a harvester that parses with `parse`. */
export function createHarvester(parse: ParseSource): Harvester {
  const files: FileHarvest[] = [];
  const skipped: SkippedFile[] = [];
  const unread: { file: string; line: number }[] = [];
  return {
    skipped,
    unread,
    facts: () => joinFiles(files),
    add(file, text) {
      const result = harvestFile(parse, file, text);
      if (!result) return;
      if ('reason' in result) {
        skipped.push(result);
        return;
      }
      files.push(result);
      unread.push(...(result.unread ?? []).map((line) => ({ file, line })));
    },
  };
}

/** Reads one file by itself; undefined for a language that is not read. */
export function harvestFile(parse: ParseSource, file: string, text: string): FileHarvest | SkippedFile | undefined {
  const language = harvestLanguages.get(/\.\w+$/.exec(file)?.[0] ?? '');
  if (!language) return undefined;
  if (text.length > maxLength) return { file, reason: `longer than ${maxLength} characters` };
  const trees: Tree[] = [];
  const result = language.harvest({
    file,
    text: text.replace(/^\ufeff/, ''),
    parse: (piece) => {
      const tree = parse(language.id, piece);
      if (tree) trees.push(tree);
      return tree;
    },
  });
  for (const tree of trees) tree.delete();
  return result;
}
