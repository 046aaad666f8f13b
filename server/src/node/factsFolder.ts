/** Reads `facts/<project>.jsonl`, `harvest/<project>.yaml` and `tables/*.yaml` of a folder like `data/`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import { readFactLines } from '../core/catalog/factLines';
import { type FactRecord, type FactTable, packFacts } from '../core/catalog/facts';
import type { CatalogProblem } from '../core/catalog/problem';
import { type MessageTable, recordsOfTable, tableSchema } from '../core/catalog/tables';
import { createWeakness } from '../core/catalog/weakWordings';
import { type HarvestRules, harvestRulesSchema } from '../core/harvest/rules';
import { parseYamlFile } from '../yamlFile';

/** All that is known of a project’s messages. */
interface ProjectFacts {
  /** How the source was read; undefined for a project that only tables speak of. */
  readonly rules: HarvestRules | undefined;
  readonly records: readonly FactRecord[];
  readonly tables: readonly MessageTable[];
}

/** Records, tables and rules of each project, and every fault found. Facts without rules have no versions and are left out. */
function readFacts(folder: string): { projects: Map<string, ProjectFacts>; problems: CatalogProblem[] } {
  const problems: CatalogProblem[] = [];
  const projects = new Map<string, ProjectFacts>();
  const read = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
    const parsed = parseYamlFile(name, readFileSync(join(folder, name), 'utf8'), schema);
    if ('value' in parsed) return parsed.value;
    problems.push(...parsed.problems);
    return undefined;
  };
  for (const name of namesIn(join(folder, 'facts'), '.jsonl')) {
    const rulesFile = `harvest/${name}.yaml`;
    if (!existsSync(join(folder, rulesFile))) {
      problems.push({ file: `facts/${name}.jsonl`, message: 'its versions are not known', help: `write ${rulesFile}` });
      continue;
    }
    const rules = read(rulesFile, harvestRulesSchema);
    if (!rules) continue;
    const file = `facts/${name}.jsonl`;
    const { records, problems: found } = readRecords(file, readFileSync(join(folder, file), 'utf8'));
    problems.push(...found);
    projects.set(name, { rules, records, tables: [] });
  }
  for (const name of namesIn(join(folder, 'tables'), '.yaml')) {
    const table = read(`tables/${name}.yaml`, tableSchema);
    if (!table) continue;
    const known = projects.get(table.project) ?? { rules: undefined, records: [], tables: [] };
    projects.set(table.project, { ...known, tables: [...known.tables, table] });
  }
  return { projects, problems };
}

/** Packed facts of each project, and every fault found. */
export function loadFacts(folder: string): { facts: Record<string, FactTable>; problems: CatalogProblem[] } {
  const { projects, problems } = readFacts(folder);
  return { facts: Object.fromEntries(packProjects(projects)), problems };
}

function packProjects(projects: ReadonlyMap<string, ProjectFacts>): Map<string, FactTable> {
  // What a table with proofs lists is known from everywhere: the words alone never prove who printed them.
  const weakRows = new Set<FactRecord>();
  const rows = new Map<string, FactRecord[]>();
  for (const [project, { tables }] of projects) {
    for (const table of tables) {
      const records = recordsOfTable(table);
      rows.set(project, [...(rows.get(project) ?? []), ...records]);
      if (table.context.length > 0) for (const record of records) weakRows.add(record);
    }
  }
  const wordings = [...projects].map(([project, { records }]): [string, string[]] => [
    project,
    [...records, ...(rows.get(project) ?? [])].map(({ template }) => template),
  ]);
  const isWeak = createWeakness(new Map(wordings));
  const packed = [...projects].map(([project, { rules, tables, records }]): [string, FactTable] => {
    const versions = (rules?.points ?? []).map(({ version, commit = version }) => ({ version, commit }));
    const context = [...new Set([...(rules?.context ?? []), ...tables.flatMap((table) => table.context)])];
    const harvested = new Set(records);
    const needsProof = (record: FactRecord): boolean =>
      weakRows.has(record) || (harvested.has(record) && isWeak(record.template));
    return [project, packFacts([...records, ...(rows.get(project) ?? [])], { versions, context, isWeak: needsProof })];
  });
  return new Map(packed);
}

/** Names of the files with that extension, without it, sorted. */
function namesIn(folder: string, extension: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .sort();
}

function readRecords(file: string, text: string): { records: FactRecord[]; problems: CatalogProblem[] } {
  const { records, faults } = readFactLines(text);
  const help = 'write the file anew with `error-lookup harvest --merge`';
  return { records, problems: faults.map(({ line, message }) => ({ file, line, message, help })) };
}
