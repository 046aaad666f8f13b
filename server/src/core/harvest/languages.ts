/** Languages that can be harvested: one row each. */
import { harvestCpp } from './cpp';
import { harvestGo } from './go';
import { harvestJavascript } from './javascript';
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

const javascript: HarvestLanguage = { id: 'typescriptreact', harvest: tolerantTree(harvestJavascript) };

const rows: readonly (readonly [extensions: string, HarvestLanguage])[] = [
  ['.py', { id: 'python', harvest: wholeTree((tree, { file }) => harvestPython(tree, file)) }],
  ['.rs', { id: 'rust', harvest: tolerantTree(harvestRust) }],
  ['.go', { id: 'go', harvest: tolerantTree(harvestGo) }],
  ['.js .jsx .mjs .cjs .ts .tsx .mts .cts', javascript],
  ['.c .cc .cpp .cxx .cu .cuh .h .hh .hpp .inl .hip', cpp],
];

/** Languages by extension, with the dot. */
export const harvestLanguages: ReadonlyMap<string, HarvestLanguage> = new Map(
  rows.flatMap(([extensions, language]) => extensions.split(' ').map((extension) => [extension, language] as const)),
);
