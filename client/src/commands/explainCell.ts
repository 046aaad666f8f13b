/** "Explain Cell Output": explains the error in the output of a notebook cell, where VS Code shows no hovers of ours. */
import { type NotebookCell, window } from 'vscode';
import type { Client } from '../activate';
import { cellText } from '../notebook/cellText';
import { texts } from '../texts';
import { showExplanation } from './explainLine';

/** Explains the output of the argument, a cell whose menu was used, or of the chosen cell of the active notebook. */
export async function explainCell(client: Client, argument: unknown): Promise<void> {
  const cell = isCell(argument) ? argument : chosenCell();
  const text = cell ? cellText(cell.outputs) : '';
  if (text.trim() === '') {
    void window.showInformationMessage(texts.noCellOutput());
    return;
  }
  await showExplanation(client, await client.server.request('errorLookup/explain', { text }));
}

function chosenCell(): NotebookCell | undefined {
  const editor = window.activeNotebookEditor;
  return editor?.notebook.cellAt(editor.selection.start);
}

function isCell(value: unknown): value is NotebookCell {
  return typeof value === 'object' && value !== null && 'notebook' in value && 'outputs' in value;
}
