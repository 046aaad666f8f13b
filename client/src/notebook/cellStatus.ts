/** Below a cell whose output holds a known error stands which one, since VS Code lets nobody into the output itself. */
import {
  type CancellationToken,
  type Disposable,
  type NotebookCell,
  NotebookCellStatusBarAlignment,
  NotebookCellStatusBarItem,
  notebooks,
} from 'vscode';
import type { Client } from '../activate';
import { texts } from '../texts';
import { cellText } from './cellText';

/** Registers the item for notebooks of every kind. */
export function registerCellStatus({ server, log }: Pick<Client, 'server' | 'log'>): Disposable {
  return notebooks.registerNotebookCellStatusBarItemProvider('*', {
    provideCellStatusBarItems: async (cell, token) => {
      try {
        return await statusOf(cell, server, token);
      } catch (error) {
        // The provider is called for every cell in view, so a fault is logged and not shown.
        log.error(`Notebook cell: ${String(error)}`);
        return undefined;
      }
    },
  });
}

async function statusOf(
  cell: NotebookCell,
  server: Client['server'],
  token: CancellationToken,
): Promise<NotebookCellStatusBarItem | undefined> {
  const text = cellText(cell.outputs);
  if (text.trim() === '') return undefined;
  const explanation = await server.request('errorLookup/explain', { text }, token);
  const [entry] = explanation?.entries ?? [];
  if (!entry) return undefined;
  const item = new NotebookCellStatusBarItem(texts.knownError(entry.title), NotebookCellStatusBarAlignment.Left);
  item.tooltip = entry.summary;
  item.command = { command: 'errorLookup.explainCell', title: texts.explain(), arguments: [cell] };
  return item;
}
