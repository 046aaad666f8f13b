// Writes data/flags/vllm.json: the flags of each program of vLLM, in which releases each stands, and what value it takes.
// Usage: node scripts/vllmFlags.mjs HISTORY SOURCE COMMIT
// HISTORY is a git directory with the release tags, SOURCE the tree of the pinned commit.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf, declarations, fieldsOf, kindOfField } from './pythonFlags.mjs';
import { root } from './ready.mjs';

const [history, source, commit] = process.argv.slice(2);
if (!history || !source || !commit) {
  console.error('usage: node scripts/vllmFlags.mjs HISTORY SOURCE COMMIT');
  process.exit(1);
}

/** Declares the flags of an engine, which all programs share that start one. */
const engineFile = 'vllm/engine/arg_utils.py';
/** Declares those of the HTTP server. */
const serverFile = 'vllm/entrypoints/openai/cli_args.py';
const batchFile = 'vllm/entrypoints/openai/run_batch.py';
/** Files that declare flags of `vllm serve`, over all releases. */
const serveFiles = [engineFile, serverFile, 'vllm/entrypoints/openai/api_server.py', 'vllm/entrypoints/cli/serve.py'];
const clientFile = 'vllm/entrypoints/cli/openai.py';
/** All programs of the releases before v0.7.3. */
const scriptsFile = 'vllm/scripts.py';

/** The other programs: what declares their own flags in a tree, and whether they take those of an engine too. */
const programs = [
  { name: 'chat', own: (read) => clientFlags(read, 'ChatCommand', 'chat_parser') },
  { name: 'complete', own: (read) => clientFlags(read, 'CompleteCommand', 'complete_parser') },
  { name: 'run-batch', engine: true, own: batchFlags },
  { name: 'collect-env', own: () => [] },
  bench('serve', false, (read) => datasetsOf(read)),
  bench('latency', true),
  bench('throughput', true, randomFlags),
  bench('startup', true),
  bench('mm-processor', true, randomFlags),
  bench('sweep serve', false),
  bench('sweep serve_sla', false, (read) => declarations(tryRead(read, benchFile('sweep serve')))),
  bench('sweep serve_workload', false, (read) => declarations(tryRead(read, benchFile('sweep serve')))),
  bench('sweep startup', false),
  bench('sweep plot', false),
  bench('sweep plot_pareto', false),
];

function bench(name, engine, more = () => []) {
  const file = benchFile(name);
  return { name: `bench ${name}`, engine, own: (read) => [...declarations(tryRead(read, file)), ...more(read)] };
}

function benchFile(name) {
  return `vllm/benchmarks/${name.replace(' ', '/').replaceAll('-', '_')}.py`;
}

function datasetText(read) {
  return tryRead(read, 'vllm/benchmarks/datasets.py') || tryRead(read, 'vllm/benchmarks/datasets/datasets.py');
}

function datasetsOf(read) {
  return declarations(datasetText(read));
}

/** Those for random requests, which other benchmarks share from v0.16 on. */
function randomFlags(read) {
  const text = datasetText(read);
  return ['add_random_dataset_base_args', 'add_random_multimodal_dataset_args'].flatMap((name) =>
    declarations(bodyOf(text, name)),
  );
}

function clientFlags(read, owner, parser) {
  const text = tryRead(read, clientFile);
  const shared = declarations(bodyOf(text || tryRead(read, scriptsFile), '_add_query_options'));
  if (text) return [...shared, ...declarations(bodyOf(text, owner))];
  return [...shared, ...declarations(tryRead(read, scriptsFile)).filter(({ receiver }) => receiver === parser)];
}

function batchFlags(read) {
  const text = tryRead(read, batchFile);
  const shared = text.includes('(BaseFrontendArgs)') ? bodyOf(tryRead(read, serverFile), 'BaseFrontendArgs') : '';
  const own = bodyOf(text, 'BatchFrontendArgs');
  const shorts = [...own.matchAll(/\["(\w+)"\]\["flags"\] = \["(-\w)"\]/g)].map(([, name, short]) => ({
    names: [flagFor(name), short],
    row: {},
  }));
  const switches = [...own.matchAll(/\["(\w+)"\]\["action"\] = "store_true"/g)].map(([, name]) => name);
  const fields = fieldsOf(shared + own).map(({ name, type }) => ofField(name, type));
  return [
    ...declarations(text),
    ...fields,
    ...shorts,
    ...switches.map((name) => ({ names: [flagFor(name)], row: { kind: 'switch' } })),
  ];
}

function ofField(name, type) {
  return { names: [flagFor(name)], row: kindOfField(type, name) };
}

function flagFor(name) {
  return `--${name.replaceAll('_', '-')}`;
}

const releases = git('tag')
  .split('\n')
  .filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
  .sort(byVersion);
const trees = new Map(releases.map((tag) => [tag, memo((file) => git('show', `refs/tags/${tag}:${file}`))]));
const pinned = (file) => readFileSync(join(source, file), 'utf8');

const engineFlags = new Set([...trees.values(), pinned].flatMap((read) => longNames(engineDeclared(read))));
const kinds = kindsOf(pinned);
const serve = rowsOf(
  (read) => serveDeclared(read),
  (flag) => ({
    ...kinds.get(flag),
    ...(engineFlags.has(flag) && { engine: true }),
  }),
);
const lines = [
  '{',
  `  "commit": ${JSON.stringify(commit)},`,
  `  "flags": ${block(serve, 4)},`,
  `  "short": ${block(shortRows(serveDeclared), 4)},`,
  '  "programs": {',
  programs.map(programText).join(',\n'),
  '  }',
  '}',
];
const file = join(root, 'data/flags/vllm.json');
writeFileSync(file, `${lines.join('\n')}\n`);
// Rows are broken as the check of the project's format asks for.
spawnSync('npx', ['biome', 'check', '--write', file], { cwd: root, stdio: 'inherit' });
console.log(`${serve.length} flags of the server, ${programs.length} other programs, ${releases.length} releases`);

function programText({ name, engine, own }) {
  const declared = new Map(own(pinned).flatMap(({ names, row }) => names.map((flag) => [flag, row])));
  const rows = rowsOf(own, (flag) => declared.get(flag));
  const short = JSON.stringify(Object.fromEntries(shortRows(own)));
  return `    ${JSON.stringify(name)}: { ${engine ? '"engine": true, ' : ''}"short": ${short}, "flags": ${block(rows, 6)} }`;
}

/** Rows for all flags that some tree declares, by name. */
function rowsOf(declare, more) {
  const stands = new Map();
  for (const [tag, read] of trees) {
    for (const flag of longNames(declare(read)))
      stands.set(flag, { ...(stands.get(flag) ?? { first: tag }), last: tag });
  }
  const now = new Set(longNames(declare(pinned)));
  return [...new Set([...stands.keys(), ...now])].sort().map((flag) => {
    const { first = null, last = null } = stands.get(flag) ?? {};
    return [flag, { first, ...(!now.has(flag) && { last }), ...more(flag) }];
  });
}

/** What each short name of a flag stands for. */
function shortRows(declare) {
  const short = new Map();
  for (const read of [...trees.values(), pinned]) {
    for (const { names } of declare(read)) {
      const long = names.find((name) => name.startsWith('--'));
      for (const name of names) if (long && !name.startsWith('--')) short.set(name, long);
    }
  }
  return [...short].sort(([a], [b]) => (a < b ? -1 : 1));
}

function block(rows, indent) {
  if (rows.length === 0) return '{}';
  const pad = ' '.repeat(indent);
  return `{\n${rows.map(([key, row]) => `${pad}${JSON.stringify(key)}: ${JSON.stringify(row)}`).join(',\n')}\n${pad.slice(2)}}`;
}

function longNames(declared) {
  return declared.flatMap(({ names }) => names).filter((name) => name.startsWith('--'));
}

function engineDeclared(read) {
  return declarations(tryRead(read, engineFile));
}

/** The flags that a tree declares for the server: by calls, and one for each field of the front end's arguments. */
function serveDeclared(read) {
  const fields = ['FrontendArgs', 'BaseFrontendArgs'].flatMap((name) =>
    fieldsOf(bodyOf(tryRead(read, serverFile), name)),
  );
  return [
    ...serveFiles.flatMap((file) => declarations(tryRead(read, file))),
    ...declarations(tryRead(read, scriptsFile)).filter(({ receiver }) => receiver === 'serve_parser'),
    ...fields.map(({ name, type }) => ofField(name, type)),
  ];
}

/** What value each flag of the server takes at the pinned commit. */
function kindsOf(read) {
  const found = new Map();
  const classes = configClasses();
  const text = read(engineFile);
  const owners = new Map(
    [...text.matchAll(/(\w+)_kwargs = get_kwargs\((\w+)\)/g)].map(([, name, owner]) => [name, owner]),
  );
  for (const { names, row } of serveDeclared(read)) {
    const long = names.find((name) => name.startsWith('--'));
    const type = row.field && classes.get(owners.get(row.owner))?.get(row.field);
    const { owner, field, ...rest } = row;
    if (long) found.set(long, type ? kindOfField(type, field) : rest);
  }
  return found;
}

/** Fields by class, and the choices that type names stand for. */
function configClasses() {
  const folder = join(source, 'vllm/config');
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.py'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const choices = new Map();
  for (const text of texts) {
    for (const [, name, list] of text.matchAll(/^(\w+) = Literal\[([^\]]*)\]/gm)) choices.set(name, `Literal[${list}]`);
  }
  const classes = new Map();
  for (const text of texts) {
    for (const [, name] of text.matchAll(/^class (\w+)\b/gm)) {
      const fields = fieldsOf(bodyOf(text, name)).map(({ name: field, type }) => [
        field,
        (/\| *str\b/.test(type) ? undefined : choices.get(type.split('|')[0].trim())) ?? type,
      ]);
      classes.set(name, new Map(fields));
    }
  }
  return classes;
}

function memo(read) {
  const known = new Map();
  return (file) => {
    if (!known.has(file)) known.set(file, read(file));
    return known.get(file);
  };
}

function tryRead(read, file) {
  try {
    return read(file);
  } catch {
    // A file that the tree does not have.
    return '';
  }
}

function git(...args) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 26 };
    return execFileSync('git', ['-C', history, ...args], options);
  } catch {
    return '';
  }
}

function byVersion(a, b) {
  const [x, y] = [a, b].map((tag) => tag.slice(1).split('.').map(Number));
  return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
}
