/** A catalog together with the index over its sites: packed by the build, opened in place, or built in memory. */
import {
  type Catalog,
  type CatalogSite,
  type CatalogSource,
  catalogFrom,
  createCatalog,
  projectsOf,
  sourceOf,
} from './catalog/catalog';
import type { CatalogData, Entry } from './catalog/entry';
import { overlaySites } from './catalog/overlay';
import { catalogSectionCount, openCatalog, packCatalog } from './catalog/pack/packedCatalog';
import {
  type ByteSource,
  memorySection,
  openSections,
  PackedFileError,
  packSections,
  partOf,
} from './catalog/pack/packedFile';
import { buildIndex } from './match/engine/build';
import { decodeIndex, encodeIndex, POOL_START } from './match/engine/layout';
import { CandidateIndex } from './match/engine/search';
import { wordingsOf } from './match/groups';
import { type IndexedSites, indexSites } from './match/wordings';
import { namesIn, stepsOf, WordingTexts } from './match/wordingTexts';

/** A catalog, ready to be searched and matched. */
export interface Bundle {
  readonly catalog: Catalog;
  /** What `catalog` reads from. */
  readonly source: CatalogSource;
  /** For `createMatcher`. */
  readonly indexed: readonly IndexedSites[];
}

/** Builds a bundle from checked data. */
export function bundleOf(data: CatalogData): Bundle {
  const source = sourceOf(data);
  return { catalog: catalogFrom(source), source, indexed: [indexSites(source.readSites())] };
}

/** Packs checked data into the bytes of one file. */
export function packBundle(data: CatalogData): Uint8Array {
  return packSitesOf(data, createCatalog(data).sites);
}

/** Packs a catalog of some of the sites of its data. */
export function packSitesOf(data: CatalogData, sites: readonly CatalogSite[]): Uint8Array {
  const wordings = wordingsOf(sites);
  const index = buildIndex(wordings);
  const steps = stepsOf(index.pool);
  const texts = new WordingTexts(memorySection(index.pool), memorySection(steps));
  const numbers = new Map(wordings.flatMap((wording, number) => wording.sites.map((site) => [site, number] as const)));
  const templates = {
    wordingOf: (site: number) => numbers.get(site),
    namesIn,
    at: (wording: number, names: string) => texts.at(wording, names),
  };
  return packSections([...packCatalog(data, sites, templates), steps, encodeIndex(index)]);
}

/** Opens a packed file in place. Throws {@link PackedFileError} where it is damaged or of another version. */
export function openBundle(file: ByteSource): Bundle {
  const sections = openSections(file);
  const [steps, section] = sections.slice(catalogSectionCount);
  const data = section && decodeIndex(section.read(0, section.length));
  const texts = data && steps && new WordingTexts(partOf(section, POOL_START, data.pool.length), steps);
  const packed = texts && openCatalog(sections, texts);
  if (!packed || !data) throw new PackedFileError('it was packed by another version');
  const { source, sites } = packed;
  return { catalog: catalogFrom(source), source, indexed: [{ index: new CandidateIndex(data), sites }] };
}

/** Sites of this machine with the index over them. Plain data, since another thread makes it. */
export interface LocalPart {
  readonly sites: readonly CatalogSite[];
  /** As {@link encodeIndex} makes it. */
  readonly index: Uint8Array;
}

/** Builds the index of local sites. */
export function localPart(sites: readonly CatalogSite[]): LocalPart {
  return { sites, index: encodeIndex(buildIndex(wordingsOf(sites))) };
}

/** The bundle with more entries beside its own; one takes the place of an own one with its code. */
export function withEntries(bundle: Bundle, entries: readonly Entry[]): Bundle {
  if (entries.length === 0) return bundle;
  const { catalog, source, indexed } = bundle;
  const { sites, replaced } = overlaySites(entries, catalog.sites);
  const byCode = new Map(entries.map((entry) => [entry.code, entry]));
  const merged: CatalogSource = {
    ...source,
    siteCount: source.siteCount - replaced.size + sites.length,
    projects: [...new Set([...source.projects, ...sites.map(({ project }) => project)])].sort(),
    readSites: () => [...catalog.sites.filter((_, number) => !replaced.has(number)), ...sites],
    readLinks: () => [...catalog.links.filter(({ code }) => !byCode.has(code)), ...entries],
    readEntry: (code) => byCode.get(code) ?? source.readEntry(code),
    workspaceCodes: new Set(byCode.keys()),
  };
  const left = indexed.map((part) => ({
    ...part,
    sites: { at: (number: number) => (replaced.has(number) ? undefined : part.sites.at(number)) },
  }));
  return { catalog: catalogFrom(merged), source: merged, indexed: [...left, indexSites(sites)] };
}

/** The bundle with sites of this machine behind its own. A part of another version of the index is left out. */
export function withLocal(bundle: Bundle, parts: readonly LocalPart[]): Bundle {
  const added = parts.flatMap(({ sites, index }): IndexedSites[] => {
    const data = sites.length > 0 ? decodeIndex(index) : undefined;
    return data ? [{ index: new CandidateIndex(data), sites }] : [];
  });
  if (added.length === 0) return bundle;
  const { catalog, source, indexed } = bundle;
  const sites = parts.flatMap((part) => part.sites);
  const merged: CatalogSource = {
    ...source,
    siteCount: source.siteCount + sites.length,
    projects: [...new Set([...source.projects, ...projectsOf(sites)])].sort(),
    readSites: () => [...catalog.sites, ...sites],
  };
  return { catalog: catalogFrom(merged), source: merged, indexed: [...indexed, ...added] };
}
