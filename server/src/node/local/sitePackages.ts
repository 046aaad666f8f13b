/** Finds installed Python distributions by the files of an environment. No interpreter is started. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InstalledPackage } from '../../core/local/localFact';
import { editableUrl, isSource, readMetadata, sourcesInRecord } from '../../core/local/pythonPackages';
import { findSources, type SourceItem } from './sourceTexts';

/** Longest file of a distribution’s own that is read, in bytes. */
const maxOwnFile = 20_000_000;

/** Most distributions of one folder. */
const maxDistributions = 5000;

/** An installed distribution. */
export interface Distribution extends InstalledPackage {
  /** Folder that its files are below. */
  readonly root: string;
  /** Digest of the list of its files and their hashes: two copies of one version share it, a changed one has another. */
  readonly digest: string;
  /** It is a checkout that is being worked on: files change without a new version. */
  readonly editable: boolean;
  /** Lists its source files. */
  sources(): SourceItem[];
}

const packageFolder = /^(?:site|dist)-packages$/;

/**
 * Folders of packages that a path means: one itself, an environment, an interpreter in one, or a folder that holds an
 * environment. Empty where it means none.
 */
export function packageFolders(path: string): string[] {
  const at = kindOf(path) === 'file' ? dirname(dirname(path)) : path;
  if (kindOf(at) !== 'folder') return [];
  if (packageFolder.test(basename(at))) return [at];
  for (const root of [at, join(at, '.venv'), join(at, 'venv'), join(at, 'env')]) {
    const found = [...foldersIn(root), ...systemFolders(root)];
    if (found.length > 0) return found;
  }
  return [];
}

/** Folders of the interpreter that an environment was made from, where the environment uses its packages too. */
function systemFolders(root: string): string[] {
  const settings = readOwn(join(root, 'pyvenv.cfg')) ?? '';
  if (!/^include-system-site-packages *= *true *$/im.test(settings)) return [];
  const home = /^home *= *(\S.*)$/im.exec(settings)?.[1]?.trim();
  return home === undefined ? [] : foldersIn(dirname(home));
}

/** Places in an environment where packages lie: on Unix, on Windows, and as Debian has them. */
function foldersIn(root: string): string[] {
  const versions = ['lib', 'lib64'].flatMap((lib) =>
    names(join(root, lib))
      .filter((name) => /^(?:python|pypy)3?(?:\.\d+)?$/.test(name))
      .map((name) => join(root, lib, name)),
  );
  const places = [...versions, join(root, 'Lib')].flatMap((folder) =>
    ['site-packages', 'dist-packages'].map((name) => join(folder, name)),
  );
  const real = new Map(
    places.filter((place) => kindOf(place) === 'folder').map((place) => [realpathSync(place), place]),
  );
  return [...real.values()];
}

/** Distributions in a folder of packages, by name. */
export function distributionsIn(folder: string): Distribution[] {
  return names(folder)
    .filter((name) => /\.(?:dist|egg)-info$/.test(name))
    .slice(0, maxDistributions)
    .flatMap((name) => distributionOf(folder, join(folder, name)) ?? []);
}

function distributionOf(folder: string, info: string): Distribution | undefined {
  const metadata = readOwn(join(info, 'METADATA')) ?? readOwn(join(info, 'PKG-INFO'));
  const about = metadata === undefined ? undefined : readMetadata(metadata);
  if (!about) return undefined;
  const record = join(info, 'RECORD');
  const checkout = checkoutOf(info);
  const topLevel = (): string[] => (readOwn(join(info, 'top_level.txt')) ?? '').split(/\s+/).filter((it) => it !== '');
  const common = { ...about, digest: digestOf(readOwn(record) ?? metadata ?? '') };
  if (checkout !== undefined) {
    const { items } = findSources(checkout);
    return { ...common, root: checkout, editable: true, sources: () => items.filter(({ file }) => isSource(file)) };
  }
  const sources = (): SourceItem[] => {
    const listed = readOwn(record);
    const files = listed === undefined ? filesOf(folder, topLevel()) : sourcesInRecord(listed);
    return files.map((file) => ({ file, path: join(folder, file) }));
  };
  return { ...common, root: folder, editable: false, sources };
}

/** Files of packages by the names of their folders, for distributions that list none. */
function filesOf(folder: string, topLevel: readonly string[]): string[] {
  return topLevel
    .filter((name) => /^\w+$/.test(name))
    .flatMap((name) => {
      if (existsSync(join(folder, `${name}.py`))) return [`${name}.py`];
      return findSources(join(folder, name)).items.map(({ file }) => `${name}/${file}`);
    })
    .filter(isSource);
}

function checkoutOf(info: string): string | undefined {
  const url = editableUrl(readOwn(join(info, 'direct_url.json')) ?? '');
  if (url === undefined) return undefined;
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

function readOwn(path: string): string | undefined {
  try {
    const about = statSync(path);
    return about.isFile() && about.size <= maxOwnFile ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function kindOf(path: string): 'file' | 'folder' | undefined {
  try {
    const about = statSync(path);
    return about.isDirectory() ? 'folder' : about.isFile() ? 'file' : undefined;
  } catch {
    return undefined;
  }
}

/** A path with forward slashes. */
export function slashed(path: string): string {
  return path.split(sep).join('/');
}
