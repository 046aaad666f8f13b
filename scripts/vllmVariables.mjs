// Writes data/flags/variables.json: the environment variables of vLLM and in which releases each stands, for `check`.
// Usage: node scripts/vllmVariables.mjs HISTORY SOURCE COMMIT
// HISTORY is a git directory with the release tags, SOURCE one that holds the pinned commit.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ready.mjs';

const [history, source, commit] = process.argv.slice(2);
if (!history || !source || !commit) {
  console.error('usage: node scripts/vllmVariables.mjs HISTORY SOURCE COMMIT');
  process.exit(1);
}

const releases = git(history, 'tag', '--sort=version:refname')
  .split('\n')
  .filter((tag) => /^v\d+(\.\d+)+(\.post\d+)?$/.test(tag));
const stands = new Map();
for (const tag of releases) {
  for (const name of namesAt(history, `refs/tags/${tag}`))
    stands.set(name, { ...(stands.get(name) ?? { first: tag }), last: tag });
}
const now = namesAt(source, commit);
const rows = [...new Set([...stands.keys(), ...now])].sort().map((name) => {
  const { first = null, last } = stands.get(name) ?? {};
  return `    ${JSON.stringify(name)}: ${JSON.stringify({ first, ...(!now.has(name) && { last }) })}`;
});
const text = `{\n  "commit": ${JSON.stringify(commit)},\n  "variables": {\n${rows.join(',\n')}\n  }\n}\n`;
const file = join(root, 'data/flags/variables.json');
writeFileSync(file, text);
spawnSync('npx', ['biome', 'check', '--write', file], { cwd: root, stdio: 'inherit' });
console.log(`${rows.length} variables, ${releases.length} releases`);

/** Names that stand as a whole text in the Python package. */
function namesAt(repository, ref) {
  const found = git(repository, 'grep', '-hoE', '["\']VLLM_[A-Z0-9_]*[A-Z0-9]["\']', ref, '--', 'vllm/*.py');
  return new Set(found.match(/VLLM_\w+/g) ?? []);
}

/** Output of a command; empty where `grep` finds nothing. */
function git(repository, ...args) {
  return spawnSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 1 << 30 }).stdout;
}
