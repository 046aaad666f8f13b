/** Reads `.error-lookup/facts/<project>.jsonl` of a folder. The files are hostile input. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import type { CatalogProblem } from '../../core/catalog/problem';
import { projectName } from '../../core/catalog/projectName';
import type { LocalFact } from '../../core/local/localFact';
import { readWorkspaceFacts } from '../../core/local/workspaceFacts';

/** Most files of one folder, and longest file read, in bytes. */
const maxFiles = 100;
const maxSize = 16 * 1024 * 1024;

/** Absolute paths of the files, with forward slashes, sorted. A link that leads out of the folder is not followed. */
export function factFilesIn(folder: string): string[] {
  try {
    const root = realpathSync(folder);
    const facts = realpathSync(join(root, '.error-lookup', 'facts'));
    if (!facts.startsWith(root + sep)) return [];
    return readdirSync(facts, { withFileTypes: true })
      .filter((item) => item.isFile() && item.name.endsWith('.jsonl'))
      .map(({ name }) => join(facts, name).split(sep).join('/'))
      .sort()
      .slice(0, maxFiles);
  } catch {
    return [];
  }
}

/** What a file of facts holds. */
interface FactFile {
  /** The name of the file. */
  readonly project: string;
  readonly facts: readonly LocalFact[];
  readonly problems: readonly CatalogProblem[];
}

/** Reads one file; its faults are told with their places. */
export function readFactFile(file: string): FactFile {
  const project = basename(file, '.jsonl');
  const problem = (message: string, help: string): FactFile => ({
    project,
    facts: [],
    problems: [{ file, message, help }],
  });
  if (!projectName.test(project)) {
    return problem('the name of the file is no name of a project', 'use lower case letters, digits, - and _');
  }
  let text: string;
  try {
    if (statSync(file).size > maxSize) return problem('the file is longer than 16 MiB', 'split it');
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return problem(`not readable: ${error instanceof Error ? error.message : String(error)}`, 'look at its rights');
  }
  const { facts, faults } = readWorkspaceFacts(text);
  const help = 'write rows as `error-lookup harvest` prints them';
  return { project, facts, problems: faults.map((fault) => ({ file, ...fault, help })) };
}
