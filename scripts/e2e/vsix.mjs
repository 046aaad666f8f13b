// The package that a user installs, as `npm run package` makes it.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
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

/**
 * Writes a copy of a .vsix that runs in the browser only, at `target`. code-server takes `main` where a package has it and
 * would run it beside the server; without it `browser` runs in a web worker of the page, as on vscode.dev.
 */
export function writeWebVsix(vsix, target) {
  const files = unzipSync(readFileSync(vsix));
  const name = 'extension/package.json';
  const { main: _main, extensionKind: _kind, ...manifest } = JSON.parse(strFromU8(files[name]));
  writeFileSync(target, zipSync({ ...files, [name]: strToU8(JSON.stringify(manifest)) }, { level: 1 }));
}
