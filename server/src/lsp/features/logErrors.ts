/** The errors of an open log as a list, causes first. */

import { documentKind } from '../documentKind';
import { analyzeLog, type Spots } from '../logAnalysis';
import { type IncidentLines, toLogStories } from '../logErrors';
import type { LogErrorsParams, LogStory } from '../protocol';
import type { Session } from '../session';

/** Most stories of a document. */
const maxStories = 500;

/** The errors of a document; null where it is not open, neither log nor plain text, or too long. */
export async function logErrors(session: Session, { uri }: LogErrorsParams): Promise<LogStory[] | null> {
  const large = session.large?.stories(uri);
  if (large) return large.slice(0, maxStories);
  const document = session.openDocument(uri);
  const kind = document && documentKind(uri, document.languageId);
  if (!document || (kind !== 'log' && kind !== 'text')) return null;
  const analysis = await analyzeLog(session, document);
  if (!analysis) return null;
  const { stories, spots, lookup } = analysis;
  const lineOf = (match: Spots['first'] | undefined): number => document.positionAt(match?.start ?? 0).line;
  return toLogStories(stories.slice(0, maxStories), lookup.catalog, session.words, ({ id }): IncidentLines => {
    const found = spots.get(id);
    return { first: lineOf(found?.first), last: lineOf(found?.last), example: lineOf(found?.example) };
  });
}
