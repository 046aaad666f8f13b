/** The catalog and the options of the commands that look for errors, without what only a catalog of one’s own needs. */
import { existsSync, readFileSync } from 'node:fs';
import type { Bundle } from '../core/bundle';
import { isCode, readIgnored } from '../core/match/ignored';
import { levels, type MatchOptions } from '../core/match/match';
import { openBundledCatalog } from '../node/bundledCatalog';
import { workspaceFolder } from '../node/workspaceFolderName';
import { CliError, type OptionSpecs, type ParsedArgs } from './command';
import { reasonOf } from './input';
import { forProject } from './project';

/** The list of a workspace, from the folder in which the command runs. */
const ignoreFile = `${workspaceFolder}/ignore`;

/** True where a command matches with nothing but the bundled catalog. */
export function isBundled(args: ParsedArgs): boolean {
  return args.text('catalog') === undefined && !existsSync(workspaceFolder);
}

/** The catalog as `openCatalog` of `catalog.ts` gives it, which is loaded where people have one of their own. */
export async function catalogToMatch(args: ParsedArgs): Promise<Bundle> {
  if (isBundled(args)) return forProject(openBundledCatalog(), args);
  const { openCatalog } = await import('./catalog');
  return openCatalog(args);
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
