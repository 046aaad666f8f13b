/** `error-lookup check`: proves the catalog. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Bundle, withEntries } from '../../core/bundle';
import { createCatalog } from '../../core/catalog/catalog';
import { checkAges } from '../../core/catalog/checkAges';
import { checkEntries } from '../../core/catalog/checkEntries';
import { createFactCheck } from '../../core/catalog/checkFacts';
import { checkNames } from '../../core/catalog/checkNames';
import { checkSamples } from '../../core/catalog/checkSamples';
import { checkSource, type ReadSource } from '../../core/catalog/checkSource';
import { checkWeakFacts } from '../../core/catalog/checkWeakFacts';
import type { CatalogData, Entry } from '../../core/catalog/entry';
import { type CatalogProblem, formatProblem } from '../../core/catalog/problem';
import { createMatcher } from '../../core/match/matcher';
import { openBundledCatalog } from '../../node/bundledCatalog';
import type { LoadedCatalog } from '../../node/catalogFolder';
import { type NameLists, readKnownNames } from '../../node/knownNames';
import { openSourceTree } from '../../node/sourceTree';
import { checkoutData, readCatalog } from '../catalog';
import { CliError, type Command, type ParsedArgs } from '../command';
import { unknownProject } from '../project';
import { checkProofs, proofFolder, renew } from '../proofs';

/** The command. */
export const check: Command = {
  name: 'check',
  usage: ['[--source PROJECT=DIR]…'],
  summary: 'prove the catalog: schema, samples, links, and the template at the cited site',
  options: {
    source: {
      type: 'string',
      multiple: true,
      value: 'PROJECT=DIR',
      help: 'also prove sites and evidence in this source tree at the pinned commit; may be repeated',
    },
  },
  maxWords: 0,
  notes: [
    'In a checkout the folder data/ is checked, elsewhere the bundled catalog; --catalog names another one.',
    'With --source, what was proved is written into proof.jsonl beside the entries.',
    'Without it, an entry that changed after its last proof is a fault.',
    'Each fault is one line: file, what is wrong, what to do. Exit status 1 if there is any.',
  ],
  async run(args, io) {
    const loaded = load(args.text('catalog'));
    const sources = await openSources(args, projectsOf(loaded.data));
    const fileOf = (entry: Entry): string => loaded.files.get(entry.code) ?? entry.code;
    const proved = new Set(loaded.entries.map(fileOf));
    const { sites } = loaded.bundle?.catalog ?? createCatalog(loaded.data);
    const matcher = createMatcher(loaded.bundle?.indexed ?? sites);
    const checkFacts = createFactCheck(loaded.data.facts ?? {}, sites);
    const lists = knownNames(args.text('catalog'));
    const problems: CatalogProblem[] = [
      ...loaded.problems,
      ...checkWeakFacts(loaded.data.facts ?? {}),
      ...checkEntries(loaded.data, fileOf).filter(({ file }) => proved.has(file)),
      ...loaded.entries.flatMap((entry) => checkSamples(entry, fileOf(entry), matcher)),
      ...loaded.entries.flatMap((entry) => checkFacts(entry, fileOf(entry))),
      ...loaded.entries.flatMap((entry) => (lists ? checkNames(entry, fileOf(entry), lists.names) : [])),
      ...loaded.entries.flatMap((entry) => (lists ? checkAges(entry, fileOf(entry), lists.ages) : [])),
    ];
    for (const [project, read] of sources) {
      const entries = loaded.entries.filter((entry) => entry.project === project);
      problems.push(...entries.flatMap((entry) => checkSource(entry, fileOf(entry), read)));
    }
    const folder = proofFolder(args.text('catalog'));
    if (folder !== undefined && sources.size > 0) {
      const faulty = new Set(problems.map(({ file }) => file));
      const sound = loaded.entries.filter((entry) => !faulty.has(fileOf(entry)));
      await io.stderr.write(`${join(folder, 'proof.jsonl')}: ${renew(folder, loaded.data, sound, sources)} proved\n`);
    }
    // What has another fault cannot be proved before that is mended.
    const faulty = new Set(problems.map(({ file }) => file));
    problems.push(...checkProofs(folder, loaded.data, loaded.entries).filter(({ file }) => !faulty.has(file)));
    for (const problem of problems) await io.stdout.write(`${formatProblem(problem)}\n`);
    const count = loaded.entries.length;
    await io.stdout.write(
      `${count} ${count === 1 ? 'entry' : 'entries'}, ${problems.length} ${problems.length === 1 ? 'fault' : 'faults'}\n`,
    );
    return problems.length === 0 ? 0 : 1;
  },
};

interface Checked extends LoadedCatalog {
  /** Entries that are to be proved. */
  readonly entries: readonly Entry[];
  /** What to match with; left out where the data holds its facts. */
  readonly bundle?: Bundle;
}

/** The catalog to prove. */
function load(path: string | undefined): Checked {
  if (path === undefined) {
    const loaded = ownCatalog();
    return { ...loaded, entries: loaded.data.entries };
  }
  const named = readCatalog(path);
  const { entries } = named.data;
  if (!/\.ya?ml$/.test(path)) return { ...named, entries };
  // One entry is proved beside all others, which it may name and must not be confused with.
  const { data, files, bundle } = ownCatalog();
  const others = data.entries.filter(({ code }) => !named.files.has(code));
  return {
    data: { ...data, entries: [...others, ...entries] },
    files: new Map([...files, ...named.files]),
    problems: named.problems,
    entries,
    ...(bundle && { bundle: withEntries(bundle, entries) }),
  };
}

/** In a checkout what people edit, elsewhere what the build packed. */
function ownCatalog(): Omit<Checked, 'entries'> {
  const folder = checkoutData(__dirname);
  if (folder) return readCatalog(folder);
  const bundle = openBundledCatalog();
  const { pins, triggers } = bundle.source;
  return { data: { pins, triggers, entries: [...bundle.catalog.entries] }, files: new Map(), problems: [], bundle };
}

/** Names that entries may use: those beside the catalog, else those of the checkout; undefined where neither is. */
function knownNames(path: string | undefined): NameLists | undefined {
  const own = path === undefined ? undefined : readKnownNames(path);
  const folder = checkoutData(__dirname);
  return own ?? (folder === undefined ? undefined : readKnownNames(folder));
}

/** Names of all projects that a catalog knows anything of, sorted. */
function projectsOf({ pins, entries, facts = {} }: CatalogData): string[] {
  const named = [...Object.keys(pins), ...Object.keys(facts), ...entries.map(({ project }) => project)];
  return [...new Set(named)].sort();
}

async function openSources(args: ParsedArgs, projects: readonly string[]): Promise<Map<string, ReadSource>> {
  const sources = new Map<string, ReadSource>();
  for (const source of args.texts('source')) {
    const [project = '', ...rest] = source.split('=');
    const folder = rest.join('=');
    if (!project || !folder) throw new CliError(`check: --source wants PROJECT=DIR, not ${JSON.stringify(source)}`);
    if (!projects.includes(project)) throw new CliError(`check: --source: ${unknownProject(project, projects)}`);
    if (!existsSync(folder) || !statSync(folder).isDirectory()) {
      throw new CliError(`check: ${folder} is not a folder; name the root of the checkout of ${project}`);
    }
    sources.set(project, await openSourceTree(folder));
  }
  return sources;
}
