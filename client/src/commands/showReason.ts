/** Shows why a fix is withheld, since VS Code hides disabled actions in its light bulb menu. */
import { l10n, window } from 'vscode';
import type { Client } from '../activate';

/** Shows the sentence, which a notification would cut to one line. */
export async function showReason(_client: Client, argument: unknown): Promise<void> {
  if (typeof argument === 'string') {
    void window.showInformationMessage(l10n.t('This fix is not offered here.'), { modal: true, detail: argument });
  }
}
