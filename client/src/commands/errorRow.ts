/** Commands on the rows of the Errors view: open the place, explain, copy, fix. */
import { commands, env, window } from 'vscode';
import type { Client } from '../activate';
import { openLine } from '../logs/spots';
import { texts } from '../texts';
import { errorMarkdown } from '../views/errorRows';

/** Opens the line where the error is seen best; the page of an error that stands in no file. */
export async function openError(client: Client, argument: unknown): Promise<void> {
  const row = client.errors.errorOf(argument);
  if (!row) return;
  if (row.log.uri === undefined) await explainError(client, row);
  else await openLine(row.log, row.error.example.line, client.slices);
}

/** Opens the page of the error. */
export async function explainError(client: Client, argument: unknown): Promise<void> {
  const row = client.errors.errorOf(argument);
  if (row) await client.page.show(row.error.code, { values: row.error.captures });
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
  await openLine(row.log, row.error.example.line, client.slices);
  await commands.executeCommand('editor.action.quickFix');
}
