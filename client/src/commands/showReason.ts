/** Shows why a fix is withheld, since VS Code hides disabled actions in its light bulb menu. */
import { window } from 'vscode';
import type { Client } from '../activate';

/** Shows the sentence. */
export async function showReason(_client: Client, argument: unknown): Promise<void> {
  if (typeof argument === 'string') void window.showInformationMessage(argument);
}
