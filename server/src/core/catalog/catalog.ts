/** The catalog in memory: entries by code, the sites that a line can come from, and search. It reads no files. */
import type { CatalogData, Entry, Pin, Template } from './entry';
import { joinFacts } from './factSites';
import type { FactTable } from './facts';
import type { SiteHistory } from './history';
import { isPage } from './page';
import { type RelatedEntry, relateEntries } from './related';

/** One wording at one place: the unit that competes for a line of text. */
export interface CatalogSite {
  /** Code of the entry; for a harvested site without an entry, a hash code that is stable across versions. */
  readonly code: string;
  readonly kind: 'entry' | 'site';
  readonly project: string;
  /** Message with each run-time part as `{name}`; literal braces doubled. */
  readonly template: string;
  /** How the text leaves the program; `http`: sent to a client as an error response. */
  readonly statement: Template['kind'] | 'http';
  /** Exception class without module; null for a plain log line. */
  readonly exception: string | null;
  /** Level of a log line; null where none is known. */
  readonly level: NonNullable<Template['level']> | null;
  /** Path relative to the project’s repository. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Version in which `line` counts; left out: the pinned commit. */
  readonly lineIn?: string;
  readonly function: string;
  readonly versions: Entry['versions'];
  /** Where it stood in each version, under whatever file and function; left out where no facts tell. */
  readonly history?: SiteHistory;
  readonly role: Entry['role'] | null;
  /** One of these must stand in the same record or traceback; empty: no condition. */
  readonly context: readonly string[];
  /** Left out for sites of the bundled catalog. */
  readonly origin?: SiteOrigin;
}

/** Where a site comes from that is not of the bundled catalog. */
export interface SiteOrigin {
  /** An entry or a fact of `.error-lookup`, the workspace’s own source, or a package that is installed. */
  readonly kind: 'entry' | 'facts' | 'source' | 'package';
}

/** What relates an entry to others; enough to follow raise paths without reading prose. */
export interface EntryLinks extends Pick<Entry, 'code' | 'project' | 'leadsTo' | 'twins' | 'triggers'> {
  readonly templates: readonly Pick<Template, 'text'>[];
}

/** Read access to a catalog. All methods are pure look-ups. */
export interface Catalog {
  /** All entries, with their prose. Reads everything: {@link Catalog.get} and {@link Catalog.links} read less. */
  readonly entries: readonly Entry[];
  /** All sites. Reads everything; the matcher reads only those that a text may come from. */
  readonly sites: readonly CatalogSite[];
  readonly siteCount: number;
  /** Projects that have a site. */
  readonly projects: readonly string[];
  /** Links of every entry, in the order of `entries`. */
  readonly links: readonly EntryLinks[];
  /** The entry with that code, if there is one. */
  get(code: string): Entry | undefined;
  /** Whether an entry was read from the workspace. */
  isFromWorkspace(code: string): boolean;
  /** Related entries, strongest relation first; empty for an unknown code. */
  related(code: string): readonly RelatedEntry[];
  /** What a trigger id means, in a few words. */
  trigger(id: string): string | undefined;
  /** The commit at which the project’s facts were read. */
  pin(project: string): Pin | undefined;
  /**
   * Web address of a line, at the pinned commit or, for a text that has gone, in `version`; the page itself for a row of
   * a table; undefined for a project without a pin.
   */
  sourceUrl(project: string, file: string, line: number, version?: string): string | undefined;
  /** Entries that hold all words, best first. Case is ignored. */
  search(words: readonly string[]): readonly Entry[];
}

/** What a catalog reads from: data in memory, or a packed file. What costs much is asked for late and once. */
export interface CatalogSource {
  readonly pins: CatalogData['pins'];
  readonly triggers: CatalogData['triggers'];
  /** By project and version: the commit, for versions that are no tag of the repository. */
  readonly commits: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly siteCount: number;
  readonly projects: readonly string[];
  readSites(): readonly CatalogSite[];
  readLinks(): readonly EntryLinks[];
  readEntry(code: string): Entry | undefined;
  /** Codes of entries that were read from the workspace; left out: none. */
  readonly workspaceCodes?: ReadonlySet<string>;
}

/** Builds a catalog from checked data. */
export function createCatalog(data: CatalogData): Catalog {
  return catalogFrom(sourceOf(data));
}

/** Checked data as a source. */
export function sourceOf(data: CatalogData): CatalogSource {
  const byCode = new Map(data.entries.map((entry) => [entry.code, entry]));
  const sites = allSites(data);
  return {
    pins: data.pins,
    triggers: data.triggers,
    commits: commitsOf(data.facts ?? {}),
    siteCount: sites.length,
    projects: projectsOf(sites),
    readSites: () => sites,
    readLinks: () => data.entries,
    readEntry: (code) => byCode.get(code),
  };
}

/** Projects of sites, each once. */
export function projectsOf(sites: readonly CatalogSite[]): string[] {
  return [...new Set(sites.map(({ project }) => project))].sort();
}

/** A catalog over a source. */
export function catalogFrom(source: CatalogSource): Catalog {
  const pins = new Map(Object.entries(source.pins));
  const triggers = new Map(Object.entries(source.triggers));
  const commits = new Map(
    Object.entries(source.commits).map(([project, versions]) => [project, new Map(Object.entries(versions))]),
  );
  const links = once(source.readLinks);
  const entries = once(() => links().flatMap(({ code }) => source.readEntry(code) ?? []));
  const sites = once(source.readSites);
  const related = once(() => relateEntries(links()));
  const texts = once(() => new Map(entries().map((entry) => [entry.code, searchTexts(entry)])));
  return {
    get entries() {
      return entries();
    },
    get sites() {
      return sites();
    },
    get links() {
      return links();
    },
    siteCount: source.siteCount,
    projects: source.projects,
    get: source.readEntry,
    isFromWorkspace: (code) => source.workspaceCodes?.has(code) === true,
    related: (code) => related()(code),
    trigger: (id) => triggers.get(id),
    pin: (project) => pins.get(project),
    sourceUrl: (project, file, line, version) => {
      if (isPage(file)) return file;
      const pin = pins.get(project);
      if (!pin) return undefined;
      const path = file.split('/').map(encodeURIComponent).join('/');
      const ref = version === undefined ? pin.commit : (commits.get(project)?.get(version) ?? version);
      return `https://github.com/${pin.repository}/blob/${encodeURIComponent(ref)}/${path}#L${line}`;
    },
    search: (words) => searchEntries(entries(), texts(), words),
  };
}

/** Computes a value when it is first asked for. */
function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

function searchEntries(
  entries: readonly Entry[],
  texts: ReadonlyMap<string, readonly [number, string][]>,
  words: readonly string[],
): readonly Entry[] {
  // Each word once, so that a word pasted again and again costs and weighs nothing more.
  const wanted = [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => word !== '');
  if (wanted.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: searchScore(texts.get(entry.code) ?? [], wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.entry.code < b.entry.code ? -1 : 1))
    .map(({ entry }) => entry);
}

/** Entry sites first, then harvested ones; within each in the order of the data. */
function allSites({ entries, facts = {} }: CatalogData): CatalogSite[] {
  let entrySites: readonly CatalogSite[] = entries.flatMap(sitesOfEntry);
  const factSites: CatalogSite[] = [];
  for (const [project, table] of Object.entries(facts)) {
    const joined = joinFacts(project, table, entrySites);
    entrySites = joined.entrySites;
    for (const site of joined.factSites) factSites.push(site);
  }
  return [...entrySites, ...factSites];
}

/** Commits of versions that are no tag of the repository: states of its main branch. A tag links by its own name. */
export function commitsOf(facts: Readonly<Record<string, FactTable>>): CatalogSource['commits'] {
  return Object.fromEntries(
    Object.entries(facts).map(([project, { versions }]) => [
      project,
      Object.fromEntries(
        versions.filter(({ version }) => version.includes('@')).map(({ version, commit }) => [version, commit]),
      ),
    ]),
  );
}

/** Every wording of an entry at every place, in the order written. */
export function sitesOfEntry(entry: Entry): CatalogSite[] {
  return entry.templates.flatMap((template) =>
    template.sites.map((site) => ({
      code: entry.code,
      kind: 'entry' as const,
      project: entry.project,
      template: template.text,
      statement: template.kind,
      exception: template.exception === undefined ? entry.exception : template.exception,
      level: template.level ?? null,
      file: site.file,
      line: site.line,
      // Python’s own way to write a nested function; harvested names and tracebacks do without.
      function: site.function.replaceAll('.<locals>', ''),
      versions: template.last === undefined ? entry.versions : { ...entry.versions, last: template.last },
      ...(template.last !== undefined && { lineIn: template.last }),
      role: entry.role,
      context: template.context,
    })),
  );
}

/** Web address of a site’s line; undefined for one of this machine, whose lines are nowhere on the web. */
export function siteUrl(
  catalog: Catalog,
  project: string,
  { file, line, lineIn, origin }: Pick<CatalogSite, 'file' | 'line' | 'lineIn' | 'origin'>,
): string | undefined {
  return isOfThisMachine(origin) ? undefined : catalog.sourceUrl(project, file, line, lineIn);
}

/** True for a site that neither the bundled catalog nor an entry of the workspace has. */
export function isOfThisMachine(origin: SiteOrigin | undefined): boolean {
  return origin !== undefined && origin.kind !== 'entry';
}

/** Searchable texts of an entry, heaviest first: names, then the messages, then the prose. */
function searchTexts(entry: Entry): readonly [weight: number, text: string][] {
  const prose = [entry.meaning, entry.when, ...entry.situations, ...entry.causes.map(({ cause }) => cause)];
  const weighted: [number, string][] = [
    [8, `${entry.code} ${entry.title} ${entry.exception ?? ''}`],
    [4, `${entry.summary} ${entry.templates.map((template) => template.text).join(' ')}`],
    [1, `${prose.join(' ')} ${entry.solutions.map(({ step }) => step).join(' ')} ${entry.prevention.join(' ')}`],
  ];
  return weighted.map(([weight, text]) => [weight, text.toLowerCase()]);
}

function searchScore(texts: readonly [number, string][], words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const found = texts.filter(([, text]) => text.includes(word));
    if (found.length === 0) return 0;
    score += found.reduce((sum, [weight]) => sum + weight, 0);
  }
  return score;
}
