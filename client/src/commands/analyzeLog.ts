/** "Analyze Log File…" and what can be done with a file that was analyzed. */
import { Uri, window } from 'vscode';
import type { Client } from '../activate';
import { texts } from '../texts';

/** Analyzes the file of the argument (a row of the explorer), or one that the user chooses, and shows its page. */
export async function analyzeLog(client: Client, argument: unknown): Promise<void> {
  const uri = argument instanceof Uri ? argument : await chooseFile();
  const analyzed = uri && (await client.analyzed.analyze(uri));
  if (analyzed) client.results.show(analyzed);
}

/** Shows the page of an analyzed log again. */
export async function showResults(client: Client, argument: unknown): Promise<void> {
  const uri = client.errors.logOf(argument)?.uri;
  const analyzed = uri === undefined ? undefined : client.analyzed.get(uri);
  if (analyzed) client.results.show(analyzed);
}

/** Takes an analyzed log off the Errors view. */
export async function removeLog(client: Client, argument: unknown): Promise<void> {
  const uri = client.errors.logOf(argument)?.uri;
  if (uri !== undefined) client.analyzed.remove(uri);
}

async function chooseFile(): Promise<Uri | undefined> {
  const active = window.activeTextEditor?.document.uri;
  const [file] =
    (await window.showOpenDialog({
      title: texts.chooseLog(),
      openLabel: texts.analyze(),
      ...(active?.scheme === 'file' && { defaultUri: Uri.joinPath(active, '..') }),
    })) ?? [];
  return file;
}
