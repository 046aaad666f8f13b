/** The catalog that a command works with. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Bundle, bundleOf } from '../core/bundle';
import { formatProblem } from '../core/catalog/problem';
import { openBundledCatalog } from '../node/bundledCatalog';
import type { LoadedCatalog } from '../node/catalogFolder';
import { loadCatalogFile } from '../node/namedCatalog';
import { readOwnCatalog, withOwnCatalog } from '../node/workspaceFolder';
import { workspaceFolder } from '../node/workspaceFolderName';
import { CliError, type ParsedArgs } from './command';
import { reasonOf } from './input';
import { forProject } from './project';

/** The bundled catalog, or the one that `--catalog` names. */
export function openCatalog(args: ParsedArgs): Bundle {
  const path = args.text('catalog');
  if (path === undefined) return forProject(withOwn(openBundledCatalog()), args);
  const { data, problems } = readCatalog(path);
  const [first, ...more] = problems;
  if (first) {
    const rest = more.length > 0 ? `; ${more.length} more, see error-lookup check --catalog ${path}` : '';
    throw new CliError(`the catalog has a fault: ${formatProblem(first)}${rest}`);
  }
  return forProject(bundleOf(data), args);
}

/** Says what is wrong with the catalog that `--catalog` names, before a server starts that would read it later. */
export function checkCatalog(args: ParsedArgs): void {
  if (args.text('catalog') !== undefined) openCatalog(args);
}

/** With the entries and facts of the folder in which the command runs; faulty files are left out, and `check` names them. */
function withOwn(bundle: Bundle): Bundle {
  const own = readOwnCatalog('.');
  return own ? withOwnCatalog(bundle, own) : bundle;
}

/** Reads a catalog that the user names; an unreadable path throws `CliError`. */
export function readCatalog(path: string): LoadedCatalog {
  if (basename(path) === workspaceFolder) return ownCatalog(path);
  try {
    const missing = missingIn(path);
    if (missing.length > 0) throw new CliError(`${path} holds no catalog: it has no ${missing.join(', no ')}`);
    return loadCatalogFile(path);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`cannot read the catalog ${path}: ${reasonOf(error)}`);
  }
}

/** The catalog of a workspace, which `.error-lookup` names. */
function ownCatalog(path: string): LoadedCatalog {
  const own = readOwnCatalog(dirname(path));
  if (!own) throw new CliError(`cannot read the catalog ${path}: there is no such folder`);
  const { entries, files, problems } = own;
  return { data: { pins: {}, triggers: {}, entries: [...entries] }, files, problems };
}

/** What a folder lacks to be a catalog; nothing for a file. */
function missingIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [];
  return ['pins.json', 'triggers.yaml', 'entries'].filter((name) => !existsSync(join(path, name)));
}

/** The folder `data/` of the checkout that holds `folder`: beside `dist/`, or above the sources. */
export function checkoutData(folder: string): string | undefined {
  const above = [1, 2, 3, 4].map((levels) => join(folder, ...Array(levels).fill('..'), 'data'));
  return above.find((data) => existsSync(join(data, 'entries')) && existsSync(join(data, 'pins.json')));
}
