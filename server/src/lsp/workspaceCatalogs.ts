/** Catalogs of the workspace: `.error-lookup/*.yaml` in each folder, one entry a file. They are hostile input. */
import type { Entry } from '../core/catalog/entry';
import type { CatalogProblem } from '../core/catalog/problem';
import { readIgnored } from '../core/match/ignored';
import type { Files, World } from './world';

/** Name of the folder below a workspace folder. */
const folderName = '.error-lookup';

/** Glob of the files, for watching them. */
export const catalogGlob = `**/${folderName}/{*.yaml,*.yml,ignore}`;

/** Name extensions of the source that is read beside the server. */
const sourceExtensions = ['py', 'rs', 'go', 'js', 'jsx', 'mjs', 'cjs', 'ts', 'tsx', 'mts', 'cts'];

/** Globs of what is read beside the server: the source of the workspace, and its facts. */
export const sourceGlobs = [`**/*.{${sourceExtensions}}`, `**/${folderName}/facts/*.jsonl`];

const sourceName = new RegExp(`\\.(?:${sourceExtensions.join('|')})$|/${folderName}/facts/[^/]+\\.jsonl$`);

/** Whether one of {@link sourceGlobs} names a file. */
export function isSourceFile(uri: string): boolean {
  return sourceName.test(uri);
}

/** Whether files of {@link catalogGlob} may stand in a folder. */
export function isCatalogFolder(uri: string): boolean {
  return uri.endsWith(`/${folderName}`);
}

/** Whether a change of a file concerns the catalogs; all other files are source, or facts. */
export function isCatalogFile(uri: string): boolean {
  return new RegExp(`/${folderName}/(?:[^/]+\\.ya?ml|ignore)$`).test(uri);
}

/** The list of errors that a workspace folder does not want to see, by its path below the folder. */
export const ignoreFile = `${folderName}/ignore`;

/** Longest list read, in bytes. */
export const maxIgnoreFile = 1 << 20;

/** Longest catalog file read, in bytes. */
const maxCatalogFile = 1_000_000;

/** Most files read in one folder. */
const maxFiles = 500;

/** What the workspace’s catalogs hold. */
export interface WorkspaceCatalogs {
  readonly entries: readonly Entry[];
  /** Faults by URI of the file; a file without faults has an empty list. */
  readonly problems: ReadonlyMap<string, readonly CatalogProblem[]>;
  /** Codes that one of the folders does not want to see. */
  readonly ignored: ReadonlySet<string>;
}

/** No catalogs, as in a workspace that is not trusted. */
export const noCatalogs: WorkspaceCatalogs = { entries: [], problems: new Map(), ignored: new Set() };

/**
 * Reads the catalogs of all folders. Faulty files are left out and reported; of two entries with one code the first
 * stays.
 *
 * @param folders URIs; only `file:` folders are read
 * @param isTaken tells whether the bundled catalog has the code; asked only where there are files
 */
export async function readWorkspaceCatalogs(
  { files, readCatalogFile }: World,
  folders: readonly string[],
  isTaken: (code: string) => Promise<boolean>,
): Promise<WorkspaceCatalogs> {
  const entries = new Map<string, Entry>();
  const problems = new Map<string, readonly CatalogProblem[]>();
  for (const path of await catalogFiles(files, folders)) {
    const uri = files.toUri(path);
    const text = await files.readText(path, maxCatalogFile);
    if (text === undefined) {
      problems.set(uri, [{ file: path, message: `not readable, or longer than ${maxCatalogFile} bytes` }]);
      continue;
    }
    const parsed = await readCatalogFile(path, text);
    problems.set(uri, 'value' in parsed ? [] : parsed.problems);
    if (!('value' in parsed)) continue;
    const { code } = parsed.value;
    if (entries.has(code) || (await isTaken(code))) {
      const help = 'choose another code; a workspace cannot replace an entry';
      problems.set(uri, [{ file: path, line: 1, message: `the code ${code} is taken`, help }]);
    } else {
      entries.set(code, parsed.value);
    }
  }
  return { entries: [...entries.values()], problems, ignored: await ignoredIn(files, folders) };
}

async function ignoredIn(files: Files, folders: readonly string[]): Promise<Set<string>> {
  const ignored = new Set<string>();
  for (const uri of folders) {
    const root = files.toPath(uri);
    const realRoot = root && (await files.realPath(root));
    const path = realRoot && (await files.realPath(`${realRoot}/${ignoreFile}`));
    if (!path?.startsWith(`${realRoot}/`)) continue;
    for (const code of readIgnored((await files.readText(path, maxIgnoreFile)) ?? '')) ignored.add(code);
  }
  return ignored;
}

/** Paths of the catalog files. A link that leads out of its workspace folder is not followed. */
async function catalogFiles(files: Files, folders: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const uri of folders) {
    const root = files.toPath(uri);
    const realRoot = root && (await files.realPath(root));
    const folder = realRoot && (await files.realPath(`${realRoot}/${folderName}`));
    if (!folder?.startsWith(`${realRoot}/`)) continue;
    const names = (await files.list(folder)).filter((item) => item.kind === 'file' && /\.ya?ml$/.test(item.name));
    paths.push(...names.slice(0, maxFiles).map(({ name }) => `${folder}/${name}`));
  }
  return paths;
}
