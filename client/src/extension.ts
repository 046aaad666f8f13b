/** Entry of the VS Code extension on Node. */
import { type ExtensionContext, window } from 'vscode';
import { activateClient } from './activate';
import { startServer } from './server';

/** Called by VS Code when the extension is first needed. Returns at once; the server starts beside it. */
export function activate(context: ExtensionContext): void {
  const log = window.createOutputChannel('Error Lookup', { log: true });
  const server = startServer(context, log);
  context.subscriptions.push(log, server);
  activateClient({ context, log, server });
}
