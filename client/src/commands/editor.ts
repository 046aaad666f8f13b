/** What commands take from the active editor. */
import { l10n, type TextEditor, window } from 'vscode';
import type { LinePlace } from '../../../server/src/lsp/protocol';

/** The line of the cursor; undefined, after telling the user, where no editor is open. */
export function cursorPlace(): LinePlace | undefined {
  const editor = window.activeTextEditor;
  if (!editor) {
    void window.showInformationMessage(l10n.t('Open a log or a source file first, and put the cursor on the line.'));
    return undefined;
  }
  return placeOf(editor);
}

/** The line of the editor’s cursor. */
export function placeOf(editor: TextEditor): LinePlace {
  return { uri: editor.document.uri.toString(), line: editor.selection.active.line };
}

/** The selected text; empty where nothing is selected. */
export function selectedText(): string {
  const editor = window.activeTextEditor;
  return editor ? editor.document.getText(editor.selection) : '';
}
