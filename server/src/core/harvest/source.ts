/** A file to be harvested, and how languages that need a whole syntax tree get it. */
import type { Node, Tree } from 'web-tree-sitter';
import type { FileHarvest } from './files';

/** One file of the tree. */
export interface HarvestSource {
  /** Path below the root, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** Parses a text in the file’s language; the caller of the harvest frees the tree. Undefined: it took too long. */
  parse(text: string): Tree | undefined;
}

/** A file that was left out, and why. */
export interface SkippedFile {
  readonly file: string;
  /** 1-based place of the first fault; undefined where the file could not be parsed at all. */
  readonly line?: number;
  readonly column?: number;
  readonly reason: string;
}

/** Reads one file. */
export type HarvestFile = (source: HarvestSource) => FileHarvest | SkippedFile;

/** A file without facts. */
export function emptyHarvest(): FileHarvest {
  return { facts: [], raises: [], classes: [] };
}

/** Parses the whole file; what stands around a syntax error cannot be trusted, so that the file is left out then. */
export function wholeTree(harvest: (tree: Tree, source: HarvestSource) => FileHarvest): HarvestFile {
  return (source) => {
    const tree = source.parse(source.text);
    if (!tree) return { file: source.file, reason: 'it could not be parsed in time' };
    if (!tree.rootNode.hasError) return harvest(tree, source);
    const { row, column } = firstFault(tree.rootNode).startPosition;
    return { file: source.file, line: row + 1, column: column + 1, reason: 'syntax error' };
  };
}

/** Parses the whole file and reads what can be read: new syntax of a language reaches its grammar late. */
export function tolerantTree(harvest: (tree: Tree, source: HarvestSource) => FileHarvest): HarvestFile {
  return (source) => {
    const tree = source.parse(source.text);
    return tree ? harvest(tree, source) : { file: source.file, reason: 'it could not be parsed in time' };
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
