/** Code lenses: above each first cause of a log, what it set off. */
import type { CodeLens, Range } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Words } from '../../core/render/words';
import { toRange } from '../convert';
import { documentKind } from '../documentKind';
import { analyzeLog } from '../logAnalysis';
import { clientCommands, type LinePlace, type LogError, type LogStory } from '../protocol';
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
      const { role } = catalog.get(incident.code) ?? {};
      return lensesAt(session.words, document.uri, toRange(document, example), role, consequences.length);
    });
}

/** The lenses of a large log, whose errors are known by their lines. */
export function storyLenses(session: Session, stories: readonly LogStory[], uri: string): CodeLens[] {
  if (session.options.commands !== true || !session.settings.codeLens.enabled) return [];
  return stories
    .filter(({ error, consequences }) => consequences.length > 0 && error.role !== 'advice')
    .slice(0, maxLenses)
    .flatMap(({ error, consequences }) => {
      const at = { line: error.example.line, character: 0 };
      return lensesAt(session.words, uri, { start: at, end: at }, error.role, consequences.length);
    });
}

function lensesAt(
  { say }: Words,
  uri: string,
  range: Range,
  role: LogError['role'] | undefined,
  followed: number,
): CodeLens[] {
  const place: LinePlace = { uri, line: range.start.line };
  const count = followed === 1 ? say('1 consequence') : say('{0} consequences', followed);
  const name = say(role === 'consequence' ? 'First error' : 'Cause');
  const explain = { title: say('Explain'), command: clientCommands.explainLine, arguments: [place] };
  return [
    { range, command: { ...explain, title: `${name} · ${count}` } },
    { range, command: explain },
  ];
}
