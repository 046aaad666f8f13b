/** What the language server needs, supplied by Node. */
import { version } from '../../../package.json';
import { createCatalog } from '../core/catalog/catalog';
import { type CatalogData, entrySchema } from '../core/catalog/entry';
import { decode } from '../core/decode/decode';
import { findPayloads } from '../core/decode/find';
import { createFixer, type Fixer } from '../core/fix/fixer';
import type { World } from '../lsp/world';
import { loadBundledCatalog } from './bundledCatalog';
import { localFiles } from './localFiles';
import { loadParsers } from './parsers';
import { maxFileLength, parseYamlFile } from './yamlFile';

/**
 * The world of a server on this machine.
 *
 * @param folder folder of the running script, where the build puts the catalog and the parsers
 */
export function nodeWorld(folder: string): World {
  let bundled: CatalogData | undefined;
  let fixer: Promise<Fixer> | undefined;
  function loadFixer(): Promise<Fixer> {
    fixer ??= loadParsers(folder).then(createFixer);
    return fixer;
  }
  return {
    version,
    files: localFiles,
    now: () => performance.now(),
    maxCatalogFile: maxFileLength,
    readCatalogFile: (file, text) => parseYamlFile(file, text, entrySchema),
    createLookup: async (workspaceEntries) => {
      bundled ??= loadBundledCatalog(folder);
      const catalog = createCatalog({ ...bundled, entries: [...bundled.entries, ...workspaceEntries] });
      return {
        catalog,
        matchText: () => [],
        createScanner: () => ({ push: () => [], end: () => [] }),
        trial: () => ({ message: '', peeled: [], rejections: [] }),
        decode,
        findPayloads,
        findFixes: async (source) => (await loadFixer()).find(source),
      };
    },
  };
}
