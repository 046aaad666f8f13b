/** An editor for tests: drives the real server over in-memory streams and fails on messages that nobody expects. */
import { PassThrough } from 'node:stream';
import {
  CancellationTokenSource,
  type ClientCapabilities,
  createConnection,
  createProtocolConnection,
  type InitializeResult,
  type PublishDiagnosticsParams,
  type RegistrationParams,
  type ServerCapabilities,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type { InitializationOptions, Requests } from '../../../server/src/lsp/protocol';
import { startServer } from '../../../server/src/lsp/server';
import type { World } from '../../../server/src/lsp/world';

/** How an editor starts. */
export interface EditorOptions {
  readonly capabilities?: ClientCapabilities;
  readonly initializationOptions?: InitializationOptions;
  /** URIs of the workspace folders. */
  readonly folders?: readonly string[];
  /** Told of each refresh that the server asks for: `semanticTokens` or `codeLens`. */
  readonly onRefresh?: (what: string) => void;
  /** Notifications of the server that the test expects, beside those of the protocol. */
  readonly notifications?: readonly string[];
  /** Value of `errorLookup`, answered to `workspace/configuration`. */
  settings?: unknown;
}

/** A document whose text marks the cursor with `$0`. */
export interface OpenDocument {
  readonly uri: string;
  readonly position: { readonly line: number; readonly character: number };
  readonly text: string;
}

/** A running editor and its server. */
export interface Editor {
  readonly capabilities: ServerCapabilities;
  /** What the server wrote to its log, and messages that the editor does not know. */
  readonly logged: string[];
  readonly unexpected: string[];
  open(marked: string, languageId?: string, name?: string): Promise<OpenDocument>;
  request<R>(method: string, params: unknown): Promise<R>;
  ask<M extends keyof Requests>(method: M, params: Requests[M]['params']): Promise<Requests[M]['result']>;
  /** Sends a request and cancels it at once. */
  cancelled(method: string, params: unknown): Promise<unknown>;
  /** Sends a request and cancels it when the first notification of a method comes. */
  cancelledAfter(method: string, params: unknown, notification: string): Promise<unknown>;
  /** Waits until the server has registered so many features; `method: languages` of each, sorted. */
  registered(count: number): Promise<string[]>;
  /** Waits until the server has logged so many lines. */
  logs(count: number): Promise<void>;
  notify(method: string, params: unknown): Promise<void>;
  /** Diagnostics published for a document that nobody has taken. */
  published(uri: string): readonly PublishDiagnosticsParams[];
  /** The next diagnostics published for a document, those already published included. */
  diagnostics(uri: string): Promise<PublishDiagnosticsParams>;
  close(): Promise<void>;
}

/** What VS Code can do, as far as the server looks at it. */
const fullCapabilities: ClientCapabilities = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} },
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
};

/** Starts a server in this process and connects to it. */
export async function startEditor(world: World, options: EditorOptions = {}): Promise<Editor> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
  startServer(server, world);
  server.listen();

  const client = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  const logged: string[] = [];
  const unexpected: string[] = [];
  const published = new Map<string, PublishDiagnosticsParams[]>();
  const waiting = new Map<string, (params: PublishDiagnosticsParams) => void>();
  client.onNotification('window/logMessage', ({ message }: { message: string }) => {
    logged.push(message);
  });
  client.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    const waiter = waiting.get(params.uri);
    waiting.delete(params.uri);
    if (waiter) waiter(params);
    else published.set(params.uri, [...(published.get(params.uri) ?? []), params]);
  });
  const registered: string[] = [];
  client.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
    for (const { method, registerOptions } of registrations) {
      const selector: { language: string }[] = registerOptions?.documentSelector ?? [];
      registered.push(`${method}: ${selector.map(({ language }) => language).join(' ')}`);
    }
  });
  for (const what of ['semanticTokens', 'codeLens']) {
    client.onRequest(`workspace/${what}/refresh`, () => options.onRefresh?.(what));
  }
  client.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) =>
    items.map(() => options.settings ?? null),
  );
  const told = new Map<string, () => void>();
  for (const method of options.notifications ?? []) client.onNotification(method, () => told.get(method)?.());
  // An unknown request is answered with an error, which the server logs.
  client.onUnhandledNotification(({ method }) => unexpected.push(method));
  client.listen();

  const { capabilities } = await client.sendRequest<InitializeResult>('initialize', {
    processId: null,
    rootUri: null,
    capabilities: options.capabilities ?? fullCapabilities,
    initializationOptions: options.initializationOptions,
    workspaceFolders: (options.folders ?? []).map((uri) => ({ uri, name: uri })),
  });
  await client.sendNotification('initialized', {});

  let count = 0;
  return {
    capabilities,
    logged,
    unexpected,
    open: async (marked, languageId = 'log', name = 'file.log') => {
      const offset = Math.max(0, marked.indexOf('$0'));
      const text = marked.replace('$0', '');
      const before = text.slice(0, offset).split('\n');
      const uri = /^[a-z-]+:/.test(name) ? name : `file:///folder/${++count}/${name}`;
      await client.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
      return { uri, text, position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 } };
    },
    request: (method, params) => client.sendRequest(method, params),
    ask: (method, params) => client.sendRequest(method, params),
    cancelled: (method, params) => {
      const source = new CancellationTokenSource();
      const answer = client.sendRequest(method, params, source.token);
      source.cancel();
      return answer;
    },
    cancelledAfter: (method, params, notification) => {
      const source = new CancellationTokenSource();
      told.set(notification, () => source.cancel());
      return client.sendRequest(method, params, source.token);
    },
    registered: async (count) => {
      while (registered.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
      return registered.toSorted();
    },
    logs: async (count) => {
      while (logged.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    notify: (method, params) => client.sendNotification(method, params),
    published: (uri) => published.get(uri) ?? [],
    diagnostics: (uri) => {
      const [next, ...rest] = published.get(uri) ?? [];
      published.set(uri, rest);
      return next ? Promise.resolve(next) : new Promise((resolve) => waiting.set(uri, resolve));
    },
    close: async () => {
      await client.sendRequest('shutdown');
      client.dispose();
      server.dispose();
    },
  };
}
