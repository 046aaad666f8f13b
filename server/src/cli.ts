/** Entry of the command line: runs one command and sets the exit status. */
import { tuneEngine } from './cli/engineFlags';
import { main } from './cli/main';
import { processIo } from './cli/processIo';

tuneEngine();
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
