// What the watch of terminals costs whoever prints much: `cat` of a large log in a terminal of a real VS Code, with the watch
// and without it in turn. MEGABYTES and ROUNDS in the environment.
import { spawnSync } from 'node:child_process';
import { root } from './bundled.mjs';

const args = ['vitest', 'run', '--config', 'test/e2e/vitest.config.mts'];
const { status } = spawnSync('npx', args, { cwd: root, stdio: 'inherit', env: { ...process.env, MEASURE: 'true' } });
process.exit(status ?? 1);
