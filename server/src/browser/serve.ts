/** Serves the Language Server Protocol in a web worker. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { startServer } from '../lsp/server';
import { type BootFiles, workerListens } from './boot';
import { workerWorld } from './world';

/** Waits for the files on `scope`, then listens for the protocol and says so. */
export function serveWorker(scope: MessagePort): void {
  scope.onmessage = ({ data }: MessageEvent<BootFiles>) => {
    const connection = createConnection(new BrowserMessageReader(scope), new BrowserMessageWriter(scope));
    startServer(connection, workerWorld(data));
    connection.listen();
    scope.postMessage(workerListens);
  };
}
