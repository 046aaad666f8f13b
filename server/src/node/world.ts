/** What the language server needs, supplied by Node. */
import { version } from '../../../package.json';
import { createCatalog } from '../core/catalog/catalog';
import { type CatalogData, entrySchema } from '../core/catalog/entry';
import { decode } from '../core/decode/decode';
import { findPayloads } from '../core/decode/find';
import { createFixer, type ParseSource } from '../core/fix/fixer';
import { createMatcher } from '../core/match/matcher';
import { createScanner } from '../core/match/scanner';
import { createStatementSites, type StatementSites } from '../core/statementSites';
import type { World } from '../lsp/world';
import { loadBundledCatalog } from './bundledCatalog';
import { localFiles } from './localFiles';
import { loadParsers } from './parsers';
import { maxFileLength, parseYamlFile } from './yamlFile';

/**
 * The world of a server on this machine.
 *
 * @param folder folder of the running script, where the build puts the catalog and the parsers
 * @param loadCatalog gives the catalog when it is first needed
 */
export function nodeWorld(folder: string, loadCatalog = () => loadBundledCatalog(folder)): World {
  let bundled: CatalogData | undefined;
  let parsers: Promise<ParseSource> | undefined;
  function parse(): Promise<ParseSource> {
    parsers ??= loadParsers(folder);
    return parsers;
  }
  return {
    version,
    files: localFiles,
    now: () => performance.now(),
    maxCatalogFile: maxFileLength,
    readCatalogFile: (file, text) => parseYamlFile(file, text, entrySchema),
    createLookup: async (workspaceEntries) => {
      bundled ??= loadCatalog();
      const catalog = createCatalog({ ...bundled, entries: [...bundled.entries, ...workspaceEntries] });
      const matcher = createMatcher(catalog.sites);
      let statements: StatementSites | undefined;
      return {
        catalog,
        matchText: (text, options) => matcher.match(text, options),
        createScanner: (options) => createScanner(matcher, options),
        trial: (text, offset, options) => matcher.trial(text, offset, options),
        decode,
        findPayloads,
        findStatements: async (source, line) => {
          statements ??= createStatementSites(catalog.sites, await parse());
          return statements.find(source, line);
        },
        findFixes: async (source) => createFixer(await parse()).find(source),
      };
    },
  };
}
