/** "Explain Selection": explains the selected text, whatever document it stands in. */
import { l10n, window } from 'vscode';
import type { Client } from '../activate';
import { selectedText } from './editor';
import { showExplanation } from './explainLine';

/** Explains the selection of the active editor. */
export async function explainSelection(client: Client): Promise<void> {
  const text = selectedText();
  if (text.trim() === '') {
    void window.showInformationMessage(l10n.t('Select the text of the error first.'));
    return;
  }
  await showExplanation(client, await client.server.request('errorLookup/explain', { text }));
}
