/** Entry of the VS Code extension on Node. */
import { type ExtensionContext, Uri, window } from 'vscode';
import { activateClient } from './activate';
import { registerMcpServer } from './agents/mcp';
import { type MakeClient, startServer } from './server';

/** Called by VS Code when the extension is first needed. Returns at once; the server starts beside it. */
export function activate(context: ExtensionContext): void {
  const log = window.createOutputChannel('Error Lookup', { log: true });
  // Node 22 and later keep there what they have compiled, so that the next start is a third shorter; older ones ignore it.
  const env = { ...process.env, NODE_COMPILE_CACHE: Uri.joinPath(context.globalStorageUri, 'compiled').fsPath };
  const module = context.asAbsolutePath('dist/server.js');
  const make: MakeClient = async (options) => {
    // VS Code has its answer first: other extensions that start now do not wait for ours to read so much code.
    await new Promise((resolve) => setImmediate(resolve));
    const { LanguageClient, TransportKind } = await import('./languageClient');
    const run = { module, transport: TransportKind.ipc, options: { env } };
    return new LanguageClient('errorLookup', 'Error Lookup', run, options);
  };
  const server = startServer(log, make, context.globalStorageUri);
  context.subscriptions.push(log, server, registerMcpServer(context));
  activateClient({ context, log, server });
}
