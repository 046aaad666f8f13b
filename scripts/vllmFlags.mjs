// Writes data/flags/vllm.json: the flags of `vllm serve`, in which releases each stands, and what value it takes.
// Usage: node scripts/vllmFlags.mjs HISTORY SOURCE COMMIT
// HISTORY is a git directory with the release tags, SOURCE the tree of the pinned commit.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ready.mjs';

const [history, source, commit] = process.argv.slice(2);
if (!history || !source || !commit) {
  console.error('usage: node scripts/vllmFlags.mjs HISTORY SOURCE COMMIT');
  process.exit(1);
}

/** Files that declare flags, over all releases. */
const files = [
  'vllm/engine/arg_utils.py',
  'vllm/entrypoints/openai/cli_args.py',
  'vllm/entrypoints/openai/api_server.py',
  'vllm/entrypoints/cli/serve.py',
];

const releases = git('tag')
  .split('\n')
  .filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
  .sort(byVersion);
const stands = new Map();
for (const tag of releases) {
  for (const flag of flagsOf((file) => git('show', `${tag}:${file}`))) {
    const known = stands.get(flag) ?? { first: tag };
    stands.set(flag, { ...known, last: tag });
  }
}
const read = (file) => readFileSync(join(source, file), 'utf8');
const now = flagsOf(read);
const kinds = kindsOf(read);
const lines = [...new Set([...stands.keys(), ...now])].sort().map((flag) => {
  const { first = null, last = null } = stands.get(flag) ?? {};
  const row = { first, ...(!now.has(flag) && { last }), ...kinds.get(flag) };
  return `    ${JSON.stringify(flag)}: ${JSON.stringify(row)}`;
});
const text = `{\n  "commit": ${JSON.stringify(commit)},\n  "flags": {\n${lines.join(',\n')}\n  }\n}\n`;
writeFileSync(join(root, 'data/flags/vllm.json'), text);
console.log(`${lines.length} flags, ${releases.length} releases`);

function git(...args) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 26 };
    return execFileSync('git', ['-C', history, ...args], options);
  } catch {
    // A file that the release does not have.
    return '';
  }
}

/** The flags that a tree declares: literal ones, and one for each field of the front end's arguments. */
function flagsOf(readFile) {
  const flags = new Set();
  for (const file of files) {
    const text = tryRead(readFile, file);
    for (const [, flag] of text.matchAll(/["'](--[a-z][a-z0-9-]*)["']\s*[,)]/g)) flags.add(flag);
    for (const { name } of frontEndFields(text)) flags.add(`--${name.replaceAll('_', '-')}`);
  }
  return flags;
}

function tryRead(readFile, file) {
  try {
    return readFile(file);
  } catch {
    return '';
  }
}

function frontEndFields(text) {
  return [...text.matchAll(/^class (?:Base)?FrontendArgs\b.*:\n((?:.*\n)*?)(?=^\S|(?![\s\S]))/gm)].flatMap(([, body]) =>
    fieldsOf(body),
  );
}

/** Fields of a class body, `name: type = …`. */
function fieldsOf(body) {
  return [...body.matchAll(/^ {4}([a-z]\w*): ([^=\n]+?)(?: = .*)?$/gm)].map(([, name, type]) => ({ name, type }));
}

/** What value each flag of the pinned commit takes. */
function kindsOf(readFile) {
  const found = new Map();
  const classes = configClasses();
  const text = readFile(files[0]);
  const owners = new Map(
    [...text.matchAll(/(\w+)_kwargs = get_kwargs\((\w+)\)/g)].map(([, name, owner]) => [name, owner]),
  );
  for (const [, flag, owner, field] of text.matchAll(/"(--[a-z0-9-]+)",[^()]{0,200}?\*\*(\w+)_kwargs\["(\w+)"\]/g)) {
    const type = classes.get(owners.get(owner))?.get(field);
    if (type) found.set(flag, kindOf(type, field));
  }
  for (const { name, type } of frontEndFields(readFile(files[1]))) {
    found.set(`--${name.replaceAll('_', '-')}`, kindOf(type, name));
  }
  for (const file of files.slice(0, 2)) {
    for (const [, flag, rest] of readFile(file).matchAll(/"(--[a-z0-9-]+)",([^)]*)\)/g)) {
      if (rest.includes('store_true')) found.set(flag, { kind: 'switch' });
      else if (!found.has(flag) && /type=int\b/.test(rest)) found.set(flag, { kind: 'int' });
    }
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
    for (const [, name, body] of text.matchAll(/^class (\w+)\b.*:\n((?:.*\n)*?)(?=^\S|(?![\s\S]))/gm)) {
      const fields = fieldsOf(body).map(({ name: field, type }) => [
        field,
        (/\| *str\b/.test(type) ? undefined : choices.get(type.split('|')[0].trim())) ?? type,
      ]);
      classes.set(name, new Map(fields));
    }
  }
  return classes;
}

/** Lengths that may be written as 32k or 1M, and so on: `human_readable_int` in vllm/engine/arg_utils.py. */
function kindOf(type, field) {
  const literal = /^Literal\[([^\]]*)\]$/.exec(type.trim().replace(/\s+/g, ' '));
  if (literal) {
    const values = literal[1]
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const isPlain = values.every((value) => /^"[^"]*"$/.test(value));
    return isPlain ? { kind: 'choice', choices: values.map((value) => value.slice(1, -1)) } : {};
  }
  const plain = type.replace(/\s*\|\s*None/, '').trim();
  if (plain === 'bool') return { kind: 'switch' };
  if (plain === 'float') return { kind: 'float' };
  if (plain === 'int') return /_len$|_tokens$|_bytes$/.test(field) ? { kind: 'size' } : { kind: 'int' };
  return /Config\b|dict/.test(plain) ? { kind: 'json' } : {};
}

function byVersion(a, b) {
  const [x, y] = [a, b].map((tag) => tag.slice(1).split('.').map(Number));
  return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
}
