/** Entry of the VS Code extension on Node. */
import { type ExtensionContext, Uri, window } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { activateClient } from './activate';
import { registerMcpServer } from './agents/mcp';
import { type MakeClient, startServer } from './server';

/** Called by VS Code when the extension is first needed. Returns at once; the server starts beside it. */
export function activate(context: ExtensionContext): void {
  const log = window.createOutputChannel('Error Lookup', { log: true });
  // Node 22 and later keep there what they have compiled, so that the next start is a third shorter; older ones ignore it.
  const env = { ...process.env, NODE_COMPILE_CACHE: Uri.joinPath(context.globalStorageUri, 'compiled').fsPath };
  const module = context.asAbsolutePath('dist/server.js');
  const run = { module, transport: TransportKind.ipc, options: { env } };
  const make: MakeClient = async (options) => new LanguageClient('errorLookup', 'Error Lookup', run, options);
  const server = startServer(log, make, context.globalStorageUri);
  context.subscriptions.push(log, server, registerMcpServer(context));
  activateClient({ context, log, server });
}
