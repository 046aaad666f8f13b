// `npm start`: shows the main job on the sample log of this repository.
import { ensureBuilt, ensureInstalled, run } from './ready.mjs';

ensureInstalled();
ensureBuilt();
run(process.execPath, ['dist/cli.js', 'explain', 'test/corpus/startup-failure.log', ...process.argv.slice(2)]);
console.log(`
See the same in VS Code:  npm run vscode
Explain a log of your own: node dist/cli.js explain FILE   (or pipe it in)`);
