// `npm run vscode`: a real VS Code in the browser with the built extension, on a copy of the sample folder.
import { ensureCodeServer, startCodeServer } from './e2e/codeServer.mjs';
import { buildVsix } from './e2e/vsix.mjs';
import { copyWorkspace, newHome, removeHome } from './e2e/workspace.mjs';
import { ensureInstalled } from './ready.mjs';

ensureInstalled();
ensureCodeServer();
console.error('Building the extension…');
const extension = buildVsix();
const home = newHome();
const folder = copyWorkspace(home);
try {
  const server = await startCodeServer({ home, extensions: [extension] });
  console.log(`
VS Code with Error Lookup:  ${server.origin}/?folder=${encodeURIComponent(folder)}

Open it in a browser on this machine. Hover an error in startup-failure.log, press Ctrl+. on a raise in listener.py,
put the cursor on the line in payload.txt and run "Error Lookup: Decode Payload…". The files are copies; Ctrl+C ends all.`);
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
    void server.exited.then(resolve);
  });
  await server.stop();
} finally {
  removeHome(home);
}
