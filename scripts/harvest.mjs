// Writes data/facts/PROJECT.jsonl anew: harvests every version of data/harvest/PROJECT.yaml and merges them.
//   node scripts/harvest.mjs PROJECT [REPOSITORY] [VERSION=FOLDER…]
// REPOSITORY is a git directory that holds the commits of the points; VERSION=FOLDER names the source of a point that
// it does not hold. Nothing of the source is kept or run.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cli = process.env.HARVEST_CLI ?? join(root, 'dist/cli.js');
const maxBuffer = 1 << 30;
const [project, ...rest] = process.argv.slice(2);
if (!project) throw new Error('usage: harvest.mjs PROJECT [REPOSITORY] [VERSION=FOLDER…]');
const repository = rest.find((word) => !word.includes('='));
const folders = new Map(rest.filter((word) => word.includes('=')).map((word) => word.split('=')));
const rules = join(root, `data/harvest/${project}.yaml`);
const { points, include } = parse(readFileSync(rules, 'utf8'));

const work = mkdtempSync(join(tmpdir(), `harvest-${project}-`));
const outputs = points.map(({ version, commit }, i) => {
  const folder = folders.get(version) ?? checkout(commit, join(work, 'source'));
  const output = join(work, `${i}.ndjson`);
  const args = ['harvest', folder, '--project', project, '--ref', version, '--rules', rules];
  run([cli, ...args], openSync(output, 'w'));
  if (i === points.length - 1) noteDropped(JSON.parse(run([cli, ...args, '--dropped'], 'pipe').toString()));
  rmSync(join(work, 'source'), { recursive: true, force: true });
  return output;
});
const facts = run([cli, 'harvest', '--merge', ...outputs, '--rules', rules], 'pipe');
writeFileSync(join(root, `data/facts/${project}.jsonl`), facts);
console.log(`${project}: ${facts.toString().split('\n').length - 1} records of ${points.length} versions`);
rmSync(work, { recursive: true });

function run(args, stdout) {
  const result = spawnSync(process.execPath, args, { stdio: ['ignore', stdout, 'inherit'], maxBuffer });
  if (result.status !== 0) throw new Error(`${args.slice(1, 3).join(' ')} failed`);
  return result.stdout;
}

/** Keeps what the rules leave out of the newest version, for `stats`. */
function noteDropped(counts) {
  const file = join(root, 'data/harvest/dropped.json');
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const sorted = Object.entries({ ...known, [project]: counts }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** The folders that include rules name, as they are at a commit. */
function checkout(commit, folder) {
  const git = ['-C', repository];
  const starts = new Set(include.map(({ glob }) => glob.replace(/[^/]*\*.*$/, '').replace(/\/$/, '')));
  mkdirSync(folder);
  for (const path of starts) {
    const object = `${commit}:${path}`;
    const type = spawnSync('git', [...git, 'cat-file', '-t', object], { encoding: 'utf8' }).stdout.trim();
    if (type === 'blob') {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), execFileSync('git', [...git, 'cat-file', 'blob', object], { maxBuffer }));
    } else if (type === 'tree') {
      // A folder by itself: elsewhere a mirror may lack files.
      const prefix = path === '' ? [] : [`--prefix=${path}/`];
      const archive = execFileSync('git', [...git, 'archive', ...prefix, object], { maxBuffer });
      execFileSync('tar', ['-x', '-C', folder], { input: archive, maxBuffer });
    }
  }
  return folder;
}
