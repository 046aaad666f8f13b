/** `error-lookup lsp`: the language server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, type Command } from '../command';

/** The command. */
export const lsp: Command = {
  name: 'lsp',
  usage: ['--stdio'],
  summary: 'the language server for any editor',
  options: {
    stdio: { type: 'boolean', help: 'speak the protocol over standard input and output' },
  },
  maxWords: 0,
  notes: ['docs/editors.md shows how editors start it.'],
  async run(args) {
    if (!args.flag('stdio')) throw new CliError('lsp: say --stdio; the server speaks over standard input and output');
    const server = join(__dirname, 'server.js');
    if (!existsSync(server)) throw new CliError(`lsp: ${server} is missing; build or install Error Lookup again`);
    // A bundle of its own, so that no other command pays for loading it. It reads --stdio from the command line itself.
    require(server);
    return new Promise(() => {
      // The server ends the process when the editor says so or goes away.
    });
  },
};
