/** What the language server needs, supplied by Node. */
import { version } from '../../../package.json';
import { entrySchema } from '../core/catalog/entry';
import { lookupMaker } from '../lookups';
import type { World } from '../lsp/world';
import { maxFileLength, parseYamlFile } from '../yamlFile';
import { openBundledCatalog } from './bundledCatalog';
import { localFiles } from './localFiles';
import { readLogFile } from './logFile';
import { loadParsers } from './parsers';
import { scanInThreads } from './scanThread';

/**
 * The world of a server on this machine.
 *
 * @param folder folder of the running script, where the build puts the catalog and the parsers
 * @param openCatalog opens the catalog when it is first needed
 */
export function nodeWorld(folder: string, openCatalog = () => openBundledCatalog(folder)): World {
  return {
    version,
    files: localFiles,
    readLog: readLogFile,
    now: () => performance.now(),
    maxCatalogFile: maxFileLength,
    readCatalogFile: (file, text) => parseYamlFile(file, text, entrySchema),
    createLookup: lookupMaker({ openCatalog, loadParsers: () => loadParsers(folder) }),
    scanFile: scanInThreads(folder),
  };
}
