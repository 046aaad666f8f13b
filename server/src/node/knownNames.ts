/** Reads `flags/` of a folder like `data/`: the options and variables that entries may name. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Age, KnownAges } from '../core/catalog/checkAges';
import type { KnownNames } from '../core/catalog/checkNames';
import { formatProblem } from '../core/catalog/problem';
import { parseYamlFile } from '../yamlFile';

const ageSchema = z.object({ first: z.string().nullable(), last: z.string().optional() });

const flagsSchema = z.object({ flags: z.record(z.string(), ageSchema) });

const variablesSchema = z.object({ variables: z.record(z.string(), ageSchema) });

const worksSchema = z.array(z.strictObject({ name: z.string(), first: z.string(), source: z.string() }));

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

/** Names that entries may use, and how old those of vLLM are. */
export interface NameLists {
  readonly names: KnownNames;
  readonly ages: KnownAges;
}

/** Undefined where the folder has no such lists. Throws where one is faulty: they are part of the repository. */
export function readKnownNames(folder: string): NameLists | undefined {
  if (!existsSync(join(folder, 'flags/names.json'))) return undefined;
  const read = <T>(name: string, schema: z.ZodType<T>): T => {
    const parsed = parseYamlFile(`flags/${name}`, readFileSync(join(folder, 'flags', name), 'utf8'), schema);
    if ('value' in parsed) return parsed.value;
    throw new Error(parsed.problems.map(formatProblem).join('; '));
  };
  const flags = Object.entries(read('vllm.json', flagsSchema).flags);
  const variables = Object.entries(read('variables.json', variablesSchema).variables);
  const projects = Object.values(read('names.json', namesSchema));
  const others = read('other.yaml', othersSchema).flatMap(({ names }) => names);
  const works = read('works.yaml', worksSchema).map(({ name, first }) => [name, { first }] as const);
  const ofPrograms = new Set([...projects.flatMap(({ options }) => options), ...others]);
  // What is gone from the server, and another program still has, is not gone.
  const ages: (readonly [string, Age])[] = [
    ...flags.map(([name, age]) => [name, ofPrograms.has(name) ? there(age) : age] as const),
    ...variables,
    ...works,
  ];
  return {
    names: {
      options: new Set([...flags.map(([name]) => name), ...ofPrograms]),
      variables: new Set([
        ...projects.flatMap((project) => project.variables),
        ...variables.map(([name]) => name),
        ...others,
      ]),
      prefixes: [...new Set([...projects.flatMap(({ prefixes }) => prefixes), 'CUDA_', 'OMP_'])],
    },
    ages: { project: 'vllm', of: new Map(ages) },
  };
}

function there({ first }: Age): Age {
  return { first };
}
