/** Wires the client: commands, terminal links, the entry page, readable documents and the sign that the server is ready. */
import type { ExtensionContext, LogOutputChannel } from 'vscode';
import { registerTools } from './agents/tools';
import { commands } from './commands/all';
import { registerCommand } from './commands/run';
import { registerDebugTracker } from './debug/tracker';
import { VirtualDocuments } from './documents';
import { AnalyzedLogs } from './logs/analyzedLogs';
import { registerDimming } from './logs/dimming';
import { ResultsPanel } from './logs/resultsPanel';
import { Slices } from './logs/slices';
import { registerCellStatus } from './notebook/cellStatus';
import { EntryPage } from './page/panel';
import { registerPayloadEditors } from './reading/editor';
import { ReadingPanel } from './reading/panel';
import type { StartedServer } from './server';
import { showStatus } from './status';
import { registerTerminalLinks } from './terminal/links';
import { TerminalWatch } from './terminal/watch';
import { registerCatalogView } from './views/catalogView';
import { ErrorsView } from './views/errorsView';
import { OpenLog } from './views/openLogs';

/** What the entry of a platform has made. */
export interface Started {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly server: StartedServer;
}

/** What commands work with. */
export interface Client extends Started {
  readonly page: EntryPage;
  readonly documents: VirtualDocuments;
  readonly readings: ReadingPanel;
  readonly terminals: TerminalWatch;
  readonly errors: ErrorsView;
  readonly analyzed: AnalyzedLogs;
  readonly results: ResultsPanel;
  readonly slices: Slices;
}

/** Registers everything; all of it ends with the extension. */
export function activateClient(started: Started): void {
  const { context, server } = started;
  const documents = new VirtualDocuments();
  const page = new EntryPage(context, server, documents);
  const terminals = new TerminalWatch(started);
  const host = { extension: context.extensionUri, server, page, documents };
  const readings = new ReadingPanel(host);
  const analyzed = new AnalyzedLogs(server);
  const slices = new Slices(server);
  const results = new ResultsPanel({ extension: context.extensionUri, page, slices });
  const { errors, openLog } = showErrors(started, terminals, analyzed);
  const client: Client = { ...started, page, documents, readings, terminals, errors, analyzed, results, slices };
  context.subscriptions.push(
    documents,
    page,
    readings,
    registerPayloadEditors(host),
    terminals,
    analyzed,
    slices,
    results,
    errors,
    openLog,
    registerCatalogView(client),
    registerTerminalLinks(client),
    registerDebugTracker(client),
    registerCellStatus(client),
    registerDimming(client),
    showStatus(client),
    registerTools(server),
    ...[...commands].map(([id, handler]) => registerCommand(client, id, handler)),
  );
}

/** The Errors view, which is kept up to date while somebody looks at it. */
function showErrors(
  { server, log }: Started,
  terminals: TerminalWatch,
  analyzed: AnalyzedLogs,
): { errors: ErrorsView; openLog: OpenLog } {
  const openLog: OpenLog = new OpenLog(
    server,
    () => errors.isVisible,
    () => errors.refresh(),
    (error) => log.error(`Errors view: ${String(error)}`),
  );
  const errors: ErrorsView = new ErrorsView([openLog, terminals, analyzed]);
  errors.onDidChangeVisibility(() => openLog.update());
  terminals.onDidChange(() => errors.refresh());
  analyzed.onDidChange(() => errors.refresh());
  return { errors, openLog };
}
