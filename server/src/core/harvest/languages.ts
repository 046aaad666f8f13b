/** Languages that can be harvested: one row each. */
import { harvestCpp } from './cpp';
import { harvestPython } from './python';
import { harvestRust } from './rust';
import { type HarvestFile, tolerantTree, wholeTree } from './source';

/** A language by its file name extension. */
export interface HarvestLanguage {
  /** LSP language id, by which the parser is chosen. */
  readonly id: string;
  readonly harvest: HarvestFile;
}

const cpp: HarvestLanguage = { id: 'cpp', harvest: harvestCpp };

/** Languages by extension, with the dot. */
export const harvestLanguages: ReadonlyMap<string, HarvestLanguage> = new Map([
  ['.py', { id: 'python', harvest: wholeTree((tree, { file }) => harvestPython(tree, file)) }],
  ['.rs', { id: 'rust', harvest: tolerantTree(harvestRust) }],
  ...['.c', '.cc', '.cpp', '.cxx', '.cu', '.cuh', '.h', '.hh', '.hpp', '.inl', '.hip'].map(
    (extension): [string, HarvestLanguage] => [extension, cpp],
  ),
]);
