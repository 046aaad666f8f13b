/** "Explain Last Command's Errors": the known errors that the last command of the terminal printed, causes first. */
import { commands, l10n, type Terminal, window } from 'vscode';
import type { LogError } from '../../../server/src/lsp/protocol';
import type { Client } from '../activate';
import { isEnabled, type LastCommand } from '../terminal/watch';
import { texts } from '../texts';
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
    void window.showInformationMessage(nothingKnown(last));
    return;
  }
  const title = last.isRunning ? l10n.t('Known errors so far, causes first') : l10n.t('Known errors, causes first');
  const chosen = await window.showQuickPick(rows, { title, matchOnDetail: true });
  if (chosen) await client.page.show(chosen.entry.code);
}

function nothingKnown({ isRunning, isUnheard }: LastCommand): string {
  if (isRunning) return l10n.t('The running command has printed no known error.');
  if (!isUnheard) return l10n.t('The last command printed no known error.');
  const what = l10n.t('VS Code passed on no output of the last command.');
  return `${what} ${selectInstead()}`;
}

function selectInstead(): string {
  return l10n.t('Select the error in the terminal and run “Explain Terminal Selection”.');
}

function toRow(error: LogError, consequences: number): EntryItem {
  const role = consequences === 0 ? [] : [l10n.t('cause of {0} more', consequences)];
  const parts = [texts.severityName(error.severity), ...role, ...(error.detail === '' ? [] : [error.detail])];
  return { ...toItem(error), description: parts.join(' · ') };
}

async function explainAbsence(terminal: Terminal | undefined): Promise<void> {
  if (!terminal) {
    void window.showInformationMessage(l10n.t('No terminal is open.'));
    return;
  }
  if (!isEnabled()) {
    await offerSetting(
      l10n.t('Terminals are not watched, because this is switched off.'),
      'errorLookup.terminalWatch.enabled',
    );
    return;
  }
  if (terminal.shellIntegration) {
    void window.showInformationMessage(l10n.t('No command has run in this terminal since Error Lookup started.'));
    return;
  }
  const why = l10n.t('This terminal has no shell integration, so its output cannot be read.');
  await offerSetting(`${why} ${selectInstead()}`, 'terminal.integrated.shellIntegration.enabled');
}

async function offerSetting(message: string, setting: string): Promise<void> {
  const choice = await window.showInformationMessage(message, l10n.t('Open Settings'));
  if (choice) await commands.executeCommand('workbench.action.openSettings', setting);
}
