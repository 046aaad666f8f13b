/** Where a message stands on this machine, looked at when somebody asks: files change. */
import type { CatalogSite } from '../../core/catalog/catalog';
import { digestOfLines, linesOf } from '../../core/local/localFact';
import type { LocalPlace } from '../../core/local/localPlaces';
import type { Match } from '../../core/match/match';
import type { HerePlace } from '../../core/render/here';
import { languageIdOf } from '../../core/source/languageIds';
import type { Session } from '../session';

/** Longest source file that is read, in bytes. */
const maxSource = 2_000_000;

/** Most places looked at of one message. */
const maxPlaces = 5;

/** A statement on this machine. */
export interface FoundPlace extends LocalPlace {
  /** The text of its file. */
  readonly text: string;
  /** 0-based line where the statement stands now. */
  readonly at: number;
}

/** A place whose file no longer holds the message, or is gone. */
interface LostPlace extends LocalPlace {
  readonly at: undefined;
}

/** True for a place that still holds its message. */
export function isFound(place: FoundPlace | LostPlace): place is FoundPlace {
  return place.at !== undefined;
}

/** Places of a message as they are now: the one that the line itself names first. */
export async function placesHere(
  session: Session,
  { site, record: { tag } }: { readonly site: Match['site']; readonly record: Pick<Match['record'], 'tag'> },
): Promise<(FoundPlace | LostPlace)[]> {
  const known = session.local.places.of(site);
  const named = (place: LocalPlace): number =>
    tag?.line != null && tag.line >= place.line && tag.line <= place.endLine ? 0 : 1;
  const nearest = [...known].sort((a, b) => named(a) - named(b)).slice(0, maxPlaces);
  if (nearest.length > 0) return Promise.all(nearest.map((place) => lookAt(session, site, place)));
  const near = session.local.places.near(site).slice(0, maxPlaces);
  const moved = near.map(({ ...place }) => lookAt(session, site, { ...place, template: site.template, digest: 0 }));
  return (await Promise.all(moved)).filter(isFound);
}

async function lookAt(session: Session, site: CatalogSite, place: LocalPlace): Promise<FoundPlace | LostPlace> {
  const { files } = session.world;
  const { path, line, endLine, digest, template } = place;
  const text = session.openDocument(files.toUri(path))?.getText() ?? (await files.readText(path, maxSource));
  if (text === undefined) return { ...place, at: undefined };
  if (digest !== 0 && digestOfLines(linesOf(text), line, endLine) === digest) return { ...place, text, at: line - 1 };
  const language = languageIdOf(path);
  if (language === undefined) return { ...place, at: undefined };
  const lookup = await session.lookup();
  const at = await lookup.locateSite({ path, language, text }, { ...site, template, file: place.file }, line - 1);
  return at === undefined ? { ...place, at } : { ...place, text, at };
}

/** The same for a hover, and what is installed without having the message at all. */
export async function hereOf(session: Session, match: Match): Promise<HerePlace[]> {
  const { files } = session.world;
  const places = await placesHere(session, match);
  const { local } = session;
  if (places.length === 0) {
    // What is cut or differs may be another version’s wording, which can well be there.
    if (match.confidence === 'possible' || local.places.near(match.site).length > 0) return [];
    return local.places.packagesOf(match.site.project).flatMap((it) => absent(match.site, it));
  }
  return places.map((place) => ({
    name: place.package ? place.file : shortName(place.file),
    function: place.function,
    ...(place.package && { package: place.package }),
    ...(place.at !== undefined && { line: place.at + 1, url: linkTo(files.toUri(place.path), place.at + 1) }),
  }));
}

/** Only of a Python file can it be said that its package was read. */
function absent({ file, function: name }: CatalogSite, installed: NonNullable<HerePlace['package']>): HerePlace[] {
  return file.endsWith('.py') ? [{ name: file, function: name, package: installed, absent: true }] : [];
}

/** Parentheses would end the link in Markdown. */
function linkTo(uri: string, line: number): string {
  return `${uri.replace(/[()]/g, (char) => (char === '(' ? '%28' : '%29'))}#L${line}`;
}

function shortName(file: string): string {
  return file.split('/').slice(-3).join('/');
}
