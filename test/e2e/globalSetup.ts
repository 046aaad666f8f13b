/** Builds what every end-to-end test installs, and keeps a folder for them. */
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import type { TestProject } from 'vitest/node';
import { ensureCodeServer } from '../../scripts/e2e/codeServer.mjs';
import { buildVsix, writeWebVsix } from '../../scripts/e2e/vsix.mjs';
import { newHome, removeHome } from '../../scripts/e2e/workspace.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder for the files of this run. */
    home: string;
    /** The .vsix files to install: ours and the companion. */
    extensions: readonly string[];
    /** The .vsix of ours that runs in the browser only. */
    webExtension: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
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
  project.provide('home', home);
  const own = buildVsix();
  const web = join(home, 'web.vsix');
  writeWebVsix(own, web);
  project.provide('extensions', [own, companion]);
  project.provide('webExtension', web);
  return () => removeHome(home);
}
