/** `error-lookup harvest`: facts of a source tree. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import * as z from 'zod';
import { writeFactLines } from '../../core/catalog/factLines';
import { formatProblem } from '../../core/catalog/problem';
import { compareText, type Fact, factSchema } from '../../core/harvest/fact';
import { createHarvester } from '../../core/harvest/harvester';
import { harvestLanguages } from '../../core/harvest/languages';
import { mergeVersions, type VersionFacts } from '../../core/harvest/merge';
import { createRuling, createTextRuling, harvestRulesSchema, type Ruling } from '../../core/harvest/rules';
import { visible } from '../../core/render/visible';
import { loadHarvestParsers } from '../../node/parsers';
import { filesBelow, readSource } from '../../node/sourceFolder';
import { parseYamlFile } from '../../yamlFile';
import { CliError, type Command, type Io, type ParsedArgs } from '../command';
import { reasonOf } from '../input';
import { jsonLine } from '../jsonLine';

const mergedSchema = factSchema.extend({ ref: z.string() });

/** The command. */
export const harvest: Command = {
  name: 'harvest',
  usage: ['DIR --project NAME --ref REF [--rules FILE]', '--merge FILE… [--rules FILE]'],
  summary: 'facts (places that raise, log or print an error) of a source tree as NDJSON',
  options: {
    ref: { type: 'string', value: 'REF', help: 'version, tag or commit that the tree is; written into every fact' },
    merge: {
      type: 'boolean',
      help: 'merge earlier outputs, oldest version first, into one record a wording and function',
    },
    dropped: {
      type: 'boolean',
      help: 'count what each exclude rule leaves out instead, as one JSON object of sites by glob',
    },
    rules: { type: 'string', value: 'FILE', help: 'include and exclude globs, as in data/harvest/vllm.yaml' },
  },
  notes: [
    'One fact a line, sorted by file and line. Files with a syntax error are named on standard error and left out; of C and C++ the rest is read.',
    'Files are read, never run.',
  ],
  async run(args, io) {
    if (args.flag('merge')) return merge(args, io);
    const [folder] = args.words;
    const project = args.text('project');
    const ref = args.text('ref');
    if (!folder || args.words.length > 1) throw new CliError('harvest: name one folder');
    if (!project || !ref) throw new CliError('harvest: --project and --ref are needed, such as vllm and v0.13.0');
    if (!existsSync(folder) || !statSync(folder).isDirectory())
      throw new CliError(`harvest: ${folder} is not a folder`);
    const choice = rulesFrom(args.text('rules'));
    const dropped = args.flag('dropped');
    const harvester = createHarvester(await loadHarvestParsers());
    for (const path of filesBelow(folder)) {
      const { taken, glob } = choice.file(path);
      if (harvestLanguages.has(extname(path)) && (dropped ? glob !== undefined : taken))
        harvester.add(path, readSource(folder, path));
    }
    if (dropped) {
      await io.stdout.write(jsonLine(countDropped(harvester.facts(), choice)));
      return 0;
    }
    for (const { file, line, column, reason } of harvester.skipped) {
      const place = [file, line, column].filter((part) => part !== undefined).join(':');
      await io.stderr.write(`${visible(place)}: ${visible(reason)}; the file was skipped\n`);
    }
    const [unread] = harvester.unread;
    if (unread) {
      const where = `${visible(unread.file)}:${unread.line}`;
      await io.stderr.write(`${harvester.unread.length} calls with a text could not be read, the first at ${where}\n`);
    }
    for (const fact of harvester.facts().filter(choice.fact))
      await io.stdout.write(jsonLine({ project, ref, ...fact }));
    return 0;
  },
};

async function merge(args: ParsedArgs, io: Io): Promise<number> {
  if (args.words.length === 0) throw new CliError('harvest: name the files to merge, oldest version first');
  const { fact } = rulesFrom(args.text('rules'));
  const versions = args.words.map((file) => readFacts(file, fact));
  for (const line of writeFactLines(mergeVersions(versions))) await io.stdout.write(line);
  return 0;
}

/** Facts of one version, written by this command before. */
function readFacts(file: string, isTaken: (fact: Fact) => boolean): VersionFacts {
  let version = '';
  const facts = readText(file)
    .split('\n')
    .filter((row) => row !== '')
    .map((row, i) => {
      const result = mergedSchema.safeParse(parseJson(row));
      if (!result.success)
        throw new CliError(`harvest: ${file}:${i + 1} is no fact: ${result.error.issues[0]?.message}`);
      version = result.data.ref;
      return result.data;
    });
  return { version, facts: facts.filter(isTaken) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CliError(`harvest: cannot read ${path}: ${reasonOf(error)}`);
  }
}

/** What is taken, by file and by message. */
interface Choice {
  readonly file: (path: string) => Ruling;
  readonly fact: (fact: Fact) => boolean;
}

function rulesFrom(path: string | undefined): Choice {
  if (path === undefined) return { file: () => ({ taken: true }), fact: () => true };
  const parsed = parseYamlFile(path, readText(path), harvestRulesSchema);
  if (!('value' in parsed)) throw new CliError(`harvest: ${parsed.problems.map(formatProblem).join('; ')}`);
  const file = createRuling(parsed.value);
  const isUnwanted = createTextRuling(parsed.value);
  return { file, fact: (fact) => file(fact.file).taken && !isUnwanted(fact) };
}

/** Sites that each exclude rule leaves out, by its glob. */
function countDropped(facts: readonly Fact[], { file }: Choice): Record<string, number> {
  const counts = new Map<string, number>();
  for (const fact of facts) {
    const { glob } = file(fact.file);
    if (glob !== undefined) counts.set(glob, (counts.get(glob) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => compareText(a, b)));
}
