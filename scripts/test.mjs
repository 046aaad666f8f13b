// `npm test`: every test that needs only Node.
import { ensureBuilt, ensureInstalled, run } from './ready.mjs';

ensureInstalled();
ensureBuilt();
run('npx', ['vitest', 'run', ...process.argv.slice(2)]);
