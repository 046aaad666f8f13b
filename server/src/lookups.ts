/** Makes the product for a server that loads its bundled catalog and its parsers once, however often it starts anew. */
import { type Bundle, type LocalPart, withEntries, withLocal } from './core/bundle';
import type { Entry } from './core/catalog/entry';
import type { ParseSource } from './core/fix/fixer';
import { createErrorLookup, type ErrorLookup } from './core/service';
import type { Parsed } from './yamlFile';

/**
 * Reads a file of a workspace catalog. Few workspaces have one, so what reads it (a YAML parser and the schema of an entry)
 * is set up with the first.
 */
export async function readCatalogFile(file: string, text: string): Promise<Parsed<Entry>> {
  const [{ parseYamlFile }, { entrySchema }] = await Promise.all([
    import('./yamlFile'),
    import('./core/catalog/entry'),
  ]);
  return parseYamlFile(file, text, entrySchema);
}

/** Where the bundled files come from. */
export interface BundledFiles {
  /** Opens the catalog when it is first needed. */
  openCatalog(): Bundle | Promise<Bundle>;
  /** Gives the parsers when source code is first looked at. */
  loadParsers(): Promise<ParseSource>;
}

/** Makes look-ups with the bundled catalog, entries of a workspace, and sites of this machine. */
export function lookupMaker(
  files: BundledFiles,
): (workspaceEntries: readonly Entry[], local?: readonly LocalPart[]) => Promise<ErrorLookup> {
  let bundled: Bundle | Promise<Bundle> | undefined;
  let last: { readonly entries: readonly Entry[]; readonly bundle: Bundle } | undefined;
  let parsers: Promise<ParseSource> | undefined;
  function loadParsers(): Promise<ParseSource> {
    parsers ??= files.loadParsers();
    return parsers;
  }
  return async (entries, local = []) => {
    bundled ??= files.openCatalog();
    // Laying entries over the catalog reads all of it; sites of this machine change far more often.
    if (last?.entries !== entries) last = { entries, bundle: withEntries(await bundled, entries) };
    return createErrorLookup({ bundle: withLocal(last.bundle, local), loadParsers });
  };
}
