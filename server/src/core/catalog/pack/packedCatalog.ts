/** A catalog as sections of a packed file: small tables that are read at once, and sites, texts and entries that are not. */
import { type CatalogSite, type CatalogSource, commitsOf, type EntryLinks, projectsOf } from '../catalog';
import type { CatalogData, Entry } from '../entry';
import { HistoryReader } from './histories';
import type { Section } from './packedFile';
import { type PackedSites, packSites, SiteTable } from './siteTable';
import { StringReader, StringWriter } from './strings';

/** Sections of a catalog, in the order of the file. */
interface CatalogSections {
  readonly tables: Section;
  readonly records: Section;
  readonly histories: Section;
  readonly strings: Section;
  readonly links: Section;
  readonly entries: Section;
}

/** Number of sections that a catalog takes. */
export const catalogSectionCount = 6;

interface Tables
  extends Pick<CatalogSource, 'pins' | 'triggers' | 'commits' | 'projects'>,
    Pick<PackedSites, 'owners' | 'versions'> {}

/** Links of an entry and where its JSON stands. */
interface StoredLinks {
  readonly links: EntryLinks;
  readonly start: number;
  readonly end: number;
}

/** Packs a catalog and its sites into sections. */
export function packCatalog(data: CatalogData, sites: readonly CatalogSite[]): Uint8Array[] {
  const strings = new StringWriter();
  const { records, histories, owners, versions } = packSites(sites, strings);
  const { pins, triggers, facts = {} } = data;
  const projects = projectsOf(sites);
  const tables: Tables = { pins, triggers, commits: commitsOf(facts), projects, owners, versions };
  const texts = data.entries.map((entry) => json(entry));
  let end = 0;
  const links = data.entries.map((entry, i): StoredLinks => {
    const start = end;
    end += texts[i]?.length ?? 0;
    return { links: linksOf(entry), start, end };
  });
  return [json(tables), records, histories, strings.encode(), json(links), joined(texts)];
}

/** A packed catalog, read in place. */
export interface PackedCatalog {
  readonly source: CatalogSource;
  readonly sites: SiteTable;
}

/** Opens the sections that {@link packCatalog} made. */
export function openCatalog([tables, records, histories, strings, links, entries]: readonly Section[]):
  | PackedCatalog
  | undefined {
  if (!tables || !records || !histories || !strings || !links || !entries) return undefined;
  return open({ tables, records, histories, strings, links, entries });
}

function open(sections: CatalogSections): PackedCatalog {
  const { owners, versions, ...tables }: Tables = parsed(sections.tables);
  const strings = new StringReader(sections.strings);
  const histories = new HistoryReader(sections.histories, strings, versions);
  const sites = new SiteTable(sections.records, strings, owners, histories);
  let places: ReadonlyMap<string, StoredLinks> | undefined;
  const stored = (): ReadonlyMap<string, StoredLinks> => {
    places ??= new Map(parsed<StoredLinks[]>(sections.links).map((item) => [item.links.code, item]));
    return places;
  };
  const known = new Map<string, Entry>();
  const readEntry = (code: string): Entry | undefined => {
    const place = stored().get(code);
    if (!place) return undefined;
    const entry = known.get(code) ?? parsed<Entry>(sections.entries, place.start, place.end);
    known.set(code, entry);
    return entry;
  };
  const source: CatalogSource = {
    ...tables,
    siteCount: sites.length,
    readSites: () => sites.all(),
    readLinks: () => [...stored().values()].map((item) => item.links),
    readEntry,
  };
  return { source, sites };
}

function linksOf({ code, project, leadsTo, twins, triggers, templates }: Entry): EntryLinks {
  return { code, project, leadsTo, twins, triggers, templates: templates.map(({ text }) => ({ text })) };
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** JSON that {@link packCatalog} wrote: its checksum vouches for its shape. */
function parsed<T>(section: Section, start = 0, end = section.length): T {
  return JSON.parse(new TextDecoder().decode(section.read(start, end)));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
