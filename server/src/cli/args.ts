/** Parses the arguments of one command with node:util. */
import { parseArgs } from 'node:util';
import { CliError, type Command, type OptionSpecs, type ParsedArgs } from './command';

const help: OptionSpecs = { help: { type: 'boolean', short: 'h', help: 'show this help' } };

const catalog: OptionSpecs = {
  catalog: {
    type: 'string',
    value: 'FILE',
    help: 'use this catalog (packed JSON, one YAML entry, or a folder like data/) instead of the bundled one',
  },
};

/** Options that every command accepts; of them those that stand alone take the catalog and the help only. */
export const commonOptions: OptionSpecs = {
  ...catalog,
  level: {
    type: 'string',
    value: 'LEVEL',
    help: 'lowest level reported: warning (default), info or debug',
  },
  project: { type: 'string', value: 'NAME', help: 'only this project, such as vllm' },
  ...help,
};

/** What a command accepts beside its own options. */
export function sharedOptions(command: Command): OptionSpecs {
  return command.standsAlone ? { ...catalog, ...help } : commonOptions;
}

/** Reads `args`; wrong use throws `CliError` with one line that says what is wrong and where the help is. */
export function readArgs(command: Command, args: readonly string[]): ParsedArgs {
  const specs = { ...command.options, ...sharedOptions(command) };
  const { values, positionals } = parse(command, specs, args);
  const get = new Map(Object.entries(values));
  return {
    words: positionals,
    flag: (name) => get.get(name) === true,
    text: (name) => [get.get(name)].flat().filter((value) => typeof value === 'string')[0],
    texts: (name) => [get.get(name)].flat().filter((value) => typeof value === 'string'),
  };
}

function parse(command: Command, specs: OptionSpecs, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { type, short, multiple }]) => [
      name,
      { type, multiple: multiple ?? false, ...(short && { short }) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // node:util explains how to pass a positional that starts with a dash; its first sentence is enough here.
    const [reason = ''] = error instanceof Error ? error.message.split('. ') : [String(error)];
    throw new CliError(`${command.name}: ${reason.replace(/\.$/, '')}; see error-lookup ${command.name} --help`);
  }
}
