/** Entry of the language server in a web worker. */
import { serveWorker } from './browser/serve';

// The scope of a dedicated worker is a port to its owner; the DOM library types it as a window.
serveWorker(self as unknown as MessagePort);
