/** Loads a catalog from a folder laid out like `data/`: `pins.json`, `triggers.yaml`, `entries/**.yaml`, `facts/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import * as z from 'zod';
import { type CatalogData, type Entry, entrySchema, pinSchema } from '../core/catalog/entry';
import type { CatalogProblem } from '../core/catalog/problem';
import { type Parsed, parseYamlFile } from '../yamlFile';
import { loadFacts } from './factsFolder';

/** A catalog as far as it could be read, with every fault found. */
export interface LoadedCatalog {
  readonly data: CatalogData;
  /** File of each entry by code, relative to the folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly problems: readonly CatalogProblem[];
}

/** Reads all files below `folder`. Faulty files are left out and reported; only an unreadable folder throws. */
export function loadCatalogFolder(folder: string): LoadedCatalog {
  const problems: CatalogProblem[] = [];
  const take = <T>(parsed: Parsed<T>): T | undefined => {
    if ('value' in parsed) return parsed.value;
    problems.push(...parsed.problems);
    return undefined;
  };
  const read = <T>(name: string, schema: z.ZodType<T>): T | undefined =>
    take(parseYamlFile(name, readFileSync(join(folder, name), 'utf8'), schema));

  const pins = read('pins.json', z.record(z.string(), pinSchema)) ?? {};
  const triggers = read('triggers.yaml', z.record(z.string(), z.string().min(1))) ?? {};
  const entries: Entry[] = [];
  const files = new Map<string, string>();
  for (const file of yamlFilesBelow(join(folder, 'entries'))) {
    const name = relative(folder, file).split(sep).join('/');
    const entry = read(name, entrySchema);
    if (!entry) continue;
    if (name !== `entries/${entry.code}.yaml`) {
      problems.push({ file: name, message: `the code is ${entry.code}`, help: 'name the file after its code' });
      continue;
    }
    entries.push(entry);
    files.set(entry.code, name);
  }
  const { facts, problems: factProblems } = loadFacts(folder);
  return { data: { pins, triggers, entries, facts }, files, problems: [...problems, ...factProblems] };
}

function yamlFilesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && item.name.endsWith('.yaml'))
    .map((item) => join(item.parentPath, item.name))
    .sort();
}
