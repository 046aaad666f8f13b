/** Makes the product for a server that loads its bundled catalog and its parsers once, however often it starts anew. */
import type { CatalogData, Entry } from './core/catalog/entry';
import type { ParseSource } from './core/fix/fixer';
import { createErrorLookup, type ErrorLookup } from './core/service';

/** Where the bundled files come from. */
export interface BundledFiles {
  /** Gives the catalog when it is first needed. */
  loadCatalog(): CatalogData;
  /** Gives the parsers when source code is first looked at. */
  loadParsers(): Promise<ParseSource>;
}

/** Makes look-ups with the bundled catalog and entries of a workspace. */
export function lookupMaker(files: BundledFiles): (workspaceEntries: readonly Entry[]) => Promise<ErrorLookup> {
  let bundled: CatalogData | undefined;
  let parsers: Promise<ParseSource> | undefined;
  function loadParsers(): Promise<ParseSource> {
    parsers ??= files.loadParsers();
    return parsers;
  }
  return async (workspaceEntries) => {
    bundled ??= files.loadCatalog();
    const catalog = { ...bundled, entries: [...bundled.entries, ...workspaceEntries] };
    return createErrorLookup({ catalog, loadParsers });
  };
}
