/** "Explain Line": opens the page of the error in the line, or a document that says what was tried. */
import { l10n, window } from 'vscode';
import type { Explanation } from '../../../server/src/lsp/protocol';
import type { Client } from '../activate';
import type { PageOrigin } from '../page/panel';
import { readPlace } from './arguments';
import { cursorPlace } from './editor';
import { pickEntry } from './pickEntry';

/** Explains the line of the argument, or that of the cursor. */
export async function explainLine(client: Client, argument: unknown): Promise<void> {
  const at = readPlace(argument) ?? cursorPlace();
  if (!at) return;
  await showExplanation(client, await client.server.request('errorLookup/explain', { at }), { at });
}

/** Shows an explanation: the page of its entry, a choice where there are several, else the document. */
export async function showExplanation(
  client: Client,
  explanation: Explanation | null,
  from: PageOrigin = {},
): Promise<void> {
  if (!explanation) {
    void window.showInformationMessage(
      l10n.t('Error Lookup does not read documents of this language. Select the text and run “Explain Selection”.'),
    );
    return;
  }
  if (explanation.entries.length === 0) {
    await client.documents.show(l10n.t('Explanation'), explanation.document);
    return;
  }
  const entry = await pickEntry(explanation.entries);
  if (entry) await client.page.show(entry.code, from);
}
