/** Harvests installed packages, keeps what they hold, and reads it again. */
import * as z from 'zod';
import { localPart } from '../../core/bundle';
import { siteId } from '../../core/catalog/siteId';
import type { ParseSource } from '../../core/fix/fixer';
import type { IndexedPackage, IndexProgress, IndexReport, InstalledJob, PackagesJob } from '../../core/local/jobs';
import { readLocalFacts, writeLocalFacts } from '../../core/local/localFactLines';
import { localSites } from '../../core/local/localSites';
import { normalizedName, projectOf } from '../../core/local/pythonPackages';
import { harvestFiles, type KeptFile, readKeptFiles, writeKeptFiles } from './harvestFiles';
import { type Distribution, distributionsIn, packageFolders, slashed } from './sitePackages';
import { Store, storeName } from './store';

/** What the catalog knows, as far as packages are compared with it. */
export interface KnownSites {
  readonly projects: ReadonlySet<string>;
  /** `project/stem/hash` of every place that a site has or had. */
  readonly ids: ReadonlySet<string>;
}

/** A package of an environment, and the file that keeps its facts. */
const keptPackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  project: z.string(),
  digest: z.string(),
  root: z.string(),
  editable: z.boolean(),
  files: z.int(),
  messages: z.int(),
  skipped: z.int(),
});
type KeptPackage = z.output<typeof keptPackageSchema>;

const environmentsSchema = z.array(
  z.object({ folder: z.string(), workspace: z.array(z.string()), packages: z.array(keptPackageSchema) }),
);
type Environments = z.output<typeof environmentsSchema>;

/** The list of environments, the one that was indexed last first, and most of them that are remembered. */
const environmentsFile = 'environments.jsonl';
const maxEnvironments = 20;

/** Does a {@link PackagesJob}. Throws where the path means no folder of packages. */
export function indexPackages(
  job: PackagesJob,
  parse: ParseSource,
  catalog: () => KnownSites,
  tell: (progress: IndexProgress) => void,
): IndexReport {
  const folders = packageFolders(job.path);
  if (folders.length === 0) throw new Error(`${job.path} holds no folder of Python packages`);
  const store = new Store(job.store);
  const { projects, ids } = catalog();
  const wanted = new Set(job.include.map(normalizedName));
  const isWanted = ({ name }: Distribution): boolean =>
    wanted.has('*') || wanted.has(normalizedName(name)) || projects.has(projectOf(name));
  const indexed: IndexedPackage[] = [];
  const environments = folders.map((folder) => {
    const packages = distributionsIn(folder)
      .filter(isWanted)
      .map((distribution) => {
        const { kept, cached } = indexPackage(distribution, store, parse, ids, tell);
        indexed.push({ ...kept, cached });
        return kept;
      });
    return { folder: slashed(folder), workspace: [...job.workspace], packages };
  });
  remember(store, environments);
  store.prune();
  const report = readInstalled({ kind: 'installed', workspace: job.workspace, store: job.store });
  return { ...report, packages: indexed, environments: environments.map(({ folder }) => folder) };
}

function indexPackage(
  distribution: Distribution,
  store: Store,
  parse: ParseSource,
  ids: ReadonlySet<string>,
  tell: (progress: IndexProgress) => void,
): { kept: KeptPackage; cached: boolean } {
  const { name, version, digest, root, editable } = distribution;
  const project = projectOf(name);
  const about = { name, version, project, digest, root: slashed(root), editable };
  const [file, key] = placeOf(about);
  const counted = editable ? undefined : countsIn(store.read(file, key));
  if (counted) return { kept: { ...about, ...counted }, cached: true };
  const items = distribution.sources();
  const known = editable ? checkoutFiles(store, root) : new Map<string, KeptFile>();
  const told = { name: `${name} ${version}`, total: items.length };
  const found = harvestFiles(items, known, parse, (done) => tell({ ...told, done }));
  if (editable) store.write(storeName('checkout', root), root, writeKeptFiles(found.kept));
  const facts = found.facts.map((fact) => {
    const isCatalogued = ids.has(`${project}/${siteId(fact.file, fact.template, fact.function)}`);
    return { ...fact, isCatalogued };
  });
  const counts = { files: found.kept.length, messages: facts.length, skipped: found.skipped };
  store.write(file, key, `${JSON.stringify(counts)}\n${writeLocalFacts(facts)}`);
  return { kept: { ...about, ...counts }, cached: false };
}

function checkoutFiles(store: Store, root: string): Map<string, KeptFile> {
  const before = store.read(storeName('checkout', root), root);
  return before === undefined ? new Map() : readKeptFiles(before);
}

/** Name of the file that keeps the facts of a package, and what it is about. */
function placeOf({ name, version, digest, root, editable }: Omit<KeptPackage, 'files' | 'messages' | 'skipped'>) {
  const key = editable ? `${name} in ${root}` : `${name} ${version} ${digest}`;
  return [storeName(`package-${normalizedName(name)}`, key), key] as const;
}

const countsSchema = z.object({ files: z.int(), messages: z.int(), skipped: z.int() });

function countsIn(text: string | undefined): z.output<typeof countsSchema> | undefined {
  if (text === undefined) return undefined;
  return countsSchema.safeParse(JSON.parse(text.slice(0, text.indexOf('\n')))).data;
}

function remember(store: Store, environments: Environments): void {
  const now = new Set(environments.map(({ folder }) => folder));
  const others = environmentsOf(store).filter(({ folder }) => !now.has(folder));
  const all = [...environments, ...others].slice(0, maxEnvironments);
  store.write(environmentsFile, environmentsFile, `${JSON.stringify(all)}\n`);
}

function environmentsOf(store: Store): Environments {
  const text = store.read(environmentsFile, environmentsFile);
  return (text === undefined ? undefined : environmentsSchema.safeParse(JSON.parse(text)).data) ?? [];
}

/**
 * Does an {@link InstalledJob}: of the environments that were indexed for a workspace, or of the one that was indexed last.
 * A package that is no longer installed as it was is left out.
 */
export function readInstalled({ workspace, store: folder }: InstalledJob): IndexReport {
  const store = new Store(folder);
  const all = environmentsOf(store);
  const own = all.filter((environment) => environment.workspace.some((path) => workspace.includes(path)));
  const chosen = own.length > 0 || workspace.length > 0 ? own : all.slice(0, 1);
  const found = chosen.flatMap((environment) => packagesIn(environment, store));
  return {
    part: localPart(found.flatMap(({ sites }) => sites)),
    sources: found.map(({ source }) => source),
    problems: new Map(),
    packages: found.map(({ kept }) => ({ ...kept, cached: true })),
    environments: chosen.map((environment) => environment.folder),
    files: found.reduce((sum, { kept }) => sum + kept.files, 0),
    skipped: 0,
  };
}

function packagesIn({ folder, packages }: Environments[number], store: Store) {
  const installed = new Map(distributionsIn(folder).map((it) => [normalizedName(it.name), it]));
  return packages.flatMap((kept) => {
    const now = installed.get(normalizedName(kept.name));
    const text = store.read(...placeOf(kept));
    if (!now || now.version !== kept.version || now.digest !== kept.digest || text === undefined) return [];
    const body = text.slice(text.indexOf('\n') + 1);
    const { name, version, project } = kept;
    const source = { root: slashed(now.root), project, package: { name, version }, text: body };
    const own = readLocalFacts(body).filter((fact) => !fact.isCatalogued);
    return [{ kept, source, sites: localSites(own, project, { kind: 'package' }) }];
  });
}
