/** "Copy message" of a hover: puts the message at a place on the clipboard, as its log says it. */
import { env, l10n, window } from 'vscode';
import type { Client } from '../activate';
import { readPlace } from './arguments';

/** Copies the message of the error at the place of the argument. */
export async function copyMessage({ server }: Client, argument: unknown): Promise<void> {
  const at = readPlace(argument);
  const message = at && (await server.request('errorLookup/message', { at }));
  if (!message) return;
  await env.clipboard.writeText(message);
  window.setStatusBarMessage(l10n.t('Copied the message'), 3000);
}
