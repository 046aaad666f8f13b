/** Starts one VS Code with the packaged extension for all end-to-end tests, and stops it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import type { TestProject } from 'vitest/node';
import { ensureCodeServer, startCodeServer } from '../../scripts/e2e/codeServer.mjs';
import { buildVsix } from '../../scripts/e2e/vsix.mjs';
import { newHome } from '../../scripts/e2e/workspace.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server, such as `http://127.0.0.1:4321`. */
    origin: string;
    /** Folder for the files of this run. */
    home: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureCodeServer();
  const home = newHome();
  const companion = join(home, 'companion.vsix');
  await createVSIX({
    cwd: 'test/e2e/companion',
    packagePath: companion,
    dependencies: false,
    skipLicense: true,
    allowMissingRepository: true,
  });
  const server = await startCodeServer({ home, extensions: [buildVsix(), companion] });
  project.provide('origin', server.origin);
  project.provide('home', home);
  return async () => {
    await server.stop();
    keepLog(server.log);
    rmSync(home, { recursive: true, force: true });
  };
}

/** The server's log is the only trace of a broken start, so the last one stays. */
function keepLog(log: string): void {
  writeFileSync('.e2e/server.log', readFileSync(log));
}
