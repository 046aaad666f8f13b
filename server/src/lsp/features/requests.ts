/** Answers to the custom requests of `protocol.ts`. */
import type { CatalogSite } from '../../core/catalog/catalog';
import type { Entry } from '../../core/catalog/entry';
import { siteText, trialText } from '../../core/render/explanation';
import { messageOf } from '../../core/render/message';
import type { Words } from '../../core/render/words';
import type { ErrorLookup } from '../../core/service';
import { type LocatedMatch, matchesOnLine, matchStretch, windowAround } from '../analysis';
import { encodeText, holds, lineSpan } from '../convert';
import { toSummary } from '../entrySummary';
import { toCaptures } from '../logErrors';
import type {
  ExplainParams,
  Explanation,
  LineMatch,
  LinePlace,
  MatchLinesParams,
  Payload,
  PayloadsParams,
  Status,
} from '../protocol';
import type { Session } from '../session';
import { payloadsInLine } from './payloads';
import { statementsAt } from './statements';

/** Most lines, and longest text, that a request without a document may bring. */
const maxLines = 1000;
const maxTextLength = 1_000_000;

/** Most lines of a text whose trial is told. */
const maxTrials = 10;

/** Known errors in lines of a terminal; none where the user has switched terminal links off. */
export async function matchLines(session: Session, { lines }: MatchLinesParams): Promise<LineMatch[]> {
  if (!session.settings.terminalLinks.enabled) return [];
  const lookup = await session.lookup();
  const taken = lines.slice(0, maxLines);
  const starts: number[] = [];
  let text = '';
  for (const line of taken) {
    starts.push(text.length);
    text += `${line.slice(0, maxTextLength / maxLines)}\n`;
  }
  return matchStretch(lookup, text, 0, session.matchOptions).flatMap(({ match, start, end }) => {
    const entry = lookup.catalog.get(match.site.code);
    const line = starts.findLastIndex((lineStart) => lineStart <= start);
    const lineStart = starts[line];
    if (!entry || lineStart === undefined) return [];
    const lineEnd = (starts[line + 1] ?? text.length) - 1;
    return [
      {
        line,
        start: start - lineStart,
        end: Math.min(end, lineEnd) - lineStart,
        code: entry.code,
        title: entry.title,
        values: toCaptures(match),
      },
    ];
  });
}

/** What a line or a text says; null for a document that is not open. */
export async function explain(session: Session, params: ExplainParams): Promise<Explanation | null> {
  session.local.start();
  const lookup = await session.lookup();
  return 'text' in params ? explainText(session, lookup, params.text) : explainLine(session, lookup, params.at);
}

async function explainLine(
  session: Session,
  lookup: ErrorLookup,
  { uri, line }: LinePlace,
): Promise<Explanation | null> {
  const document = await session.documentAt(uri, line);
  if (!document || line >= document.lineCount) return null;
  const statements = await statementsAt(lookup, document, line);
  if (statements.length > 0) return { entries: entriesOf(lookup, statements).map(toSummary), document: '' };
  const lineStart = document.offsetAt({ line, character: 0 });
  const found = matchesOnLine(lookup, document, lineStart, session.matchOptions);
  if (found.length > 0) return explanation(lookup, found, session.words);
  const window = windowAround(document, lineStart);
  const encoded = encodeText(document.getText().slice(window.start, window.end));
  const offset = encoded.byteOffset(lineStart - window.start);
  return {
    entries: [],
    document: trialText(lookup.trial(encoded.bytes, offset, session.matchOptions), lookup.catalog, session.words),
  };
}

function explainText(session: Session, lookup: ErrorLookup, whole: string): Explanation {
  const text = whole.slice(0, maxTextLength);
  const found = matchStretch(lookup, text, 0, session.matchOptions);
  if (found.length > 0) return explanation(lookup, found, session.words);
  const encoded = encodeText(text);
  const trials: string[] = [];
  for (let start = 0; start <= text.length && trials.length < maxTrials; ) {
    const end = text.indexOf('\n', start) < 0 ? text.length : text.indexOf('\n', start);
    if (text.slice(start, end).trim() !== '') {
      trials.push(
        trialText(
          lookup.trial(encoded.bytes, encoded.byteOffset(start), session.matchOptions),
          lookup.catalog,
          session.words,
        ),
      );
    }
    start = end + 1;
  }
  return { entries: [], document: trials.join('\n') };
}

function explanation(lookup: ErrorLookup, found: readonly LocatedMatch[], words: Words): Explanation {
  const { catalog } = lookup;
  const entries = entriesOf(
    lookup,
    found.map(({ match }) => match.site),
  );
  const text = siteText(
    found.map(({ match }) => match),
    catalog,
    words,
  );
  return { entries: entries.map(toSummary), document: entries.length > 0 ? '' : text };
}

/** The entries of sites, each once. */
function entriesOf({ catalog }: ErrorLookup, sites: readonly CatalogSite[]): Entry[] {
  return [...new Set(sites.map(({ code }) => code))].flatMap((code) => catalog.get(code) ?? []);
}

/** The message of the error at a place, as its line says it. */
export async function messageAt(session: Session, { at }: PayloadsParams): Promise<string | null> {
  const { uri, line, character = 0 } = at;
  const document = await session.documentAt(uri, line);
  if (!document || line >= document.lineCount) return null;
  const offset = document.offsetAt({ line, character });
  const found = matchesOnLine(await session.lookup(), document, offset, session.matchOptions);
  const here = found.find((match) => holds(match, offset)) ?? found[0];
  return here ? messageOf(here.match) : null;
}

/** Payloads in a line of an open document; of a place with a character, only the one that holds it. */
export async function payloads(session: Session, { at }: PayloadsParams): Promise<Payload[]> {
  const document = await session.documentAt(at.uri, at.line);
  if (!document || at.line >= document.lineCount) return [];
  const lookup = await session.lookup();
  const { start: lineStart } = lineSpan(document, at.line);
  const { character } = at;
  return payloadsInLine(lookup, document, at.line)
    .map(({ start, end, text }) => ({ start: start - lineStart, end: end - lineStart, text }))
    .filter(({ start, end }) => character === undefined || (start <= character && character <= end));
}

/** How the server is, once it is ready. */
export async function status(session: Session): Promise<Status> {
  const { catalog } = await session.lookup();
  return {
    version: session.world.version,
    entries: catalog.links.length,
    sites: catalog.siteCount,
    workspaceEntries: session.catalogs.entries.length,
    workspaceFaults: [...session.catalogs.problems.values(), ...session.local.problems.values()].flat().length,
    workspaceFiles: session.local.workspace?.files ?? 0,
    workspaceMessages: session.local.workspace?.part.sites.length ?? 0,
    packages: (session.local.installed?.packages ?? []).map(({ name, version }) => `${name} ${version}`),
    trusted: session.options.trusted === true,
  };
}
