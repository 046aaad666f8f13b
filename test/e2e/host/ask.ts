/** Questions to VS Code, asked the way its own user interface asks them. */
import * as vscode from 'vscode';

/** Longest wait for an answer of the server, in milliseconds. */
const patience = 180_000;

/** Writes a log file and opens it. */
export async function openLog(
  folder: vscode.Uri,
  name: string,
  lines: readonly string[],
): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.joinPath(folder, name);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(`${lines.join('\n')}\n`));
  return vscode.workspace.openTextDocument(uri);
}

/** Opens a file of the sample folder. */
export async function openSample(folder: vscode.Uri, name: string): Promise<vscode.TextDocument> {
  return vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, name));
}

/** Markdown of all hovers at the first place of `text`, asked for until there is one that fits. */
export async function hoverWith(document: vscode.TextDocument, text: string, expected: RegExp): Promise<string> {
  let last = '';
  try {
    return await waitFor(`a hover like ${expected}`, async () => {
      last = await hoverAt(document, text);
      return expected.test(last) && last;
    });
  } catch (error) {
    throw new Error(`the last hover was "${last}"`, { cause: error });
  }
}

/** The code action with this title at the first place of `text`, asked for until it is offered with an edit. */
export async function editAt(
  document: vscode.TextDocument,
  text: string,
  title: string,
): Promise<vscode.WorkspaceEdit> {
  let titles: readonly string[] = [];
  try {
    return await waitFor(title, async () => {
      const actions = await actionsAt(document, text, 10);
      titles = actions.map((action) => action.title);
      return actions.find((action) => action.title === title)?.edit;
    });
  } catch (error) {
    throw new Error(`offered: ${titles.join(', ')}`, { cause: error });
  }
}

/** Markdown of all hovers at the first place of `text`; empty if there is none. */
export async function hoverAt(document: vscode.TextDocument, text: string): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    placeOf(document, text),
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (typeof content === 'string' ? content : content.value))
    .join('\n\n');
}

/** Code actions at the first place of `text`, disabled ones too. */
export async function codeActionsAt(document: vscode.TextDocument, text: string): Promise<vscode.CodeAction[]> {
  return actionsAt(document, text);
}

function actionsAt(document: vscode.TextDocument, text: string, resolved?: number): Thenable<vscode.CodeAction[]> {
  const place = placeOf(document, text);
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    new vscode.Range(place, place),
    vscode.CodeActionKind.QuickFix.value,
    resolved,
  );
}

/** Messages of our diagnostics; undefined if there is none. */
export function messages(document: vscode.TextDocument): string[] | undefined {
  const own = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Error Lookup');
  return own.length > 0 ? own.map(({ message }) => message) : undefined;
}

/** Text of the active editor, once it shows another document and that has a text. */
export function otherText(document: vscode.TextDocument): string | undefined {
  const active = vscode.window.activeTextEditor?.document;
  return (active !== document && active?.getText()) || undefined;
}

/** Takes back the last change of a document. */
export async function undoes(document: vscode.TextDocument, before: string): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('undo');
  await waitFor('the text as it was', () => document.getText() === before);
}

/** Closes all editors; what was changed in them is given up, without being asked. */
export async function closeAll(): Promise<void> {
  const count = (): number => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length;
  await waitFor('no editor', async () => {
    if (count() > 0) await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    return count() === 0;
  });
}

/** Asks until there is an answer. */
export async function waitFor<T>(
  what: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const answer = await asked(ask);
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`waited ${patience / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The answer; none yet where the editor withdrew the question, as it does when a provider registers while it is asked. */
async function asked<T>(ask: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && error.name === 'Canceled') return undefined;
    throw error;
  }
}

function placeOf(document: vscode.TextDocument, text: string): vscode.Position {
  const offset = document.getText().indexOf(text);
  if (offset < 0) throw new Error(`${document.uri.path} does not hold "${text}"`);
  return document.positionAt(offset + 1);
}
