/** Places in the files of the sample folder. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from './server';
import { until } from './until';
import type { Workbench } from './workbench';

/** The message in the sample log whose number is an HTTP request. */
export const rankError = 'Message from engine with unexpected data parallel rank';

/** Text of a file as it is on disk. */
export function readSample({ folder }: TestServer, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** Makes a file as it is in the repository, which a test has changed, or an earlier try of it. */
export function restoreSample(server: TestServer, name: string): void {
  const text = readFileSync(join('test/e2e/workspace', name), 'utf8');
  if (readSample(server, name) !== text) writeFileSync(join(server.folder, name), text);
}

/** Opens a file and puts the cursor on the first `text` in it. */
export async function openAt(vscode: Workbench, server: TestServer, name: string, text: string): Promise<void> {
  const lines = readSample(server, name).split('\n');
  const index = lines.findIndex((line) => line.includes(text));
  await vscode.openFile(name);
  await vscode.goTo(index + 1, (lines[index] ?? '').indexOf(text) + 1);
  // A file that was just written is read anew a moment later.
  await until(`"${text}" in the editor`, async () => (await vscode.editorText()).includes(text));
}
