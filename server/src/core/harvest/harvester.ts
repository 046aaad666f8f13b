/** Harvests a source tree, file by file. The caller reads the files; nothing of their text is kept. */
import type { Node } from 'web-tree-sitter';
import type { ParseSource } from '../fix/fixer';
import type { Fact } from './fact';
import { type FileHarvest, joinFiles } from './files';
import { harvestLanguages } from './languages';

/** A file that was left out, and why. */
interface SkippedFile {
  readonly file: string;
  /** 1-based place of the first fault; undefined where the file could not be parsed at all. */
  readonly line?: number;
  readonly column?: number;
  readonly reason: string;
}

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
}

/** Longest file read, in UTF-16 units; no source file of a person is longer. */
const maxLength = 4_000_000;

/** Makes a harvester that parses with `parse`. */
export function createHarvester(parse: ParseSource): Harvester {
  const files: FileHarvest[] = [];
  const skipped: SkippedFile[] = [];
  return {
    skipped,
    facts: () => joinFiles(files),
    add(file, text) {
      const language = harvestLanguages.get(/\.\w+$/.exec(file)?.[0] ?? '');
      if (!language) return;
      if (text.length > maxLength) {
        skipped.push({ file, reason: `longer than ${maxLength} characters` });
        return;
      }
      const tree = parse(language.id, text.replace(/^\ufeff/, ''));
      if (!tree) {
        skipped.push({ file, reason: 'it could not be parsed in time' });
        return;
      }
      const fault = tree.rootNode.hasError ? firstFault(tree.rootNode) : undefined;
      if (fault) {
        const { row, column } = fault.startPosition;
        skipped.push({ file, line: row + 1, column: column + 1, reason: 'syntax error' });
      } else files.push(language.harvest(tree, file));
      tree.delete();
    },
  };
}

/** The innermost first node that the grammar does not allow or that is missing. */
function firstFault(root: Node): Node {
  let at = root;
  for (;;) {
    const inner = at.children.find((child) => child?.isError || child?.isMissing || child?.hasError);
    if (!inner || at.isError || at.isMissing) return at;
    at = inner;
  }
}
