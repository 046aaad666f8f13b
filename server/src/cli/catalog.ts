/** The catalog that a command works with. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Bundle, bundleOf } from '../core/bundle';
import { formatProblem } from '../core/catalog/problem';
import { isCode, readIgnored } from '../core/match/ignored';
import type { MatchOptions } from '../core/match/match';
import { levels } from '../core/match/match';
import { openBundledCatalog } from '../node/bundledCatalog';
import type { LoadedCatalog } from '../node/catalogFolder';
import { loadCatalogFile } from '../node/namedCatalog';
import { readOwnCatalog, withOwnCatalog, workspaceFolder } from '../node/workspaceFolder';
import { CliError, type OptionSpecs, type ParsedArgs } from './command';
import { reasonOf } from './input';

/** The list of a workspace, from the folder in which the command runs. */
const ignoreFile = '.error-lookup/ignore';

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

/** The catalog; throws where `--project` names a project that it does not know, since nothing would ever be found. */
function forProject(bundle: Bundle, args: ParsedArgs): Bundle {
  const project = args.text('project');
  const { projects } = bundle.catalog;
  if (project === undefined || projects.includes(project)) return bundle;
  throw new CliError(`--project: ${unknownProject(project, projects)}`);
}

/** Says that the catalog does not know a project, and which it knows. */
export function unknownProject(name: string, known: readonly string[]): string {
  const names = known.length > 0 ? `known are ${known.join(', ')}` : 'it knows none';
  return `the catalog has no project ${JSON.stringify(name)}; ${names}`;
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

/** `--level` and `--project` as the matcher takes them. */
export function matchOptions(args: ParsedArgs): MatchOptions {
  const name = args.text('level') ?? 'warning';
  const level = levels.find((known) => known === name.toUpperCase());
  if (!level) throw new CliError(`--level wants warning, info or debug, not ${JSON.stringify(name)}`);
  const project = args.text('project');
  return { level, ...(project !== undefined && { project }), ignored: ignoredOf(args) };
}

/** Options of the commands that look for errors. */
export const ignoreOptions: OptionSpecs = {
  ignore: { type: 'string', multiple: true, value: 'CODE', help: 'do not report this error; may be given again' },
  'ignore-file': {
    type: 'string',
    value: 'FILE',
    help: `codes that are not reported, one a line (default: ${ignoreFile}, where there is one)`,
  },
};

/** Codes that `--ignore` names, and those of the file. */
function ignoredOf(args: ParsedArgs): ReadonlySet<string> {
  const named = args.texts('ignore');
  const wrong = named.find((code) => !isCode(code));
  if (wrong !== undefined) throw new CliError(`--ignore wants the code of an error, not ${JSON.stringify(wrong)}`);
  return new Set([...named, ...readIgnored(ignoreText(args.text('ignore-file')))]);
}

function ignoreText(path: string | undefined): string {
  const file = path ?? ignoreFile;
  if (path === undefined && !existsSync(file)) return '';
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(`cannot read the list of ignored errors ${file}: ${reasonOf(error)}`);
  }
}

/** The folder `data/` of the checkout that holds `folder`: beside `dist/`, or above the sources. */
export function checkoutData(folder: string): string | undefined {
  const above = [1, 2, 3, 4].map((levels) => join(folder, ...Array(levels).fill('..'), 'data'));
  return above.find((data) => existsSync(join(data, 'entries')) && existsSync(join(data, 'pins.json')));
}
