/** Languages that can be harvested: one row each. */
import type { Tree } from 'web-tree-sitter';
import type { FileHarvest } from './files';
import { harvestPython } from './python';

/** A language by its file name extension. */
export interface HarvestLanguage {
  /** LSP language id, by which the parser is chosen. */
  readonly id: string;
  readonly harvest: (tree: Tree, file: string) => FileHarvest;
}

/** Languages by extension, with the dot. */
export const harvestLanguages: ReadonlyMap<string, HarvestLanguage> = new Map([
  ['.py', { id: 'python', harvest: harvestPython }],
]);
