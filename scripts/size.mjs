// Holds the .vsix to its size: prints what is in it and fails above the limit.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '@vscode/vsce';
import { vsixPath } from './e2e/vsix.mjs';
import { root } from './ready.mjs';

/** Largest .vsix, in KiB. Most of it is the packed catalog of the whole stack. */
const limit = 8 * 1024;

const file = vsixPath();
if (!existsSync(file)) {
  console.error(`${file} is missing; run npm run package first`);
  process.exit(1);
}
for (const name of await listFiles({ cwd: root, dependencies: false })) {
  console.log(`${kib(join(root, name)).padStart(8)} KiB  ${name}`);
}
const size = statSync(file).size / 1024;
console.log(`${size.toFixed(0).padStart(8)} KiB  ${file.slice(root.length + 1)}, limit ${limit} KiB`);
if (size > limit) process.exit(1);

function kib(path) {
  return (statSync(path).size / 1024).toFixed(0);
}
