/** The errors of a whole open log, grouped into causes and consequences; made once a version of the document. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { createIncidents } from '../core/incident/incidents';
import { type Story, tellStories } from '../core/incident/stories';
import type { ScannedMatch } from '../core/match/match';
import type { ErrorLookup } from '../core/service';
import { type LocatedMatch, scanFrom } from './analysis';
import type { Session } from './session';

/** Longest document that is analyzed as a whole, in UTF-16 units. */
export const maxAnalyzed = 8_000_000;

/** Most matches of one document. */
const maxMatches = 20_000;

/** What a whole log says. */
export interface LogAnalysis {
  readonly lookup: ErrorLookup;
  /** In the order of the text. */
  readonly matches: readonly LocatedMatch[];
  /** The most useful one first. */
  readonly stories: readonly Story[];
  /** Where an incident stands, by its id. */
  readonly spots: ReadonlyMap<string, Spots>;
}

/** Occurrences of an incident in the document. */
export interface Spots {
  readonly first: LocatedMatch;
  readonly last: LocatedMatch;
  /** The one that shows it best. */
  readonly example: LocatedMatch;
}

interface Known {
  readonly lookup: ErrorLookup;
  readonly version: number;
  readonly level: string;
  readonly analysis: Promise<LogAnalysis | undefined>;
}

const known = new WeakMap<TextDocument, Known>();

/** Analyzes a document, or takes what is known; undefined where it is too long or has changed meanwhile. */
export async function analyzeLog(session: Session, document: TextDocument): Promise<LogAnalysis | undefined> {
  const lookup = await session.lookup();
  const { version } = document;
  const { level } = session.matchOptions;
  const last = known.get(document);
  if (last?.lookup === lookup && last.version === version && last.level === level) return last.analysis;
  const analysis = analyze(session, lookup, document);
  known.set(document, { lookup, version, level, analysis });
  return analysis;
}

async function analyze(
  session: Session,
  lookup: ErrorLookup,
  document: TextDocument,
): Promise<LogAnalysis | undefined> {
  const text = document.getText();
  if (text.length > maxAnalyzed) return undefined;
  const { version } = document;
  const isCurrent = (): boolean => document.version === version && session.openDocument(document.uri) === document;
  const incidents = createIncidents(lookup.catalog);
  const spots = new Map<string, Spots>();
  const located = new Map<ScannedMatch, LocatedMatch>();
  const matches = await scanFrom(
    lookup,
    text,
    0,
    session.matchOptions,
    (count) => isCurrent() && count < maxMatches,
    (scanned, match) => {
      const id = incidents.add(document.uri, scanned);
      spots.set(id, { first: spots.get(id)?.first ?? match, last: match, example: match });
      located.set(scanned, match);
    },
  );
  if (!isCurrent()) return undefined;
  const all = incidents.incidents();
  for (const { id, example } of all) {
    const [found, match] = [spots.get(id), located.get(example)];
    if (found && match) spots.set(id, { ...found, example: match });
  }
  return { lookup, matches, stories: tellStories(all, lookup.catalog), spots };
}
