/** "Copy as Markdown": puts an entry on the clipboard, for an issue or a chat. */
import { env, l10n, window } from 'vscode';
import type { Client } from '../activate';
import { readCode } from './arguments';
import { cursorPlace } from './editor';
import { pickEntry } from './pickEntry';

/** Copies the entry whose code is given, or the one in the line of the cursor. */
export async function copyMarkdown(client: Client, argument: unknown): Promise<void> {
  const code = readCode(argument) ?? (await codeAtCursor(client));
  const page = code && (await client.server.request('errorLookup/page', { code }));
  if (!page) return;
  await env.clipboard.writeText(page.markdown);
  window.setStatusBarMessage(l10n.t('Copied as Markdown'), 3000);
}

async function codeAtCursor({ server }: Client): Promise<string | undefined> {
  const at = cursorPlace();
  if (!at) return undefined;
  const explanation = await server.request('errorLookup/explain', { at });
  const entry = await pickEntry(explanation?.entries ?? []);
  if (!explanation?.entries.length) void window.showInformationMessage(l10n.t('No known error in this line.'));
  return entry?.code;
}
