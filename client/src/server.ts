/** The language server as the client sees it: typed requests, and starting it. */
import { type Disposable, type LogOutputChannel, workspace } from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { documentSelector } from '../../server/src/lsp/documentKind';
import {
  clientCommands,
  type InitializationOptions,
  type Notifications,
  type Requests,
} from '../../server/src/lsp/protocol';

/** Requests of docs/protocol.md. They wait until the server runs. */
export interface Server {
  request<M extends keyof Requests>(method: M, params: Requests[M]['params']): Promise<Requests[M]['result']>;
}

/** A server that is being started. */
export interface StartedServer extends Server, Disposable {
  /** Resolves when requests are answered; rejects when the server cannot be started. */
  readonly started: Promise<void>;
}

/** Makes the client of a platform; the server runs in a process or a worker of its own that speaks with us alone. */
export type MakeClient = (options: LanguageClientOptions) => Promise<BaseLanguageClient>;

/** Starts the server. */
export function startServer(log: LogOutputChannel, makeClient: MakeClient): StartedServer {
  const options: InitializationOptions = { commands: true, trusted: workspace.isTrusted };
  const making = makeClient({
    documentSelector: [...documentSelector],
    outputChannel: log,
    initializationOptions: options,
    markdown: { isTrusted: { enabledCommands: Object.values(clientCommands) }, supportHtml: false },
    synchronize: { configurationSection: 'errorLookup' },
  });
  const running = making.then(async (client) => {
    await client.start();
    return client;
  });
  const started = running.then(() => undefined);
  const trusted: keyof Notifications = 'errorLookup/trusted';
  const watching = workspace.onDidGrantWorkspaceTrust(async () => (await running).sendNotification(trusted, {}));
  return {
    started,
    request: async (method, params) => (await running).sendRequest(method, params),
    dispose: () => {
      watching.dispose();
      void making.then((client) => client.dispose());
    },
  };
}
