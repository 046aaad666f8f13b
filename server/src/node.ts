/** Entry of the language server on Node: stdio or node IPC, as the client asks on the command line. Its threads run it too. */
import { isMainThread } from 'node:worker_threads';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './lsp/server';
import { serveScan } from './node/scanThread';
import { nodeWorld } from './node/world';

const world = nodeWorld(__dirname);
if (isMainThread) {
  const connection = createConnection(ProposedFeatures.all);
  startServer(connection, world);
  connection.listen();
} else {
  // A rejection is told to the server as the thread’s error.
  void serveScan(world);
}
