/** Commands on the rows of the Errors view: open the place, explain, copy, fix. */
import { commands, env, Position, Selection, Uri, window } from 'vscode';
import type { Client } from '../activate';
import { texts } from '../texts';
import { type ErrorRow, errorMarkdown } from '../views/errorRows';

/** Opens the line where the error is seen best; the page of an error that stands in no file. */
export async function openError(client: Client, argument: unknown): Promise<void> {
  const row = client.errors.errorOf(argument);
  if (!row) return;
  if (row.log.uri === undefined) await explainError(client, row);
  else await reveal(row.log.uri, row);
}

/** Opens the page of the error. */
export async function explainError(client: Client, argument: unknown): Promise<void> {
  const row = client.errors.errorOf(argument);
  if (row) await client.page.show(row.error.code);
}

/** Puts the error on the clipboard: what it is, where it stands, what it says. */
export async function copyError(client: Client, argument: unknown): Promise<void> {
  const row = client.errors.errorOf(argument);
  if (!row) return;
  await env.clipboard.writeText(errorMarkdown(row));
  window.setStatusBarMessage(texts.copied(), 3000);
}

/** Opens the line with the quick fixes that are offered for it. */
export async function fixError(client: Client, argument: unknown): Promise<void> {
  const row = client.errors.errorOf(argument);
  if (row?.log.uri === undefined) return;
  await reveal(row.log.uri, row);
  await commands.executeCommand('editor.action.quickFix');
}

async function reveal(uri: string, { error }: ErrorRow): Promise<void> {
  const at = new Position(error.example.line, 0);
  await window.showTextDocument(Uri.parse(uri), { selection: new Selection(at, at) });
}
