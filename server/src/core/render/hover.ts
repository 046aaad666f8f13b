/** Hovers: the plain sentence first, then what helps most, then the links. A hover never repeats the message. */
import type { Catalog, CatalogSite } from '../catalog/catalog';
import type { Entry } from '../catalog/entry';
import { isPage } from '../catalog/page';
import type { Reading } from '../decode/reading';
import type { Match } from '../match/match';
import { noPageLinks } from './entryMarkdown';
import { entrySections, siteLink } from './entrySections';
import { fromWorkspace, type HerePlace, hereLink, hereList } from './here';
import { blocks, codeSpan, fence, link, list, plain, prose } from './markdown';
import type { PageLinks } from './pageLinks';
import { relatedBrief } from './relatedEntries';
import { shorten } from './visible';
import { english, type Words } from './words';

/** Links of a hover; an address that is undefined leaves its link out. */
export interface HoverLinks extends PageLinks {
  /** Puts the entry’s Markdown on the clipboard. */
  copy(code: string): string | undefined;
  /** Puts the message on the clipboard; undefined where the hover is on no log. */
  message(): string | undefined;
}

/** No command links, for editors that have none. */
export const noHoverLinks: HoverLinks = { ...noPageLinks, copy: () => undefined, message: () => undefined };

/** Sections of the entry that a hover shows, in this order; the page has the rest. */
const hoverKeys: readonly (keyof Entry)[] = [
  'meaning',
  'when',
  'causes',
  'solutions',
  'workaround',
  'example',
  'prevention',
];

/** Longest list of captured values and of ties in a hover. */
const maxRows = 6;

/** Longest captured value shown, in UTF-16 units: the line holds the whole one, and a hover does not break it. */
const maxValueLength = 60;

/**
 * What is known of one match. `decoded` holds the readings of captured values that are payloads, by capture name; `here`
 * where its statement stands on this machine.
 */
export function matchHover(
  match: Match,
  catalog: Catalog,
  links: HoverLinks,
  decoded: ReadonlyMap<string, Reading> = new Map(),
  here: readonly HerePlace[] = [],
): string {
  const entry = catalog.get(match.site.code);
  const words = links.words ?? english;
  if (!entry) return match.site.origin ? localHover(match, here, links) : siteHover(match, catalog, here, links);
  const places = hereList(here, match.site, catalog);
  return blocks(
    head(entry, catalog, links),
    match.confidence === 'exact' ? undefined : doubt(match, words),
    captures(match, decoded, words),
    firstStep(entry, words),
    places && blocks(`**${words.say('On this machine')}**`, places),
    ...body(entry, catalog, links),
    relatedPart(entry, catalog, links),
    fitsAsWell(match.alternatives, catalog, links),
    foot(entry, match.site, catalog, links, match.place),
  );
}

/**
 * Hover on the statement in source code that makes the message.
 *
 * @param others sites with the same text that nothing tells apart from `site`
 */
export function entryHover(
  entry: Entry,
  site: CatalogSite,
  catalog: Catalog,
  links: HoverLinks,
  others: readonly CatalogSite[] = [],
): string {
  return blocks(
    head(entry, catalog, links),
    ...body(entry, catalog, links),
    relatedPart(entry, catalog, links),
    fitsAsWell(others, catalog, links),
    foot(entry, site, catalog, links),
  );
}

/**
 * Hover on a payload: what it is, what it says and what to do.
 *
 * @param open address that shows the whole reading, where the editor can
 */
export function readingHover(reading: Reading, open?: string, words = english): string {
  return blocks(
    `**${plain(reading.summary)}**`,
    words.language === 'en' ? undefined : words.say('The reading is in English.'),
    list(reading.details.slice(0, 2 * maxRows).map(plain)),
    open && blocks('---', link(words.say('Open the whole reading'), open)),
  );
}

/** The sentence, what kind of error it is, and the ways out: whoever needs no more does not scroll for them. */
function head(entry: Entry, catalog: Catalog, links: HoverLinks): string {
  const { say, language } = links.words ?? english;
  const page = links.entry(entry.code);
  const copy = links.copy(entry.code);
  const ways = [
    page && link(say('Open the full page'), page),
    messageLink(links),
    copy && link(say('Copy as Markdown'), copy),
  ].filter(Boolean);
  const tags = [
    entry.exception && codeSpan(entry.exception),
    say(entry.severity),
    say(entry.role),
    plain(entry.project),
    catalog.isFromWorkspace(entry.code) && say(fromWorkspace),
    language !== 'en' && say('in English'),
  ];
  return blocks(
    `**${prose(entry.summary)}**`,
    tags.filter(Boolean).join(' · '),
    ways.length > 0 ? ways.join(' · ') : undefined,
  );
}

/** What to do, before what explains it: most of a hover is below its edge. */
function firstStep({ solutions: [first] }: Entry, { say }: Words): string | undefined {
  return first && `**${say('First thing to do:')}** ${prose(first.step)}`;
}

function doubt(match: Match, { say }: Words): string {
  const isTie = match.alternatives.length > 0;
  const reason = say(isTie ? 'other places fit as well, see below' : 'the text is cut or differs');
  const isLikely = match.confidence === 'likely';
  return `*${say(isLikely ? 'Likely this error: {0}.' : 'Possibly this error: {0}.', reason)}*`;
}

function captures(match: Match, decoded: ReadonlyMap<string, Reading>, { say }: Words): string | undefined {
  const rows = match.captures
    .filter(({ text }) => text !== '')
    .slice(0, maxRows)
    .map(({ name, text }) => {
      const reading = decoded.get(name);
      const value = `${codeSpan(name)} = ${codeSpan(shorten(text, maxValueLength))}`;
      return reading
        ? blocks(value, say('which is: {0}', plain(reading.summary)), list(reading.details.map(plain)))
        : value;
    });
  return rows.length > 0 ? blocks(`**${say('In this line')}**`, list(rows)) : undefined;
}

function body(entry: Entry, catalog: Catalog, links: HoverLinks): string[] {
  const sections = entrySections(entry, catalog, links);
  return hoverKeys.flatMap((key) => {
    const section = sections.find(({ keys }) => keys.includes(key));
    return section ? [blocks(`**${section.heading}**`, section.body)] : [];
  });
}

function relatedPart(entry: Entry, catalog: Catalog, links: HoverLinks): string | undefined {
  const brief = relatedBrief(entry, catalog, links);
  return brief && blocks(`**${(links.words ?? english).say('Related errors')}**`, brief);
}

function fitsAsWell(sites: readonly CatalogSite[], catalog: Catalog, links: HoverLinks): string | undefined {
  if (sites.length === 0) return undefined;
  const rows = sites.slice(0, maxRows).map((site) => {
    const entry = catalog.get(site.code);
    const target = links.entry(site.code);
    const title = entry?.title ?? site.function;
    return `${target && entry ? link(title, target) : plain(title)}, ${siteLink(catalog, site.project, site)}`;
  });
  return blocks(`**${(links.words ?? english).say('Fits as well')}**`, list(rows));
}

function foot(
  entry: Entry,
  site: CatalogSite,
  catalog: Catalog,
  links: HoverLinks,
  place: Match['place'] = null,
): string {
  const page = links.entry(entry.code);
  const source = catalog.sourceUrl(site.project, site.file, site.line, site.lineIn);
  const words = links.words ?? english;
  const parts = [
    page && link(words.say('Open the full page'), page),
    source && link(words.say('Pinned source'), source),
    placeLink(place, site, catalog, words),
  ];
  return blocks('---', parts.filter(Boolean).join(' · '));
}

function messageLink(links: HoverLinks): string | undefined {
  const target = links.message();
  return target && link((links.words ?? english).say('Copy message'), target);
}

/** Link to the statement in the version that wrote the line, where that is known and another one than `site` is of. */
function placeLink(place: Match['place'], site: CatalogSite, catalog: Catalog, { say }: Words): string | undefined {
  if (!place || place.version === site.lineIn) return undefined;
  const url = catalog.sourceUrl(site.project, place.file, place.line, place.version);
  return url && link(say('Source in {0}', place.version), url);
}

function siteHover(match: Match, catalog: Catalog, here: readonly HerePlace[], links: HoverLinks): string {
  const { site, place } = match;
  const words = links.words ?? english;
  const foot = [messageLink(links), siteLink(catalog, site.project, site), placeLink(place, site, catalog, words)];
  const [name, project] = [codeSpan(site.function), plain(site.project)];
  const printed = isPage(site.file)
    ? words.say('{0} of {1}', name, project)
    : words.say('Printed by {0} in {1}', project, name);
  const places = hereList(here, site, catalog, words);
  return blocks(
    `**${words.say('{0}; no explanation has been written yet.', printed)}**`,
    captures(match, new Map(), words),
    fence('text', site.template),
    places && blocks(`**${words.say('On this machine')}**`, places),
    foot.filter(Boolean).join(' · '),
  );
}

/** A message that the catalog does not have: of the workspace, or of what is installed. */
function localHover(match: Match, here: readonly HerePlace[], links: HoverLinks): string {
  const words = links.words ?? english;
  const { site } = match;
  const [first, ...others] = here;
  const place = first?.line === undefined ? plain(`${site.file}:${site.line}`) : hereLink(first);
  const lost = first && first.line === undefined;
  return blocks(
    `**${words.say('Printed at {0}, in {1}.', place, codeSpan(site.function))}**`,
    `*${plain(originText(match, first, words))}*`,
    lost ? words.say('The file has changed since it was read, and holds this text no more.') : undefined,
    captures(match, new Map(), words),
    fence('text', site.template),
    others.length > 0 ? blocks(`**${words.say('Fits as well')}**`, list(others.map(hereLink))) : undefined,
    messageLink(links),
  );
}

function originText({ site, alternatives }: Match, first: HerePlace | undefined, { say }: Words): string {
  const tie = alternatives.length > 0 ? say('; other places fit as well') : '';
  switch (site.origin?.kind) {
    case 'package': {
      const installed = first?.package;
      return say(
        'From {0}, which is installed here{1}.',
        installed ? `${installed.name} ${installed.version}` : site.project,
        tie,
      );
    }
    case 'facts':
      return say('From your workspace’s facts of {0}{1}.', site.project, tie);
    default:
      return say('From your workspace{0}.', tie);
  }
}
