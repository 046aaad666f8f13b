/** The page of an entry: its text, the values of the line one came from, and where else to look. */
import { sitesOfEntry } from '../../core/catalog/catalog';
import type { Entry } from '../../core/catalog/entry';
import { entryMarkdown, noPageLinks } from '../../core/render/entryMarkdown';
import type { PageValue } from '../../core/render/html';
import type { ErrorLookup } from '../../core/service';
import { matchesOnLine } from '../analysis';
import { toCaptures } from '../logErrors';
import type { CapturedValue, LinePlace, Page, PageParams } from '../protocol';
import type { Session } from '../session';
import { locateRaise } from './definition';

/** Longest text of a search for issues, in UTF-16 units, and fewest that say something. */
const maxQuery = 120;
const minQuery = 8;

/** The page of an entry; null for an unknown code. */
export async function page(session: Session, params: PageParams): Promise<Page | null> {
  const lookup = await session.lookup();
  const { catalog } = lookup;
  const entry = catalog.get(params.code);
  if (!entry) return null;
  const [site] = entry.templates.flatMap((template) => template.sites);
  const values = await valuesOf(session, lookup, params);
  // Pages need a Markdown parser, which hovers do not wait for.
  const { entryHtml, schemeLinks } = await import('../../core/render/html');
  const { words } = session;
  return {
    code: entry.code,
    title: entry.title,
    html: entryHtml(entry, catalog, { ...schemeLinks, words }, values),
    markdown: entryMarkdown(entry, catalog, { ...noPageLinks, words }),
    sourceUrl: (site && catalog.sourceUrl(entry.project, site.file, site.line)) ?? null,
    issuesUrl: issuesUrl(entry),
    raise: await raiseOf(session, entry),
    json: `${JSON.stringify(entry, null, 2)}\n`,
  };
}

/** Values of the line, each with what its bytes are where it is a payload. */
async function valuesOf(session: Session, lookup: ErrorLookup, { code, at, values }: PageParams): Promise<PageValue[]> {
  const found = values ?? (at ? await valuesAt(session, lookup, code, at) : []);
  return found.map(({ name, text }) => {
    const [payload] = lookup.findPayloads(text);
    const reading = payload && lookup.decode(payload.text);
    return { name, text, ...(reading && reading.kind !== 'none' && { reading: reading.summary }) };
  });
}

async function valuesAt(
  session: Session,
  lookup: ErrorLookup,
  code: string,
  { uri, line }: LinePlace,
): Promise<CapturedValue[]> {
  const document = await session.documentAt(uri, line);
  if (!document || line >= document.lineCount) return [];
  const found = matchesOnLine(lookup, document, document.offsetAt({ line, character: 0 }), session.matchOptions);
  const own = found.find(({ match }) => match.site.code === code);
  return own ? toCaptures(own.match) : [];
}

/** The statement behind the first wording whose file is here. */
async function raiseOf(session: Session, entry: Entry): Promise<LinePlace | null> {
  for (const site of sitesOfEntry(entry).slice(0, 5)) {
    const raise = await locateRaise(session, { site, record: { tag: null } });
    if (raise) return { uri: session.world.files.toUri(raise.path), line: raise.line };
  }
  return null;
}

/** Searches for the longest literal part of a message; null where there is none that says something. */
function issuesUrl({ templates }: Entry): string | null {
  const literals = templates.flatMap(({ text }) => text.split(/\{[^{}]{0,200}\}|["\n]/).map((part) => part.trim()));
  const longest = literals.reduce((best, part) => (part.length > best.length ? part : best), '').slice(0, maxQuery);
  if (longest.length < minQuery) return null;
  return `https://github.com/search?type=issues&q=${encodeURIComponent(`"${longest}"`)}`;
}
