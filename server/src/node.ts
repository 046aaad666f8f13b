/** Entry of the language server on Node: stdio or node IPC, as the client asks on the command line. Its threads run it too. */
import { isMainThread } from 'node:worker_threads';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './lsp/server';
import { openBundledCatalog } from './node/bundledCatalog';
import { serveIndex } from './node/indexThread';
import { loadParsers } from './node/parsers';
import { serveScan } from './node/scanThread';
import { ownWork } from './node/thread';
import { nodeWorld } from './node/world';

const world = nodeWorld(__dirname);
if (isMainThread) {
  const connection = createConnection(ProposedFeatures.all);
  startServer(connection, world);
  connection.listen();
} else {
  const { work, port } = ownWork();
  const openCatalog = () => openBundledCatalog(__dirname).catalog;
  const tools = { loadParsers: () => loadParsers(__dirname), openCatalog };
  // A rejection is told to the server as the thread’s error.
  void (work.kind === 'scan' ? serveScan(world, work.job, port) : serveIndex(tools, world.now, work.job, port));
}
