// Makes a checkout ready: installs packages and builds where that is missing or out of date. Silent when all is there.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a command in the checkout and ends the process with its exit code if it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) {
    console.error(`${command} could not be started: ${result.error.message}`);
    process.exit(1);
  }
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Installs packages when node_modules does not fit the lock file. */
export function ensureInstalled() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) {
    console.error(
      `Error Lookup needs Node 20 or newer; this is ${process.version}. Install a newer Node and try again.`,
    );
    process.exit(1);
  }
  const marker = join(root, 'node_modules/.package-lock.json');
  const wanted = lockedVersions(join(root, 'package-lock.json'));
  if (existsSync(marker) && sameVersions(wanted, lockedVersions(marker))) return;
  console.error('Installing packages (once)…');
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Builds dist/ when it is missing or older than a source file. */
export function ensureBuilt() {
  const stamp = join(root, 'dist/catalog.bin');
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  const sources = ['client', 'server', 'data', 'scripts', 'package.json', 'package-lock.json'];
  if (sources.every((source) => newest(join(root, source)) <= built)) return;
  run(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function lockedVersions(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(
    Object.entries(packages)
      .filter(([name, item]) => name && !item.optional)
      .map(([name, item]) => [name, item.version]),
  );
}

function sameVersions(a, b) {
  return [...a].every(([name, version]) => b.get(name) === version);
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return path.endsWith('data/schema.json') ? 0 : stat.mtimeMs;
  // The folder's own time tells of files that were removed.
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
