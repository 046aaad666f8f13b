/** Entry of the VS Code extension in a browser: the server runs in a web worker, which is sent the files it needs. */
import { type ExtensionContext, Uri, window, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { type BootFiles, bundledWasm, workerListens } from '../../server/src/browser/boot';
import { activateClient } from './activate';
import { startServer } from './server';

/** Called by VS Code when the extension is first needed. Returns at once; the server starts beside it. */
export function activate(context: ExtensionContext): void {
  const log = window.createOutputChannel('Error Lookup', { log: true });
  const server = startServer(log, async (options) => {
    const worker = await startWorker(Uri.joinPath(context.extensionUri, 'dist'));
    context.subscriptions.push({ dispose: () => worker.terminate() });
    return new LanguageClient('errorLookup', 'Error Lookup', worker, options);
  });
  context.subscriptions.push(log, server);
  activateClient({ context, log, server });
}

/** Starts the worker and resolves when it listens for the protocol. */
async function startWorker(dist: Uri): Promise<Worker> {
  const read = (name: string) => workspace.fs.readFile(Uri.joinPath(dist, name));
  const files: BootFiles = {
    catalog: await read('catalog.bin'),
    wasm: new Map(await Promise.all(bundledWasm.map(async (name) => [name, await read(name)] as const))),
  };
  // A blob, since a browser starts no worker from the address of another origin, where a remote host keeps extensions.
  const script = new Blob([new Uint8Array(await read('worker.js'))], { type: 'text/javascript' });
  const address = URL.createObjectURL(script);
  const worker = new Worker(address);
  try {
    await untilListening(worker, files);
  } finally {
    // Not before: VS Code gives extensions a Worker of its own, which loads the script from inside the new worker.
    URL.revokeObjectURL(address);
  }
  return worker;
}

function untilListening(worker: Worker, files: BootFiles): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(`The worker could not be started: ${message}`));
    worker.onmessage = ({ data }) => {
      if (data !== workerListens) return;
      worker.onmessage = null;
      worker.onerror = null;
      resolve();
    };
    worker.postMessage(files);
  });
}
