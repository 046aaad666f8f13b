/** A VS Code server of one test file. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startCodeServer } from '../../../scripts/e2e/codeServer.mjs';
import { copyWorkspace } from '../../../scripts/e2e/workspace.mjs';

/** A server with the extension installed, and the copy of the sample folder to open in it. */
export interface TestServer {
  /** Such as `http://127.0.0.1:4321`. */
  readonly origin: string;
  /** Folder of this server, which holds `folder`. */
  readonly home: string;
  readonly folder: string;
  stop(): Promise<void>;
}

/** What a server differs in: the extensions, by default ours and the companion, and `testsInHost` of `startCodeServer`. */
interface ServerOptions {
  readonly extensions?: readonly string[];
  readonly testsInHost?: boolean;
}

/** Starts a server; its log stays behind in test-results. */
export async function startServer(name: string, options: ServerOptions = {}): Promise<TestServer> {
  const home = join(inject('home'), name);
  mkdirSync(home);
  const folder = copyWorkspace(home);
  const server = await startCodeServer({ home, extensions: inject('extensions'), ...options });
  return {
    ...{ origin: server.origin, home, folder },
    stop: async () => {
      await server.stop();
      mkdirSync('test-results', { recursive: true });
      copyFileSync(server.log, `test-results/${name}-server.log`);
    },
  };
}
