/** Reads `flags/` of a folder like `data/`: the options and variables that entries may name. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { KnownNames } from '../core/catalog/checkNames';
import { formatProblem } from '../core/catalog/problem';
import { parseYamlFile } from '../yamlFile';

const flagsSchema = z.object({ flags: z.record(z.string(), z.object({ last: z.string().optional() })) });

const namesSchema = z.record(
  z.string(),
  z.strictObject({
    commit: z.string(),
    prefixes: z.array(z.string()),
    variables: z.array(z.string()),
    options: z.array(z.string()),
  }),
);

const othersSchema = z.array(
  z.strictObject({ of: z.string(), page: z.url({ protocol: /^https$/ }), names: z.array(z.string()).min(1) }),
);

/** Undefined where the folder has no such lists. Throws where one is faulty: they are part of the repository. */
export function readKnownNames(folder: string): KnownNames | undefined {
  if (!existsSync(join(folder, 'flags/names.json'))) return undefined;
  const read = <T>(name: string, schema: z.ZodType<T>): T => {
    const parsed = parseYamlFile(`flags/${name}`, readFileSync(join(folder, 'flags', name), 'utf8'), schema);
    if ('value' in parsed) return parsed.value;
    throw new Error(parsed.problems.map(formatProblem).join('; '));
  };
  const flags = Object.entries(read('vllm.json', flagsSchema).flags);
  const projects = Object.values(read('names.json', namesSchema));
  const others = read('other.yaml', othersSchema).flatMap(({ names }) => names);
  return {
    options: new Set([
      ...flags.filter(([, { last }]) => last === undefined).map(([name]) => name),
      ...projects.flatMap(({ options }) => options),
      ...others,
    ]),
    gone: new Map(flags.flatMap(([name, { last }]) => (last === undefined ? [] : [[name, last]]))),
    variables: new Set([...projects.flatMap(({ variables }) => variables), ...others]),
    prefixes: [...new Set([...projects.flatMap(({ prefixes }) => prefixes), 'CUDA_', 'OMP_'])],
  };
}
