/** Makes the product for a server that loads its bundled catalog and its parsers once, however often it starts anew. */
import { type Bundle, withEntries } from './core/bundle';
import type { Entry } from './core/catalog/entry';
import type { ParseSource } from './core/fix/fixer';
import { createErrorLookup, type ErrorLookup } from './core/service';

/** Where the bundled files come from. */
export interface BundledFiles {
  /** Opens the catalog when it is first needed. */
  openCatalog(): Bundle;
  /** Gives the parsers when source code is first looked at. */
  loadParsers(): Promise<ParseSource>;
}

/** Makes look-ups with the bundled catalog and entries of a workspace. */
export function lookupMaker(files: BundledFiles): (workspaceEntries: readonly Entry[]) => Promise<ErrorLookup> {
  let bundled: Bundle | undefined;
  let parsers: Promise<ParseSource> | undefined;
  function loadParsers(): Promise<ParseSource> {
    parsers ??= files.loadParsers();
    return parsers;
  }
  return async (workspaceEntries) => {
    bundled ??= files.openCatalog();
    return createErrorLookup({ bundle: withEntries(bundled, workspaceEntries), loadParsers });
  };
}
