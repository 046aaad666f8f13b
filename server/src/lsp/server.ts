/** Registers a handler for each request. A handler guards, converts, calls and converts back; the work is in `features/`. */
import {
  type CancellationToken,
  CodeLensRefreshRequest,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  ParameterStructures,
  type Position,
  type Range,
  RequestType,
  SemanticTokensRequest,
  WatchKind,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { capabilities } from './capabilities';
import { type CatalogProblems, problemDiagnostics } from './features/catalogDiagnostics';
import { catalogFilters, search } from './features/catalogSearch';
import { codeActions } from './features/codeActions';
import { codeLenses, storyLenses } from './features/codeLenses';
import { definition } from './features/definition';
import { DiagnosticsPublisher } from './features/diagnostics';
import { documentLinks } from './features/documentLinks';
import { FileAnalyses } from './features/fileAnalysis';
import { foldingRanges } from './features/folding';
import { hover } from './features/hover';
import { logErrors } from './features/logErrors';
import { ManifestHints } from './features/manifestHints';
import { resolveMending } from './features/mending';
import { outline, storyOutline } from './features/outline';
import { OutputStreams } from './features/outputStreams';
import { PackageIndexing } from './features/packageIndexing';
import { page } from './features/page';
import { copyPayload, decode, notDecoded, payloadBytes } from './features/readings';
import { references } from './features/references';
import { explain, matchLines, messageAt, payloads, status } from './features/requests';
import { semanticTokens } from './features/semanticTokens';
import { tool, toolFailed } from './features/tools';
import { describe, editorLog, guarded } from './guard';
import { LargeDocuments } from './large/largeDocuments';
import { type CheckedNotification, type CheckedRequest, readNotification, readParams } from './params';
import type { InitializationOptions, LogStory, Notifications, Requests } from './protocol';
import { fixedCapabilities, registerFeatures } from './registrations';
import { Session } from './session';
import { readSettings, settingsSection } from './settings';
import { trackDocuments } from './trackedDocuments';
import { isOwnSource } from './walk';
import { catalogGlob, isCatalogFile, isCatalogFolder, isSourceFile, sourceGlobs } from './workspaceCatalogs';
import type { World } from './world';

/** Serves a connection. The caller makes it listen afterwards. */
export function startServer(connection: Connection, world: World): void {
  const documents = trackDocuments((document, from) => {
    diagnostics.changed(document, from);
    hints.changed(document);
  });
  let hasEnded = false;
  const session = new Session(
    world,
    editorLog(connection, () => hasEnded),
    (uri) => documents.get(uri),
    () => documents.all(),
  );
  const diagnostics = new DiagnosticsPublisher(session, (params) => connection.sendDiagnostics(params));
  const hints = new ManifestHints(session, (params) => connection.sendDiagnostics(params));
  const loaded = startLifecycle(connection, session, () => {
    diagnostics.refresh();
    hints.refresh();
  });

  serveDocuments(connection, session, loaded);
  serveRequests(connection, session, loaded);
  documents.onDidClose(async ({ document }) => {
    await diagnostics.closed(document);
    await hints.closed(document.uri);
  });
  const large = new LargeDocuments(session, (params) => connection.sendDiagnostics(params));
  session.large = large;
  serveLargeDocuments(connection, session, large);
  documents.listen(connection);
  connection.onShutdown(() => {
    hasEnded = true;
    diagnostics.stop();
    hints.stop();
    large.stop();
    session.local.stop();
  });
}

/** Start, settings, trust, folders. Returns what handlers wait for: settings and catalogs as last asked for. */
function startLifecycle(connection: Connection, session: Session, refreshDiagnostics: () => void): () => Promise<void> {
  let loading: Promise<void> = Promise.resolve();

  async function load(): Promise<void> {
    if (session.capabilities.workspace?.configuration) {
      session.settings = readSettings(await connection.workspace.getConfiguration(settingsSection));
    }
    const old = session.catalogs;
    await session.loadCatalogs();
    for (const params of problemDiagnostics(old.problems, session.catalogs.problems))
      await connection.sendDiagnostics(params);
    session.sourceFiles.reset();
    refreshDiagnostics();
    session.large?.refresh();
    refreshViews(connection, session);
    await session.local.reload();
  }
  serveLocalIndex(connection, session, refreshDiagnostics);
  // Reloads run one after the other, so that the last one decides.
  function reload(): void {
    loading = loading.then(load).catch((error: unknown) => session.logger.error(`reload failed: ${describe(error)}`));
  }

  connection.onInitialize(({ capabilities: client, initializationOptions, workspaceFolders, locale }) => {
    session.capabilities = client;
    session.locale = locale;
    session.options = readOptions(initializationOptions);
    session.folders = (workspaceFolders ?? []).map(({ uri }) => uri);
    const all = { ...capabilities, ...fixedCapabilities(client) };
    return { capabilities: all, serverInfo: { name: 'Error Lookup', version: session.world.version } };
  });
  connection.onInitialized(() => {
    reload();
    register(connection, session).catch((error: unknown) => session.logger.error(`register: ${describe(error)}`));
    if (!session.capabilities.workspace?.workspaceFolders) return;
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.map(({ uri }) => uri));
      session.folders = [...session.folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
      reload();
    });
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    if (!session.capabilities.workspace?.configuration) session.settings = readSettings(settings?.[settingsSection]);
    reload();
  });
  connection.onDidChangeWatchedFiles(async ({ changes }) => {
    const own = changes.filter(({ uri }) => isOwnSource(uri, session.folders));
    const created = own.filter(({ type }) => type === FileChangeType.Created).map(({ uri }) => uri);
    if (changes.some(({ uri }) => isCatalogFile(uri)) || created.some(isCatalogFolder)) reload();
    if (own.some(({ uri }) => isSourceFile(uri)) || (await holdsFolder(session, created))) session.local.changed();
  });
  connection.onNotification('errorLookup/trusted' satisfies keyof Notifications, () => {
    session.options = { ...session.options, trusted: true };
    reload();
  });
  return () => loading;
}

/**
 * Whether one of these is a folder with something in it. A watcher that is late tells of a new folder alone, and not of the
 * files that it came with (`InotifyBackend.cc` of @parcel/watcher 2.5.6, which VS Code has on Linux).
 */
async function holdsFolder({ world: { files } }: Session, uris: readonly string[]): Promise<boolean> {
  for (const uri of uris) {
    const path = files.toPath(uri);
    if (path !== undefined && (await files.list(path)).length > 0) return true;
  }
  return false;
}

/** Tells the editor what was read of source on this machine. */
function serveLocalIndex(connection: Connection, session: Session, refreshDiagnostics: () => void): void {
  let told: CatalogProblems = new Map();
  session.local.onChange = ({ sites }) => {
    const { problems } = session.local;
    const failed = (error: unknown): void => session.logger.error(`facts: ${describe(error)}`);
    for (const params of problemDiagnostics(told, problems)) connection.sendDiagnostics(params).catch(failed);
    told = problems;
    if (!sites) return;
    session.forgetLookup();
    refreshDiagnostics();
    session.large?.refresh();
    refreshViews(connection, session);
  };
}

/** Asks the editor to ask again for what it draws from settings and the catalog. */
function refreshViews(connection: Connection, { capabilities: client, logger }: Session): void {
  const failed = (error: unknown): void => logger.error(`refresh: ${describe(error)}`);
  if (client.workspace?.semanticTokens?.refreshSupport) connection.languages.semanticTokens.refresh().catch(failed);
  if (client.workspace?.codeLens?.refreshSupport) connection.sendRequest(CodeLensRefreshRequest.type).catch(failed);
}

/** Asks the client for the notifications that need asking. */
async function register(connection: Connection, { capabilities: client }: Session): Promise<void> {
  await registerFeatures(connection, client);
  if (client.workspace?.didChangeConfiguration?.dynamicRegistration) {
    await connection.client.register(DidChangeConfigurationNotification.type, { section: settingsSection });
  }
  if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration) {
    const named = [catalogGlob, ...sourceGlobs].map((globPattern) => ({ globPattern }));
    // No pattern names folders alone.
    const watchers = [...named, { globPattern: '**/*', kind: WatchKind.Create }];
    await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  }
}

function serveDocuments(connection: Connection, session: Session, loaded: () => Promise<void>): void {
  type InDocument = { readonly textDocument: { readonly uri: string } };
  /** Requests about the whole of a document. Of a large one it is known what the background scan has found. */
  const whole = <P extends InDocument, R>(
    name: string,
    nothing: R,
    handler: (document: TextDocument) => Promise<R>,
    ofLarge: (stories: readonly LogStory[], uri: string) => R,
  ) =>
    guarded(session.logger, name, nothing, async ({ textDocument: { uri } }: P) => {
      await loaded();
      const stories = session.large?.stories(uri);
      if (stories) return ofLarge(stories, uri);
      const document = session.openDocument(uri);
      return document ? handler(document) : nothing;
    });
  const inDocument = <P extends InDocument, R>(
    name: string,
    nothing: R,
    handler: (document: TextDocument, params: P, token: CancellationToken) => Promise<R>,
  ) =>
    guarded(session.logger, name, nothing, async (params: P, token) => {
      await loaded();
      const { uri } = params.textDocument;
      const lines = linesOf(params);
      const document = lines ? await session.documentAt(uri, lines.first, lines.last) : session.openDocument(uri);
      return document && !token.isCancellationRequested ? handler(document, params, token) : nothing;
    });

  connection.onHover(inDocument('hover', null, (document, { position }) => hover(session, document, position)));
  connection.onCodeAction(inDocument('codeAction', [], (document, params) => codeActions(session, document, params)));
  connection.onCodeActionResolve((action, token) =>
    guarded(session.logger, 'codeAction/resolve', action, () => resolveMending(session, action, token))(action, token),
  );
  connection.onDocumentLinks(
    inDocument('documentLink', [], (document, _params, token) => documentLinks(session, document, token)),
  );
  connection.onDocumentSymbol(
    whole(
      'documentSymbol',
      [],
      (document) => outline(session, document),
      (stories) => storyOutline(stories),
    ),
  );
  connection.onFoldingRanges(inDocument('foldingRange', null, async (document) => foldingRanges(document)));
  connection.onCodeLens(
    whole(
      'codeLens',
      [],
      (document) => codeLenses(session, document),
      (stories, uri) => storyLenses(session, stories, uri),
    ),
  );
  connection.onDefinition(
    inDocument('definition', null, (document, { position }) => definition(session, document, position)),
  );
  connection.onReferences(
    inDocument('references', [], (document, { position }) => references(session, document, position)),
  );
  const noTokens = { data: [] };
  // Null leaves a document to the requests for what is in view.
  connection.onRequest(
    SemanticTokensRequest.type,
    inDocument('semanticTokens', null, async (document) => semanticTokens(session, document) ?? null),
  );
  connection.languages.semanticTokens.onRange(
    inDocument(
      'semanticTokens',
      noTokens,
      async (document, { range }) => semanticTokens(session, document, range) ?? noTokens,
    ),
  );
}

/** Lines that a request is about; undefined for one about the whole document. */
function linesOf(params: object): { first: number; last: number } | undefined {
  const asked: { position?: Position; range?: Range } = params;
  if (asked.position) return { first: asked.position.line, last: asked.position.line };
  return asked.range && { first: asked.range.start.line, last: asked.range.end.line };
}

function serveLargeDocuments(connection: Connection, session: Session, large: LargeDocuments): void {
  large.onScanned = () => refreshViews(connection, session);
  function on<M extends CheckedNotification>(method: M, handler: (params: Notifications[M]) => void): void {
    connection.onNotification(method, (value: unknown) => {
      const params = readNotification(method, value);
      if (params) handler(params);
      else session.logger.error(`${method}: wrong parameters`);
    });
  }
  on('errorLookup/openLarge', (params) => large.opened(params));
  on('errorLookup/changeLarge', (params) => large.changed(params));
  on('errorLookup/closeLarge', ({ uri }) => void large.closed(uri));
}

function serveRequests(connection: Connection, session: Session, loaded: () => Promise<void>): void {
  function on<M extends CheckedRequest>(
    method: M,
    nothing: Requests[M]['result'],
    handler: (
      session: Session,
      params: Requests[M]['params'],
      token: CancellationToken,
    ) => Promise<Requests[M]['result']>,
  ): void {
    const answer = guarded(session.logger, method, nothing, async (params: Requests[M]['params'], token) => {
      await loaded();
      return handler(session, params, token);
    });
    const type = new RequestType<unknown, unknown, void>(method, ParameterStructures.byName);
    connection.onRequest(type, (params, token) => answer(readParams(method, params), token));
  }
  on('errorLookup/page', null, page);
  on('errorLookup/matchLines', [], matchLines);
  const outputs = new OutputStreams();
  on('errorLookup/scanOutput', null, (_session, params) => outputs.scan(session, params));
  const analyses = new FileAnalyses((progress) => {
    void connection.sendNotification('errorLookup/progress' satisfies keyof Notifications, progress);
  });
  const failed = { problem: 'the analysis failed; the log of Error Lookup says why' };
  on('errorLookup/analyzeFile', failed, (_session, params, token) => analyses.analyze(session, params, token));
  const indexing = new PackageIndexing((progress) => {
    void connection.sendNotification('errorLookup/indexProgress' satisfies keyof Notifications, progress);
  });
  on('errorLookup/indexPackages', failed, (_session, params, token) => indexing.run(session, params, token));
  on('errorLookup/fileSlice', null, (_session, params) => analyses.slice(session, params));
  on('errorLookup/explain', null, explain);
  on('errorLookup/logErrors', null, logErrors);
  on('errorLookup/search', [], search);
  on('errorLookup/message', null, messageAt);
  on('errorLookup/payloads', [], payloads);
  on('errorLookup/decode', notDecoded, decode);
  on('errorLookup/payloadBytes', '', payloadBytes);
  on('errorLookup/copyPayload', '', copyPayload);
  on('errorLookup/tool', toolFailed, tool);
  // A server that cannot load its catalog is not ready, and says so.
  connection.onRequest('errorLookup/status' satisfies keyof Requests, async () => {
    await loaded();
    return status(session);
  });
  connection.onRequest('errorLookup/catalogFilters' satisfies keyof Requests, async () => {
    await loaded();
    return catalogFilters(session);
  });
}

/** Options of the client, each taken only where it has the right type. */
function readOptions(value: unknown): InitializationOptions {
  const options = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  const storage = options.get('storage');
  return {
    commands: options.get('commands') === true,
    trusted: options.get('trusted') === true,
    ...(typeof storage === 'string' && storage !== '' && { storage }),
  };
}
