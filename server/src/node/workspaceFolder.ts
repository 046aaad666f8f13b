/** Reads `.error-lookup` of a folder for the command line: entries and facts of people’s own. They are hostile input. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bundle, localPart, withEntries, withLocal } from '../core/bundle';
import { type Entry, entrySchema } from '../core/catalog/entry';
import type { CatalogProblem } from '../core/catalog/problem';
import { localSites } from '../core/local/localSites';
import { parseYamlFile } from '../yamlFile';
import { factFilesIn, readFactFile } from './local/factFiles';
import { workspaceFolder } from './workspaceFolderName';

/** Most entries read. */
const maxEntries = 500;

/** What the folder holds, and every fault found; faulty files are left out. */
export interface OwnCatalog {
  readonly entries: readonly Entry[];
  /** File of each entry by code. */
  readonly files: ReadonlyMap<string, string>;
  readonly facts: readonly Pick<ReturnType<typeof readFactFile>, 'project' | 'facts'>[];
  readonly problems: readonly CatalogProblem[];
}

/** Reads the folder below `root`; undefined where there is none. */
export function readOwnCatalog(root: string): OwnCatalog | undefined {
  const folder = join(root, workspaceFolder);
  const names = namesIn(folder);
  if (!names) return undefined;
  const problems: CatalogProblem[] = [];
  const entries = new Map<string, Entry>();
  const files = new Map<string, string>();
  for (const name of names.filter((it) => /\.ya?ml$/.test(it)).slice(0, maxEntries)) {
    const file = join(folder, name);
    const parsed = parseYamlFile(file, readOr(file), entrySchema);
    if (!('value' in parsed)) problems.push(...parsed.problems);
    else if (entries.has(parsed.value.code)) {
      problems.push({ file, line: 1, message: `the code ${parsed.value.code} is taken`, help: 'choose another code' });
    } else {
      entries.set(parsed.value.code, parsed.value);
      files.set(parsed.value.code, file);
    }
  }
  const facts = factFilesIn(root).map(readFactFile);
  return {
    entries: [...entries.values()],
    files,
    facts,
    problems: [...problems, ...facts.flatMap((it) => it.problems)],
  };
}

/** The bundle with them beside its own; no entry takes the place of a bundled one. */
export function withOwnCatalog(bundle: Bundle, { entries, facts }: OwnCatalog): Bundle {
  const own = entries.filter(({ code }) => bundle.catalog.get(code) === undefined);
  const sites = facts.flatMap((it) => localSites(it.facts, it.project, { kind: 'facts' }));
  return withLocal(withEntries(bundle, own), [localPart(sites)]);
}

function namesIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .flatMap((item) => (item.isFile() ? [item.name] : []))
      .sort();
  } catch {
    return undefined;
  }
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
