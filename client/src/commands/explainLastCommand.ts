/** "Explain Last Command's Errors": the known errors that the last command of the terminal printed, causes first. */
import { commands, type Terminal, window } from 'vscode';
import type { LogError } from '../../../server/src/lsp/protocol';
import type { Client } from '../activate';
import { isEnabled } from '../terminal/watch';
import { explainedErrors } from '../views/errorRows';
import { type EntryItem, toItem } from './pickEntry';

/** Lists the errors; says why where there are none to list. */
export async function explainLastCommand(client: Client): Promise<void> {
  const terminal = window.activeTerminal;
  const last = terminal && client.terminals.lastCommand(terminal);
  if (!terminal || !last) {
    await explainAbsence(terminal);
    return;
  }
  const rows = last.stories.flatMap((story) =>
    explainedErrors([story]).map((error) => toRow(error, story.error === error ? story.consequences.length : 0)),
  );
  if (rows.length === 0) {
    const what = last.isRunning ? 'The running command has' : 'The last command';
    void window.showInformationMessage(`${what} printed no known error.`);
    return;
  }
  const title = last.isRunning ? 'Known errors so far, causes first' : 'Known errors, causes first';
  const chosen = await window.showQuickPick(rows, { title, matchOnDetail: true });
  if (chosen) await client.page.show(chosen.entry.code);
}

function toRow(error: LogError, consequences: number): EntryItem {
  const role = consequences === 0 ? [] : [`cause of ${consequences} more`];
  const parts = [error.severity, ...role, ...(error.detail === '' ? [] : [error.detail])];
  return { ...toItem(error), description: parts.join(' · ') };
}

const openSettings = 'Open Settings';

async function explainAbsence(terminal: Terminal | undefined): Promise<void> {
  if (!terminal) {
    void window.showInformationMessage('No terminal is open.');
    return;
  }
  if (!isEnabled()) {
    await offerSetting('Terminals are not watched, because this is switched off.', 'errorLookup.terminalWatch.enabled');
    return;
  }
  if (terminal.shellIntegration) {
    void window.showInformationMessage('No command has run in this terminal since Error Lookup started.');
    return;
  }
  const why = 'This terminal has no shell integration, so its output cannot be read.';
  const instead = 'Select the error in the terminal and run “Explain Terminal Selection”.';
  await offerSetting(`${why} ${instead}`, 'terminal.integrated.shellIntegration.enabled');
}

async function offerSetting(message: string, setting: string): Promise<void> {
  const choice = await window.showInformationMessage(message, openSettings);
  if (choice) await commands.executeCommand('workbench.action.openSettings', setting);
}
