/** Reads `facts/<project>.jsonl` and `harvest/<project>.yaml` of a folder like `data/`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FactRecord, type FactTable, factRecordSchema, packFacts } from '../core/catalog/facts';
import type { CatalogProblem } from '../core/catalog/problem';
import { harvestRulesSchema } from '../core/harvest/rules';
import { parseYamlFile } from '../yamlFile';

/** Packed facts of each project, and every fault found. A project without rules has no versions and is left out. */
export function loadFacts(folder: string): { facts: Record<string, FactTable>; problems: CatalogProblem[] } {
  const problems: CatalogProblem[] = [];
  const facts: Record<string, FactTable> = {};
  const names = existsSync(join(folder, 'facts')) ? readdirSync(join(folder, 'facts')).sort() : [];
  for (const name of names.filter((file) => file.endsWith('.jsonl'))) {
    const project = name.slice(0, -'.jsonl'.length);
    const rulesFile = `harvest/${project}.yaml`;
    if (!existsSync(join(folder, rulesFile))) {
      problems.push({ file: `facts/${name}`, message: 'its versions are not known', help: `write ${rulesFile}` });
      continue;
    }
    const rules = parseYamlFile(rulesFile, readFileSync(join(folder, rulesFile), 'utf8'), harvestRulesSchema);
    if (!('value' in rules)) {
      problems.push(...rules.problems);
      continue;
    }
    const read = readRecords(`facts/${name}`, readFileSync(join(folder, 'facts', name), 'utf8'));
    problems.push(...read.problems);
    facts[project] = packFacts(read.records, rules.value.points);
  }
  return { facts, problems };
}

function readRecords(file: string, text: string): { records: FactRecord[]; problems: CatalogProblem[] } {
  const records: FactRecord[] = [];
  const problems: CatalogProblem[] = [];
  text.split('\n').forEach((row, i) => {
    if (row === '') return;
    const fault = (message: string): void => {
      problems.push({ file, line: i + 1, message, help: 'write the file anew with `error-lookup harvest --merge`' });
    };
    try {
      const result = factRecordSchema.safeParse(JSON.parse(row));
      if (result.success) records.push(result.data);
      else
        fault(result.error.issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`).join('; '));
    } catch {
      fault('not JSON');
    }
  });
  return { records, problems };
}
