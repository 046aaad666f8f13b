// The sample folder that `npm run vscode` and the end-to-end tests open, always as a copy: fixes are applied in it.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../ready.mjs';

/** Log with the sample start-up failure, as `npm start` explains it. */
export const sampleLog = 'startup-failure.log';

/**
 * A new folder for everything of one run; its path is short, since sockets stand in it. It goes with this process, however
 * that ends short of being killed; whoever is done earlier calls {@link removeHome}.
 */
export function newHome() {
  const home = mkdtempSync(join(tmpdir(), 'error-lookup-'));
  process.once('exit', () => removeHome(home));
  return home;
}

/** Removes what {@link newHome} made. A server that was just ended may still be writing its last files. */
export function removeHome(home) {
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** Copies the sample files below `home`; returns the folder to open. */
export function copyWorkspace(home) {
  const folder = join(home, 'sample');
  mkdirSync(folder);
  cpSync(join(root, 'test/e2e/workspace'), folder, { recursive: true });
  cpSync(join(root, 'test/corpus', sampleLog), join(folder, sampleLog));
  return folder;
}
