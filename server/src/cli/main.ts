/** Finds the command and hands it the rest of the arguments. */
import { version } from '../../../package.json';
import { visible } from '../core/render/visible';
import { readArgs } from './args';
import { CliError, type Command, type Io, isCliError, OutputClosed } from './command';
import { annotate } from './commands/annotate';
import { explain } from './commands/explain';
import { commandHelp, generalHelp } from './help';

/** What reads logs starts at once; the other commands need much that it does not, and are loaded when one is asked for. */
const early: readonly Command[] = [explain, annotate];

/** Runs the command line. Resolves to the exit status of docs/cli.md. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  try {
    return await run(args, io);
  } catch (error) {
    if (error instanceof OutputClosed) return 0;
    if (!isCliError(error)) throw error;
    await io.stderr.write(`error-lookup: ${visible(error.message)}\n`);
    return 2;
  }
}

async function run([name, ...rest]: readonly string[], io: Io): Promise<number> {
  if (name === undefined) throw new CliError('no command given; see error-lookup --help');
  if (name === '--help' || name === '-h' || name === 'help') {
    const about = rest[0] === undefined ? undefined : await findCommand(rest[0]);
    refuseMore(name, rest, 1);
    await io.stdout.write(about ? commandHelp(about) : generalHelp(await allCommands()));
    return 0;
  }
  if (name === '--version' || name === '-V') {
    refuseMore(name, rest, 0);
    await io.stdout.write(`${version}\n`);
    return 0;
  }
  const command = await findCommand(name);
  const parsed = readArgs(command, rest);
  if (parsed.flag('help')) {
    await io.stdout.write(commandHelp(command));
    return 0;
  }
  refuseMore(name, parsed.words, command.maxWords);
  return command.run(parsed, io);
}

async function allCommands(): Promise<readonly Command[]> {
  const { commands } = await import('./commands/all');
  return commands;
}

async function findCommand(name: string): Promise<Command> {
  const isNamed = (candidate: Command): boolean => candidate.name === name;
  const command = early.find(isNamed) ?? (await allCommands()).find(isNamed);
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
