/** `error-lookup lsp`: the language server. */
import { checkCatalog } from '../catalog';
import { CliError, type Command } from '../command';
import { runOwnBundle } from '../ownBundle';

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
    checkCatalog(args);
    // It reads --stdio and --catalog from the command line itself, and ends when the editor says so or goes away.
    return runOwnBundle('lsp', 'server.js');
  },
};
