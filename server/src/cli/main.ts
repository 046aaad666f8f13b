/** Finds the command and hands it the rest of the arguments. */
import { version } from '../../../package.json';
import { visible } from '../core/render/visible';
import { readArgs } from './args';
import { CliError, type Command, type Io, OutputClosed } from './command';
import { annotate } from './commands/annotate';
import { check } from './commands/check';
import { decode } from './commands/decode';
import { explain } from './commands/explain';
import { fix } from './commands/fix';
import { harvest } from './commands/harvest';
import { index } from './commands/indexPackages';
import { lsp } from './commands/lsp';
import { mcp } from './commands/mcp';
import { search } from './commands/search';
import { show } from './commands/show';
import { stats } from './commands/stats';
import { commandHelp, generalHelp } from './help';

/** Every command, in the order in which the help lists them. */
const commands: readonly Command[] = [
  explain,
  annotate,
  decode,
  fix,
  show,
  search,
  harvest,
  index,
  check,
  stats,
  lsp,
  mcp,
];

/** Runs the command line. Resolves to the exit status of docs/cli.md. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  try {
    return await run(args, io);
  } catch (error) {
    if (error instanceof OutputClosed) return 0;
    if (!(error instanceof CliError)) throw error;
    await io.stderr.write(`error-lookup: ${visible(error.message)}\n`);
    return 2;
  }
}

async function run([name, ...rest]: readonly string[], io: Io): Promise<number> {
  if (name === undefined) throw new CliError('no command given; see error-lookup --help');
  if (name === '--help' || name === '-h' || name === 'help') {
    const about = rest[0] === undefined ? undefined : findCommand(rest[0]);
    refuseMore(name, rest, 1);
    await io.stdout.write(about ? commandHelp(about) : generalHelp(commands));
    return 0;
  }
  if (name === '--version' || name === '-V') {
    refuseMore(name, rest, 0);
    await io.stdout.write(`${version}\n`);
    return 0;
  }
  const command = findCommand(name);
  const parsed = readArgs(command, rest);
  if (parsed.flag('help')) {
    await io.stdout.write(commandHelp(command));
    return 0;
  }
  refuseMore(name, parsed.words, command.maxWords);
  return command.run(parsed, io);
}

function findCommand(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new CliError(`there is no command ${JSON.stringify(name)}; see error-lookup --help`);
  return command;
}

/** Throws where there are more words than a command takes: they would be passed over in silence. */
function refuseMore(name: string, words: readonly string[], most = Number.POSITIVE_INFINITY): void {
  const extra = words[most];
  if (extra === undefined) return;
  const takes = most === 0 ? 'it takes no words' : `it takes one word`;
  throw new CliError(`${name}: ${takes}, so ${JSON.stringify(extra)} is too much; see error-lookup --help`);
}
