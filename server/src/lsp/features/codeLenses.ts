/** Code lenses: above each first cause of a log, what it set off. */
import type { CodeLens } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { toRange } from '../convert';
import { documentKind } from '../documentKind';
import { analyzeLog } from '../logAnalysis';
import { clientCommands, type LinePlace } from '../protocol';
import type { Session } from '../session';

/** Most causes that get lenses. */
const maxLenses = 100;

/** The lenses of a log. They run commands of our client, so another editor gets none. */
export async function codeLenses(session: Session, document: TextDocument): Promise<CodeLens[]> {
  const isWanted = session.options.commands === true && session.settings.codeLens.enabled;
  if (!isWanted || documentKind(document.uri, document.languageId) !== 'log') return [];
  const analysis = await analyzeLog(session, document);
  if (!analysis) return [];
  const { catalog } = analysis.lookup;
  return analysis.stories
    .filter(({ incident, consequences }) => consequences.length > 0 && catalog.get(incident.code)?.role !== 'advice')
    .slice(0, maxLenses)
    .flatMap(({ incident, consequences }) => {
      const example = analysis.spots.get(incident.id)?.example;
      if (!example) return [];
      const range = toRange(document, example);
      const place: LinePlace = { uri: document.uri, line: range.start.line };
      const count = consequences.length === 1 ? '1 consequence' : `${consequences.length} consequences`;
      const role = catalog.get(incident.code)?.role === 'consequence' ? 'First error' : 'Cause';
      const explain = { title: 'Explain', command: clientCommands.explainLine, arguments: [place] };
      return [
        { range, command: { ...explain, title: `${role} · ${count}` } },
        { range, command: explain },
      ];
    });
}
