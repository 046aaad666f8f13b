/** Starts a program that has a bundle of its own beside ours, so that no other command pays for loading it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from './command';

/** Runs `dist/<file>` for a command. Never resolves: the program ends the process itself. */
export function runOwnBundle(command: string, file: string): Promise<never> {
  const path = join(__dirname, file);
  if (!existsSync(path)) throw new CliError(`${command}: ${path} is missing; build or install Error Lookup again`);
  require(path);
  return new Promise(() => undefined);
}
