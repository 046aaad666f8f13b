/** A catalog as sections of a packed file: small tables that are read at once, and sites, texts and entries that are not. */
import { type CatalogSite, type CatalogSource, commitsOf, type EntryLinks, projectsOf } from '../catalog';
import type { CatalogData, Entry } from '../entry';
import { HistoryReader } from './histories';
import type { Section } from './packedFile';
import { tables as textTables } from './siteRows';
import {
  type PackedSites,
  packSites,
  SiteTable,
  type TemplateReader,
  type TemplateWriter,
  tablesOf,
} from './siteTable';
import { StringReader } from './strings';

/** Number of sections that a catalog takes: tables, sites, their histories, four of texts, links and entries. */
export const catalogSectionCount = 5 + textTables.length;

/** What is read at once. */
interface Head
  extends Pick<CatalogSource, 'pins' | 'triggers' | 'commits' | 'projects'>,
    Pick<PackedSites, 'owners' | 'versions'> {}

/** Links of an entry and where its JSON stands. */
interface StoredLinks {
  readonly links: EntryLinks;
  readonly start: number;
  readonly end: number;
}

/** Packs a catalog and its sites into sections; templates stand elsewhere in the file. */
export function packCatalog(data: CatalogData, sites: readonly CatalogSite[], templates: TemplateWriter): Uint8Array[] {
  const { rows, histories, texts, owners, versions } = packSites(sites, templates);
  const { pins, triggers, facts = {} } = data;
  const projects = projectsOf(sites);
  const head: Head = { pins, triggers, commits: commitsOf(facts), projects, owners, versions };
  const entries = data.entries.map((entry) => json(entry));
  let end = 0;
  const links = data.entries.map((entry, i): StoredLinks => {
    const start = end;
    end += entries[i]?.length ?? 0;
    return { links: linksOf(entry), start, end };
  });
  return [json(head), rows, histories, ...textTables.map((table) => texts[table]), json(links), joined(entries)];
}

/** A packed catalog, read in place. */
export interface PackedCatalog {
  readonly source: CatalogSource;
  readonly sites: SiteTable;
}

/** Opens the sections that {@link packCatalog} made; undefined where some are missing. */
export function openCatalog(sections: readonly Section[], templates: TemplateReader): PackedCatalog | undefined {
  const [head, rows, histories, ...others] = sections;
  const links = others[textTables.length];
  const entries = others[textTables.length + 1];
  if (!head || !rows || !histories || !links || !entries) return undefined;
  const { owners, versions, ...tables }: Head = parsed(head);
  const texts = tablesOf((table) => new StringReader(others[textTables.indexOf(table)] ?? links));
  const sites = new SiteTable({
    rows,
    texts,
    owners,
    histories: new HistoryReader(histories, texts, versions),
    templates,
  });
  let places: ReadonlyMap<string, StoredLinks> | undefined;
  const stored = (): ReadonlyMap<string, StoredLinks> => {
    places ??= new Map(parsed<StoredLinks[]>(links).map((item) => [item.links.code, item]));
    return places;
  };
  const known = new Map<string, Entry>();
  const readEntry = (code: string): Entry | undefined => {
    const place = stored().get(code);
    if (!place) return undefined;
    const entry = known.get(code) ?? parsed<Entry>(entries, place.start, place.end);
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
