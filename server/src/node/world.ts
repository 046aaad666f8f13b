/** What the language server needs, supplied by Node. */
import { version } from '../../../package.json';
import { type CatalogData, entrySchema } from '../core/catalog/entry';
import type { ParseSource } from '../core/fix/fixer';
import { createErrorLookup } from '../core/service';
import type { World } from '../lsp/world';
import { maxFileLength, parseYamlFile } from '../yamlFile';
import { loadBundledCatalog } from './bundledCatalog';
import { localFiles } from './localFiles';
import { loadParsers } from './parsers';

/**
 * The world of a server on this machine.
 *
 * @param folder folder of the running script, where the build puts the catalog and the parsers
 * @param loadCatalog gives the catalog when it is first needed
 */
export function nodeWorld(folder: string, loadCatalog = () => loadBundledCatalog(folder)): World {
  let bundled: CatalogData | undefined;
  let parsers: Promise<ParseSource> | undefined;
  return {
    version,
    files: localFiles,
    now: () => performance.now(),
    maxCatalogFile: maxFileLength,
    readCatalogFile: (file, text) => parseYamlFile(file, text, entrySchema),
    createLookup: async (workspaceEntries) => {
      bundled ??= loadCatalog();
      const catalog = { ...bundled, entries: [...bundled.entries, ...workspaceEntries] };
      return createErrorLookup({
        catalog,
        loadParsers: () => {
          parsers ??= loadParsers(folder);
          return parsers;
        },
      });
    },
  };
}
