/** "Explain Terminal Selection": VS Code tells no extension what is selected in a terminal, so it goes over the clipboard. */
import { commands, env, l10n, window } from 'vscode';
import type { Client } from '../activate';
import { showExplanation } from './explainLine';

/** Explains the selection of the active terminal; the clipboard gets back what it held. */
export async function explainTerminalSelection(client: Client): Promise<void> {
  const kept = await env.clipboard.readText();
  await commands.executeCommand('workbench.action.terminal.copySelection');
  const text = await env.clipboard.readText();
  await env.clipboard.writeText(kept);
  if (text.trim() === '') {
    void window.showInformationMessage(l10n.t('Select the text of the error in the terminal first.'));
    return;
  }
  await showExplanation(client, await client.server.request('errorLookup/explain', { text }));
}
