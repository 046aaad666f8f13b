/** Wires the client: commands, terminal links, the entry page, readable documents and the sign that the server is ready. */
import type { ExtensionContext, LogOutputChannel } from 'vscode';
import { registerTools } from './agents/tools';
import { commands } from './commands/all';
import { registerCommand } from './commands/run';
import { VirtualDocuments } from './documents';
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
}

/** Registers everything; all of it ends with the extension. */
export function activateClient(started: Started): void {
  const { context, server } = started;
  const documents = new VirtualDocuments();
  const page = new EntryPage(context.extensionUri, server);
  const terminals = new TerminalWatch(started);
  const host = { extension: context.extensionUri, server, page, documents };
  const readings = new ReadingPanel(host);
  const { errors, openLog } = showErrors(started, terminals);
  const client: Client = { ...started, page, documents, readings, terminals, errors };
  context.subscriptions.push(
    documents,
    page,
    readings,
    registerPayloadEditors(host),
    terminals,
    errors,
    openLog,
    registerCatalogView(client),
    registerTerminalLinks(client),
    showStatus(client),
    registerTools(server),
    ...[...commands].map(([id, handler]) => registerCommand(client, id, handler)),
  );
}

/** The Errors view, which is kept up to date while somebody looks at it. */
function showErrors({ server, log }: Started, terminals: TerminalWatch): { errors: ErrorsView; openLog: OpenLog } {
  const openLog: OpenLog = new OpenLog(
    server,
    () => errors.isVisible,
    () => errors.refresh(),
    (error) => log.error(`Errors view: ${String(error)}`),
  );
  const errors: ErrorsView = new ErrorsView([openLog, terminals]);
  errors.onDidChangeVisibility(() => openLog.update());
  terminals.onDidChange(() => errors.refresh());
  return { errors, openLog };
}
