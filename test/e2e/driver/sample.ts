/** Places in the files of the sample folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from './server';
import type { Workbench } from './workbench';

/** The message in the sample log whose number is an HTTP request. */
export const rankError = 'Message from engine with unexpected data parallel rank';

/** Text of a file as it is on disk. */
export function readSample({ folder }: TestServer, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** Opens a file and puts the cursor on the first `text` in it. */
export async function openAt(vscode: Workbench, server: TestServer, name: string, text: string): Promise<void> {
  const lines = readSample(server, name).split('\n');
  const index = lines.findIndex((line) => line.includes(text));
  await vscode.openFile(name);
  await vscode.goTo(index + 1, (lines[index] ?? '').indexOf(text) + 1);
}
