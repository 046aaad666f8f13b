/** What the language server needs, supplied by Node. */
import { version } from '../../../package.json';
import type { Bundle } from '../core/bundle';
import { lookupMaker, readCatalogFile } from '../lookups';
import type { World } from '../lsp/world';
import { openServerCatalog } from './bundledCatalog';
import { indexInThreads } from './indexThread';
import { defaultStore } from './local/store';
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
export function nodeWorld(
  folder: string,
  openCatalog: () => Bundle | Promise<Bundle> = () => openServerCatalog(folder, loadNamed),
): World {
  return {
    version,
    files: localFiles,
    readLog: readLogFile,
    now: () => performance.now(),
    readCatalogFile,
    createLookup: lookupMaker({ openCatalog, loadParsers: () => loadParsers(folder) }),
    scanFile: scanInThreads(folder),
    runIndexJob: indexInThreads(folder),
    store: defaultStore(process.env, process.platform),
  };
}

/** Reads a catalog that the command line names. The parsers that it needs are loaded then. */
async function loadNamed(path: string) {
  return (await import('./namedCatalog')).loadCatalogFile(path);
}
