/** Raise and log statements of the catalog in open source code. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CatalogSite } from '../../core/catalog/catalog';
import type { ErrorLookup } from '../../core/service';
import { documentKind } from '../documentKind';

/** Longest source file that is parsed for this, in UTF-16 units. */
const maxSourceLength = 2_000_000;

/** Sites whose message the statement at a line makes, best first; none in a document that is no source. */
export async function sitesAt(
  lookup: ErrorLookup,
  document: TextDocument,
  line: number,
): Promise<readonly CatalogSite[]> {
  const text = document.getText();
  if (documentKind(document.uri, document.languageId) !== 'source' || text.length > maxSourceLength) return [];
  return lookup.findStatements({ path: document.uri, language: document.languageId, text }, line);
}

/** The explained ones among {@link sitesAt}. */
export async function statementsAt(lookup: ErrorLookup, document: TextDocument, line: number): Promise<CatalogSite[]> {
  const sites = await sitesAt(lookup, document, line);
  return sites.filter(({ code }) => lookup.catalog.get(code));
}
