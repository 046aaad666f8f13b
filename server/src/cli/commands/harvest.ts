/** `error-lookup harvest`: facts of a source tree. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { formatProblem } from '../../core/catalog/problem';
import { createHarvester } from '../../core/harvest/harvester';
import { harvestLanguages } from '../../core/harvest/languages';
import { createRuling, harvestRulesSchema } from '../../core/harvest/rules';
import { loadParsers } from '../../node/parsers';
import { filesBelow, readSource } from '../../node/sourceFolder';
import { parseYamlFile } from '../../yamlFile';
import { CliError, type Command } from '../command';
import { reasonOf } from '../input';

/** The command. */
export const harvest: Command = {
  name: 'harvest',
  usage: ['DIR --project NAME --ref REF [--rules FILE]'],
  summary: 'facts (places that raise, log or print an error) of a source tree as NDJSON',
  options: {
    ref: { type: 'string', value: 'REF', help: 'version, tag or commit that the tree is; written into every fact' },
    rules: { type: 'string', value: 'FILE', help: 'include and exclude globs, as in data/harvest/vllm.yaml' },
  },
  notes: [
    'One fact a line, sorted by file and line. Files with a syntax error are named on standard error and left out.',
    'Files are read, never run.',
  ],
  async run(args, io) {
    const [folder] = args.words;
    const project = args.text('project');
    const ref = args.text('ref');
    if (!folder || args.words.length > 1) throw new CliError('harvest: name one folder');
    if (!project || !ref) throw new CliError('harvest: --project and --ref are needed, such as vllm and v0.13.0');
    if (!existsSync(folder) || !statSync(folder).isDirectory())
      throw new CliError(`harvest: ${folder} is not a folder`);
    const isTaken = rulesFrom(args.text('rules'));
    const harvester = createHarvester(await loadParsers());
    for (const path of filesBelow(folder)) {
      if (harvestLanguages.has(extname(path)) && isTaken(path)) harvester.add(path, readSource(folder, path));
    }
    for (const { file, line, column, reason } of harvester.skipped) {
      const place = [file, line, column].filter((part) => part !== undefined).join(':');
      await io.stderr.write(`${place}: ${reason}; the file was skipped\n`);
    }
    for (const fact of harvester.facts()) await io.stdout.write(`${JSON.stringify({ project, ref, ...fact })}\n`);
    return 0;
  },
};

function rulesFrom(path: string | undefined): (file: string) => boolean {
  if (path === undefined) return () => true;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new CliError(`harvest: cannot read ${path}: ${reasonOf(error)}`);
  }
  const parsed = parseYamlFile(path, text, harvestRulesSchema);
  if (!('value' in parsed)) throw new CliError(`harvest: ${parsed.problems.map(formatProblem).join('; ')}`);
  const ruling = createRuling(parsed.value);
  return (file) => ruling(file).taken;
}
