/** Entry of the command line: runs one command and sets the exit status. */
import { main } from './cli/main';

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    process.stderr.write(`error-lookup: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
