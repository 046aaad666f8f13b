/** Entry of the language server on Node: stdio or node IPC, as the client asks on the command line. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './lsp/server';
import { nodeWorld } from './node/world';

const connection = createConnection(ProposedFeatures.all);
startServer(connection, nodeWorld(__dirname));
connection.listen();
