// The package that a user installs, as `npm run package` makes it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../ready.mjs';

/** Path of the .vsix, built or not. */
export function vsixPath() {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return join(root, `${name}-${version}.vsix`);
}

/** Builds the .vsix; returns its path. */
export function buildVsix() {
  const result = spawnSync('npm', ['run', '--silent', 'package'], { cwd: root, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`npm run package failed:\n${result.stdout}${result.stderr}`);
  return vsixPath();
}
