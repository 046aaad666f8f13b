/** Raise and log statements of the catalog in open source code. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CatalogSite } from '../../core/catalog/catalog';
import type { ErrorLookup } from '../../core/service';
import { documentKind } from '../documentKind';

/** Longest source file that is parsed for this, in UTF-16 units. */
const maxSourceLength = 2_000_000;

/** Explained sites whose message the statement at a line makes, best first; none in a document that is no source. */
export async function statementsAt(lookup: ErrorLookup, document: TextDocument, line: number): Promise<CatalogSite[]> {
  const text = document.getText();
  if (documentKind(document.uri, document.languageId) !== 'source' || text.length > maxSourceLength) return [];
  const source = { path: document.uri, language: document.languageId, text };
  const sites = await lookup.findStatements(source, line);
  return sites.filter(({ code }) => lookup.catalog.get(code));
}
