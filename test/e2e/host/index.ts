/** Runs the checks inside the extension host of a real VS Code; host.test.ts starts it and reports what it finds. */
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { closeAll } from './ask';
import { checks } from './checks';
import { emptyChecks, fixChecks } from './fixChecks';
import type { Check, Outcome } from './outcome';
import { sessionChecks } from './sessionChecks';
import { sourceChecks } from './sourceChecks';

/** Called by VS Code. Writes one outcome a check next to the folder that is open, or to its own in an empty window. */
export async function run(): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const uri = folder?.uri ?? vscode.Uri.file(__dirname);
  const outcomes: Outcome[] = [];
  for (const [name, check] of Object.entries(
    folder ? { ...fixChecks, ...checks, ...sessionChecks, ...sourceChecks } : emptyChecks,
  )) {
    outcomes.push({ name, ...(await tried(check, uri)) });
  }
  writeFileSync(`${uri.fsPath}.outcomes.json`, JSON.stringify(outcomes));
}

/** Like every test in a real window, a check may be tried twice. */
async function tried(check: Check, folder: vscode.Uri): Promise<Omit<Outcome, 'name'>> {
  const first = await failure(check, folder);
  if (first === null) return { error: null };
  await closeAll();
  return { first, error: await failure(check, folder) };
}

async function failure(check: Check, folder: vscode.Uri): Promise<string | null> {
  try {
    await check(folder);
    await closeAll();
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
