/** Runs the checks inside the extension host of a real VS Code; host.test.ts starts it and reports what it finds. */
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { checks } from './checks';
import type { Outcome } from './outcome';

/** Called by VS Code. Writes one outcome a check next to the folder that is open. */
export async function run(): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error('no folder is open');
  const outcomes: Outcome[] = [];
  for (const [name, check] of Object.entries(checks)) {
    outcomes.push({ name, error: await failure(check, folder.uri) });
  }
  writeFileSync(`${folder.uri.fsPath}.outcomes.json`, JSON.stringify(outcomes));
}

async function failure(check: (folder: vscode.Uri) => Promise<void>, folder: vscode.Uri): Promise<string | null> {
  try {
    await check(folder);
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
