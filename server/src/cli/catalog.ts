/** The catalog that a command works with. */
import { type Catalog, createCatalog } from '../core/catalog/catalog';
import { formatProblem } from '../core/catalog/problem';
import type { MatchOptions } from '../core/match/match';
import { levels } from '../core/match/match';
import { loadBundledCatalog, loadCatalogFile } from '../node/bundledCatalog';
import type { LoadedCatalog } from '../node/catalogFolder';
import { CliError, type ParsedArgs } from './command';
import { reasonOf } from './input';

/** The bundled catalog, or the one that `--catalog` names. */
export function openCatalog(args: ParsedArgs): Catalog {
  const path = args.text('catalog');
  if (path === undefined) return createCatalog(loadBundledCatalog());
  const { data, problems } = readCatalog(path);
  const [first, ...more] = problems;
  if (first) {
    const rest = more.length > 0 ? `; ${more.length} more, see error-lookup check --catalog ${path}` : '';
    throw new CliError(`the catalog has a fault: ${formatProblem(first)}${rest}`);
  }
  return createCatalog(data);
}

/** Reads a catalog that the user names; an unreadable path throws `CliError`. */
export function readCatalog(path: string): LoadedCatalog {
  try {
    return loadCatalogFile(path);
  } catch (error) {
    throw new CliError(`cannot read the catalog ${path}: ${reasonOf(error)}`);
  }
}

/** `--level` and `--project` as the matcher takes them. */
export function matchOptions(args: ParsedArgs): MatchOptions {
  const name = args.text('level') ?? 'warning';
  const level = levels.find((known) => known === name.toUpperCase());
  if (!level) throw new CliError(`--level wants warning, info or debug, not ${JSON.stringify(name)}`);
  const project = args.text('project');
  return project === undefined ? { level } : { level, project };
}
