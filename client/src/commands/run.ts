/** Every command runs through here: a fault is logged, told to the user, and thrown on to VS Code. */
import { commands, type Disposable, l10n, window } from 'vscode';
import type { Client } from '../activate';

/** A command. Arguments come from menus, links and other extensions, so each handler checks its own. */
export type CommandHandler = (client: Client, ...args: unknown[]) => Promise<void>;

/** Registers a command under its id. */
export function registerCommand(client: Client, id: string, handler: CommandHandler): Disposable {
  return commands.registerCommand(id, (...args: unknown[]) => run(client, id, () => handler(client, ...args)));
}

async function run({ log }: Client, id: string, action: () => Promise<void>): Promise<void> {
  try {
    log.debug(id);
    await action();
  } catch (error) {
    log.error(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    void window
      .showErrorMessage(`Error Lookup: ${error instanceof Error ? error.message : String(error)}`, l10n.t('Show Log'))
      .then((choice) => choice && log.show());
    throw error;
  }
}
