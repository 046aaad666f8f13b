/** The language server as the client sees it: typed requests, and starting it. */
import {
  type CancellationToken,
  type Disposable,
  type Event,
  EventEmitter,
  type LogOutputChannel,
  type Uri,
  workspace,
} from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { documentSelector } from '../../server/src/lsp/documentKind';
import {
  type AnalysisProgress,
  clientCommands,
  type InitializationOptions,
  type Notifications,
  type PackageProgress,
  type Requests,
} from '../../server/src/lsp/protocol';
import { LargeDocuments } from './largeDocuments';

/** Requests of docs/protocol.md. They wait until the server runs. */
export interface Server {
  request<M extends keyof Requests>(
    method: M,
    params: Requests[M]['params'],
    token?: CancellationToken,
  ): Promise<Requests[M]['result']>;
  /** Told how far analyses are. */
  readonly onProgress: Event<AnalysisProgress>;
  /** Told how far a harvest of packages is. */
  readonly onIndexProgress: Event<PackageProgress>;
}

/** A server that is being started. */
export interface StartedServer extends Server, Disposable {
  /** Resolves when requests are answered; rejects when the server cannot be started. */
  readonly started: Promise<void>;
}

/** Makes the client of a platform; the server runs in a process or a worker of its own that speaks with us alone. */
export type MakeClient = (options: LanguageClientOptions) => Promise<BaseLanguageClient>;

/** Starts the server; it keeps what it read of source in the folder, if one is given. */
export function startServer(log: LogOutputChannel, makeClient: MakeClient, storage?: Uri): StartedServer {
  const options: InitializationOptions = {
    commands: true,
    trusted: workspace.isTrusted,
    ...(storage?.scheme === 'file' && { storage: storage.fsPath }),
  };
  const large = new LargeDocuments(async (method, params) => (await making).sendNotification(method, params));
  const making: ReturnType<MakeClient> = makeClient({
    middleware: {
      didOpen: (document, next) => large.didOpen(document, next),
      didChange: (event, next) => large.didChange(event, next),
      didClose: (document, next) => large.didClose(document, next),
    },
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
  const progress = new EventEmitter<AnalysisProgress>();
  const indexProgress = new EventEmitter<PackageProgress>();
  const told: keyof Notifications = 'errorLookup/progress';
  const indexed: keyof Notifications = 'errorLookup/indexProgress';
  making.then(
    (client) => {
      client.onNotification(told, (at: AnalysisProgress) => progress.fire(at));
      client.onNotification(indexed, (at: PackageProgress) => indexProgress.fire(at));
    },
    // Whoever asks something of the server is told.
    () => undefined,
  );
  const started = running.then(() => undefined);
  const trusted: keyof Notifications = 'errorLookup/trusted';
  const watching = workspace.onDidGrantWorkspaceTrust(async () => (await running).sendNotification(trusted, {}));
  return {
    started,
    request: async (method, params, token) => {
      const client = await running;
      // A missing token would count as a second parameter.
      return token ? client.sendRequest(method, params, token) : client.sendRequest(method, params);
    },
    onProgress: progress.event,
    onIndexProgress: indexProgress.event,
    dispose: () => {
      progress.dispose();
      indexProgress.dispose();
      large.dispose();
      watching.dispose();
      void making.then((client) => client.dispose());
    },
  };
}
