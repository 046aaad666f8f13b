// `npm run bench explain`: logs explained by the built command line, beside ripgrep looking for the same literals.
// MEGABYTES and ROUNDS in the environment make it longer: a run by default takes minutes. It states figures and has no target to
// miss.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/ready.mjs';
import { load, root } from './bundled.mjs';

ensureBuilt();
const { compare } = await load('bench/explain.ts');
const folder = mkdtempSync(join(tmpdir(), 'error-lookup-bench-'));
const { MEGABYTES = '40', ROUNDS = '1' } = process.env;
try {
  compare(join(root, 'dist'), folder, Number(MEGABYTES), Number(ROUNDS));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
