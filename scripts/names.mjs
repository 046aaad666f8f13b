// Writes data/flags/names.json: names of environment variables and options that a project's source has, for `check`.
//   node scripts/names.mjs PROJECT=DIR…
// DIR is the project's source at the commit of data/pins.json. Only names are kept.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ready.mjs';

/** How the variables of a project begin. */
const prefixes = {
  vllm: ['VLLM_'],
  nccl: ['NCCL_'],
  ucx: ['UCX_'],
  huggingface_hub: ['HF_'],
  pytorch: ['TORCH_', 'PYTORCH_', 'TORCHINDUCTOR_', 'TORCHDYNAMO_'],
  ray: ['RAY_'],
  triton: ['TRITON_'],
};

const file = join(root, 'data/flags/names.json');
const known = readJson(file);
const pins = readJson(join(root, 'data/pins.json'));
for (const argument of process.argv.slice(2)) {
  const [project, folder] = argument.split('=');
  const variables = new Set();
  const options = new Set();
  for (const { name, text } of sourcesBelow(folder)) {
    for (const found of variablesIn(name, text, prefixes[project].join('|'))) variables.add(found);
    for (const option of project === 'vllm' ? optionsIn(name, text) : []) options.add(option);
  }
  known[project] = {
    commit: pins[project].commit,
    prefixes: prefixes[project],
    variables: [...variables].sort(),
    options: [...options].sort(),
  };
}
const sorted = Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);

/** Variables that the source names in a text, by NCCL’s macro without their prefix; in documentation, anywhere. */
function variablesIn(name, text, prefix) {
  const bounds = /\.(md|rst)$/.test(name) ? ['\\b', '\\b'] : ['["\']', '["\'=]'];
  const named = new RegExp(`${bounds[0]}((?:${prefix})[A-Z0-9_]*[A-Z0-9])${bounds[1]}`, 'g');
  const parameters = [...text.matchAll(/\bNCCL_PARAM\(\w+, *"(\w+)"/g)].map(([, variable]) => `NCCL_${variable}`);
  return [...[...text.matchAll(named)].map(([, variable]) => variable), ...parameters];
}

/** Options of argparse and of clap. */
function optionsIn(name, text) {
  if (name.endsWith('.py')) {
    const calls = [...text.matchAll(/add_argument\(\s*((?:["'][\w-]+["'],?\s*)+)/g)];
    return calls.flatMap(([, names]) => names.match(/--[a-z][a-z0-9-]*/g) ?? []);
  }
  if (!name.endsWith('.rs')) return [];
  const named = [...text.matchAll(/\blong\s*=\s*"([\w-]+)"/g)].map(([, option]) => option);
  const fields = [
    ...text.matchAll(/#\[(?:arg|clap)\([^\]]*\blong\b[^\]]*\)\]\s*(?:#\[[^\]]*\]\s*)*(?:pub\s+)?(\w+)\s*:/g),
  ];
  return [...named, ...fields.map(([, field]) => field.replaceAll('_', '-'))].map((option) => `--${option}`);
}

function* sourcesBelow(folder) {
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const isSource = /\.(py|rs|cc?|cpp|cu|cuh|h|hpp|md|rst|toml|pyi)$/.test(item.name);
    if (item.isFile() && isSource)
      yield { name: item.name, text: readFileSync(join(item.parentPath, item.name), 'utf8') };
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
