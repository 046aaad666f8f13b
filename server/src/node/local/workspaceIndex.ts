/** Reads the source and the facts of a workspace. */
import { basename } from 'node:path';
import { localPart } from '../../core/bundle';
import type { CatalogSite } from '../../core/catalog/catalog';
import type { CatalogProblem } from '../../core/catalog/problem';
import { siteId } from '../../core/catalog/siteId';
import type { ParseSource } from '../../core/fix/fixer';
import type { IndexProgress, IndexReport, WorkspaceJob } from '../../core/local/jobs';
import { writeLocalFacts } from '../../core/local/localFactLines';
import type { LocalSource } from '../../core/local/localPlaces';
import { localSites } from '../../core/local/localSites';
import { factFilesIn, readFactFile } from './factFiles';
import { harvestFiles, readKeptFiles, writeKeptFiles } from './harvestFiles';
import { findSources } from './sourceTexts';
import { Store, storeName } from './store';

type Folder = WorkspaceJob['folders'][number];

/** What was read of one folder. */
interface FolderIndex {
  readonly sites: readonly CatalogSite[];
  readonly source?: LocalSource;
  readonly problems: ReadonlyMap<string, readonly CatalogProblem[]>;
  readonly files: number;
  readonly skipped: number;
  readonly complete: boolean;
}

/** Does a {@link WorkspaceJob}. */
export function indexWorkspace(
  { folders, store }: WorkspaceJob,
  parse: ParseSource,
  tell: (progress: IndexProgress) => void,
): IndexReport {
  const kept = store === undefined ? undefined : new Store(store);
  const all = folders.flatMap((folder) => [
    ...(folder.source ? [indexSource(folder, kept, parse, tell)] : []),
    ...(folder.facts ? [indexFacts(folder)] : []),
  ]);
  return {
    part: localPart(withoutTwins(all.flatMap(({ sites }) => sites))),
    sources: all.flatMap(({ source }) => source ?? []),
    problems: new Map(all.flatMap(({ problems }) => [...problems])),
    packages: [],
    environments: [],
    files: all.reduce((sum, { files }) => sum + files, 0),
    skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
    ...(all.some(({ complete }) => !complete) && { incomplete: 'the workspace holds more source than is read' }),
  };
}

/** Without facts of what the source itself holds, as where people harvested it before. */
function withoutTwins(sites: readonly CatalogSite[]): CatalogSite[] {
  const idOf = ({ file, template, function: name }: CatalogSite): string => siteId(file, template, name);
  const read = new Set(sites.filter(({ origin }) => origin?.kind === 'source').map(idOf));
  return sites.filter((site) => site.origin?.kind === 'source' || !read.has(idOf(site)));
}

function indexSource(
  { path, project }: Folder,
  store: Store | undefined,
  parse: ParseSource,
  tell: (progress: IndexProgress) => void,
): FolderIndex {
  const { items, complete } = findSources(path);
  const name = storeName('source', path);
  const before = store?.read(name, path);
  const known = before === undefined ? new Map() : readKeptFiles(before);
  const told = { name: basename(path), total: items.length };
  const found = harvestFiles(items, known, parse, (done) => tell({ ...told, done }));
  const after = writeKeptFiles(found.kept);
  if (after !== before) store?.write(name, path, after);
  const facts = found.facts.map((fact) => ({ ...fact, isCatalogued: false }));
  return {
    sites: localSites(facts, project, { kind: 'source' }),
    source: { root: path, project, text: writeLocalFacts(facts) },
    problems: new Map(),
    files: found.kept.length,
    skipped: found.skipped,
    complete: complete && found.complete,
  };
}

function indexFacts({ path }: Folder): FolderIndex {
  const read = factFilesIn(path).map((file) => ({ file, ...readFactFile(file) }));
  return {
    sites: read.flatMap(({ facts, project }) => localSites(facts, project, { kind: 'facts' })),
    problems: new Map(read.map(({ file, problems }) => [file, problems])),
    files: 0,
    skipped: 0,
    complete: true,
  };
}
