/** Help texts, made from the table of commands. */
import { commonOptions, sharedOptions } from './args';
import type { Command, OptionSpecs } from './command';

/** What `error-lookup --help` prints. */
export function generalHelp(commands: readonly Command[]): string {
  return [
    'error-lookup: explains error lines of LLM serving, fixes code, decodes payloads. Works offline.',
    '',
    'Usage: error-lookup COMMAND [ARGUMENTS]',
    '',
    'Commands:',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Options of every command:',
    ...columns(optionRows(commonOptions)),
    '',
    'Exit status: 0 done, 1 the command’s own negative answer, 2 wrong use or unreadable input.',
    'error-lookup COMMAND --help shows the options of a command; error-lookup --version the version.',
    '',
  ].join('\n');
}

/** What `error-lookup COMMAND --help` prints. */
export function commandHelp(command: Command): string {
  const own = optionRows(command.options);
  return [
    `error-lookup ${command.name}: ${command.summary}`,
    '',
    ...command.usage.map((form, i) =>
      `${i === 0 ? 'Usage:' : '      '} error-lookup ${command.name} ${form}`.trimEnd(),
    ),
    '',
    ...(own.length > 0 ? ['Options:', ...columns(own), ''] : []),
    'Options of every command:',
    ...columns(optionRows(sharedOptions(command))),
    ...(command.notes ? ['', ...command.notes] : []),
    '',
  ].join('\n');
}

function optionRows(options: OptionSpecs): [string, string][] {
  return Object.entries(options).map(([name, { short, value, help }]) => [
    `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    help,
  ]);
}

function columns(rows: readonly [string, string][]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
