/** The language server as the client sees it: typed requests, and starting it as a child process. */
import { type Disposable, type ExtensionContext, type LogOutputChannel, workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
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

/** Starts the server. Nothing of a log reaches the outside: it is a child process that speaks with us alone. */
export function startServer(context: ExtensionContext, log: LogOutputChannel): StartedServer {
  const options: InitializationOptions = { commands: true, trusted: workspace.isTrusted };
  const client = new LanguageClient(
    'errorLookup',
    'Error Lookup',
    { module: context.asAbsolutePath('dist/server.js'), transport: TransportKind.ipc },
    {
      documentSelector: [...documentSelector],
      outputChannel: log,
      initializationOptions: options,
      markdown: { isTrusted: { enabledCommands: Object.values(clientCommands) }, supportHtml: false },
      synchronize: { configurationSection: 'errorLookup' },
    },
  );
  const started = client.start();
  const trusted: keyof Notifications = 'errorLookup/trusted';
  const watching = workspace.onDidGrantWorkspaceTrust(() => started.then(() => client.sendNotification(trusted, {})));
  return {
    started,
    request: async (method, params) => {
      await started;
      return client.sendRequest(method, params);
    },
    dispose: () => {
      watching.dispose();
      void client.dispose();
    },
  };
}
