/** What must hold of notebooks and agents inside VS Code; checks as in checks.ts. */
import { match, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from './ask';
import type { Check } from './outcome';

const title = 'Handshake reply is not an empty frame and a payload';

/** What VS Code gives language models. */
interface Models {
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  invokeTool(name: string, options: object): Promise<{ readonly content: readonly { readonly value: string }[] }>;
}

export const sessionChecks: Readonly<Record<string, Check>> = {
  'the error of a cell that an extension made is explained': async () => {
    const stack = "Traceback (most recent call last):\nHandshakeError: Unexpected frame! received_frame = [b'meta']";
    const error = vscode.NotebookCellOutputItem.error({ name: 'HandshakeError', message: 'Unexpected frame!', stack });
    const data = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'handshake()', 'python');
    data.outputs = [new vscode.NotebookCellOutput([error])];
    const made = new vscode.NotebookData([data]);
    await explained(await vscode.workspace.openNotebookDocument('jupyter-notebook', made));
  },

  'the error of a cell of a file is explained': async (folder) => {
    await explained(await openNotebook(folder));
  },

  'the error of a cell that was executed is explained': async (folder) => {
    const notebook = await openNotebook(folder);
    await vscode.window.showNotebookDocument(notebook);
    const cell = notebook.cellAt(1);
    await vscode.commands.executeCommand('notebook.selectKernel', { id: 'replay', extension: companion });
    await vscode.commands.executeCommand('notebook.cell.execute', { ranges: [{ start: 1, end: 2 }] });
    await waitFor('the output', () => cell.executionSummary?.success === false);
    await explained(notebook, 1);
  },

  'VS Code starts the MCP server and its tools answer': async () => {
    // Newer than the typed API: stable since VS Code 1.95.
    const { lm } = vscode as unknown as { lm: Models };
    const options = { autoTrustChanges: true, waitForLiveTools: true };
    const tool = await waitFor('a tool of the server', async () => {
      // Before the server is known this starts none.
      await vscode.commands.executeCommand('workbench.mcp.startServer', '*', options);
      return lm.tools.find(({ name }) => /^mcp_.*lookup_error$/.test(name));
    });
    const text = "HandshakeError: Unexpected frame! received_frame = [b'meta']";
    const { content } = await lm.invokeTool(tool.name, { input: { text }, toolInvocationToken: undefined });
    match(content.map(({ value }) => value).join(''), /vllm\/moriio\/unexpected-frame/);
  },
};

const companion = 'error-lookup-tests.companion';

async function openNotebook(folder: vscode.Uri): Promise<vscode.NotebookDocument> {
  return vscode.workspace.openNotebookDocument(vscode.Uri.joinPath(folder, 'handshake.ipynb'));
}

/** Asks for a cell's output as its menu does, and waits for the page of its error. */
async function explained(notebook: vscode.NotebookDocument, index = 0): Promise<void> {
  ok(notebook.cellAt(index).outputs.length > 0, 'the cell has no output');
  await vscode.commands.executeCommand('errorLookup.explainCell', notebook.cellAt(index));
  const tab = await waitFor('the page', () =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(({ label, isActive }) => label === title && isActive),
  );
  await vscode.window.tabGroups.close(tab);
}
