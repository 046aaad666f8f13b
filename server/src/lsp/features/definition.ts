/** Go to definition: from a line of a log to the statement that printed it, from a named place to its line. */
import type { Location, Position } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Match } from '../../core/match/match';
import { languageIdOf } from '../../core/source/languageIds';
import { matchesOnLine } from '../analysis';
import { holds, lineSpan } from '../convert';
import { documentKind } from '../documentKind';
import { isFound, placesHere } from '../local/here';
import type { Session } from '../session';
import { namedPlaces } from './documentLinks';

/** Longest source file that is read, in bytes. */
const maxSource = 2_000_000;

/** Where the line under the cursor was printed; null where no file of the workspace shows it. */
export async function definition(
  session: Session,
  document: TextDocument,
  position: Position,
): Promise<Location | null> {
  const kind = documentKind(document.uri, document.languageId);
  if (kind !== 'log' && kind !== 'text') return null;
  const line = lineSpan(document, position.line);
  const text = document.getText().slice(line.start, line.end);
  const offset = document.offsetAt(position);
  const named = namedPlaces(text).find((it) => holds(it, offset - line.start));
  if (named) return placeIn(session, named.file, named.line - 1);
  session.local.asked();
  const lookup = await session.lookup();
  const matches = matchesOnLine(lookup, document, offset, session.matchOptions);
  const found = matches.find((match) => holds(match, offset)) ?? matches[0];
  return found ? raiseSite(session, found.match) : null;
}

async function placeIn(session: Session, file: string, line: number): Promise<Location | null> {
  const path = await session.sourceFiles.find(file);
  return path === undefined ? null : toLocation(session, path, line);
}

async function raiseSite(session: Session, match: Match): Promise<Location | null> {
  const raise = await locateRaise(session, match);
  return raise ? toLocation(session, raise.path, raise.line) : null;
}

/** A source file of the workspace and the statement in it that printed a line. */
export interface Raise {
  readonly path: string;
  /** LSP language id. */
  readonly language: string;
  readonly text: string;
  /** 0-based line of the statement. */
  readonly line: number;
}

/** The statement itself if the file still holds it; else the line that the log names, if it names one. */
export async function locateRaise(
  session: Session,
  { site, record: { tag } }: { readonly site: Match['site']; readonly record: Pick<Match['record'], 'tag'> },
): Promise<Raise | undefined> {
  const [here] = (await placesHere(session, { site, record: { tag } })).filter(isFound);
  const known = here && languageIdOf(here.path);
  if (here && known !== undefined) return { path: here.path, language: known, text: here.text, line: here.at };
  const path = await session.sourceFiles.find(site.file);
  if (path === undefined) return undefined;
  const { files } = session.world;
  const text = session.openDocument(files.toUri(path))?.getText() ?? (await files.readText(path, maxSource));
  const language = languageIdOf(path);
  if (text === undefined || language === undefined) return undefined;
  const near = (tag?.line ?? site.line) - 1;
  const lookup = await session.lookup();
  const line = await lookup.locateSite({ path, language, text }, site, near);
  return line === undefined ? undefined : { path, language, text, line };
}

function toLocation(session: Session, path: string, line: number): Location {
  const at = { line: Math.max(0, line), character: 0 };
  return { uri: session.world.files.toUri(path), range: { start: at, end: at } };
}
