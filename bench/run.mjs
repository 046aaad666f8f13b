// `npm run bench [NAME…]`: runs the measurements, each `*.bench.mjs` in a process of its own; fails where one misses its target.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundled.mjs';

const wanted = process.argv.slice(2);
const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.slice(0, -'.bench.mjs'.length))
  .filter((name) => wanted.length === 0 || wanted.includes(name));
const missed = names.filter((name) => {
  const { status } = spawnSync(process.execPath, [join(root, `bench/${name}.bench.mjs`)], {
    cwd: root,
    stdio: 'inherit',
  });
  return status !== 0;
});
if (missed.length > 0) console.error(`missed: ${missed.join(', ')}`);
process.exitCode = missed.length === 0 && names.length > 0 ? 0 : 1;
