/** Find references: from a raise or log statement to the lines of open logs that it printed. */
import type { Location, Position } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CatalogSite } from '../../core/catalog/catalog';
import { toRange } from '../convert';
import { documentKind } from '../documentKind';
import { analyzeLog } from '../logAnalysis';
import type { Session } from '../session';
import { sitesAt } from './statements';

/** Most lines given. */
const maxReferences = 2000;

/** Lines of open logs that the statement at a position printed; none in a document that is no source. */
export async function references(session: Session, document: TextDocument, { line }: Position): Promise<Location[]> {
  const lookup = await session.lookup();
  const sites = await sitesAt(lookup, document, line);
  if (sites.length === 0) return [];
  const wanted = new Set(sites.map(keyOf));
  const found: Location[] = [];
  for (const log of session.openDocuments()) {
    if (documentKind(log.uri, log.languageId) !== 'log') continue;
    const analysis = await analyzeLog(session, log);
    for (const match of analysis?.matches ?? []) {
      const { site, alternatives } = match.match;
      if (![site, ...alternatives].some((it) => wanted.has(keyOf(it)))) continue;
      found.push({ uri: log.uri, range: toRange(log, match) });
      if (found.length >= maxReferences) return found;
    }
  }
  return found;
}

/** An entry may explain several texts; the statement prints one of them. */
function keyOf({ code, template }: Pick<CatalogSite, 'code' | 'template'>): string {
  return `${code} ${template}`;
}
