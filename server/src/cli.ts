/** Entry of the command line: runs one command and sets the exit status. The same script is run by its second thread. */
import { isMainThread } from 'node:worker_threads';
import { serveBlocks } from './cli/blockThread';
import { tuneEngine } from './cli/engineFlags';
import { main } from './cli/main';
import { processIo } from './cli/processIo';

if (isMainThread) {
  tuneEngine();
  runCommand();
} else serveBlocks();

function runCommand(): void {
  main(process.argv.slice(2), processIo()).then(
    (status) => {
      process.exitCode = status;
    },
    (error: unknown) => {
      // Only a fault of ours ends here: everything that input can cause has its own message.
      process.stderr.write(`error-lookup: internal error: ${error instanceof Error ? error.stack : String(error)}\n`);
      process.exitCode = 2;
    },
  );
}
