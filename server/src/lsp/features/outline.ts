/** Outline of a log: one symbol for each kind of error, causes before what follows from them. */
import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Incident } from '../../core/incident/incident';
import { incidentDetail, incidentTitle } from '../../core/render/incidentText';
import type { Words } from '../../core/render/words';
import { lineSpan, toRange } from '../convert';
import { documentKind } from '../documentKind';
import { analyzeLog, type LogAnalysis } from '../logAnalysis';
import type { LogError, LogStory } from '../protocol';
import type { Session } from '../session';

/** Most symbols of a document. */
const maxSymbols = 500;

/** The symbols of a log; none in other documents. */
export async function outline(session: Session, document: TextDocument): Promise<DocumentSymbol[]> {
  if (documentKind(document.uri, document.languageId) !== 'log') return [];
  const analysis = await analyzeLog(session, document);
  if (!analysis) return [];
  return analysis.stories.slice(0, maxSymbols).flatMap(({ incident, consequences }) => {
    const children = consequences.flatMap((it) => toSymbol(document, analysis, session.words, it, []));
    return toSymbol(document, analysis, session.words, incident, children);
  });
}

function toSymbol(
  document: TextDocument,
  { lookup, spots }: LogAnalysis,
  words: Words,
  incident: Incident,
  children: DocumentSymbol[],
): DocumentSymbol[] {
  const example = spots.get(incident.id)?.example;
  if (!example) return [];
  const selectionRange = toRange(document, example);
  const range = {
    start: toRange(document, lineSpan(document, selectionRange.start.line)).start,
    end: toRange(document, lineSpan(document, selectionRange.end.line)).end,
  };
  const name = incidentTitle(incident, lookup.catalog);
  const detail = incidentDetail(incident, words);
  return [{ name, detail, kind: SymbolKind.Event, range, selectionRange, children }];
}

/** The symbols of a large log, whose errors are known by their lines. */
export function storyOutline(stories: readonly LogStory[]): DocumentSymbol[] {
  const toSymbol = ({ title, detail, example: { line } }: LogError, children: DocumentSymbol[]): DocumentSymbol => {
    const at = { line, character: 0 };
    const range = { start: at, end: at };
    return { name: title, detail, kind: SymbolKind.Event, range, selectionRange: range, children };
  };
  return stories.slice(0, maxSymbols).map(({ error, consequences }) =>
    toSymbol(
      error,
      consequences.map((it) => toSymbol(it, [])),
    ),
  );
}
