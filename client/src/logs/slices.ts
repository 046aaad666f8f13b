/** Lines of a log that is too large for an editor, in a read-only document that numbers them as the file does. */
import {
  type Disposable,
  Position,
  Range,
  Selection,
  type TextDocument,
  type TextDocumentContentProvider,
  type TextEditor,
  TextEditorLineNumbersStyle,
  TextEditorRevealType,
  ThemeColor,
  Uri,
  window,
  workspace,
} from 'vscode';
import { sliceScheme } from '../../../server/src/lsp/documentKind';
import type { FileSlice } from '../../../server/src/lsp/protocol';
import type { Server } from '../server';
import { texts } from '../texts';

/** Opens slices and keeps their texts while they are open. */
export class Slices implements TextDocumentContentProvider, Disposable {
  readonly #slices = new Map<string, FileSlice>();
  readonly #numbers = window.createTextEditorDecorationType({});
  readonly #registered: readonly Disposable[];

  constructor(private readonly server: Server) {
    this.#registered = [
      this.#numbers,
      workspace.registerTextDocumentContentProvider(sliceScheme, this),
      workspace.onDidCloseTextDocument((document) => this.#forget(document)),
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.#number(editor);
      }),
    ];
  }

  /** Shows a line of a file; says so where the file is not what it was. */
  async open(file: string, line: number): Promise<void> {
    const slice = await this.server.request('errorLookup/fileSlice', { uri: file, line });
    if (!slice) {
      void window.showInformationMessage(texts.fileChanged());
      return;
    }
    const uri = sliceUri(file, slice);
    this.#slices.set(uri.toString(), slice);
    const at = new Position(line - slice.firstLine, 0);
    const editor = await window.showTextDocument(await workspace.openTextDocument(uri), {
      selection: new Selection(at, at),
    });
    this.#number(editor);
    editor.revealRange(new Range(at, at), TextEditorRevealType.InCenter);
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#slices.get(uri.toString())?.text ?? texts.sliceClosed();
  }

  dispose(): void {
    for (const registered of this.#registered) registered.dispose();
  }

  #forget(document: TextDocument): void {
    if (document.uri.scheme === sliceScheme) this.#slices.delete(document.uri.toString());
  }

  /** An editor can only number lines from 1, so its own numbers are off and ours stand before the text. */
  #number(editor: TextEditor): void {
    const slice = this.#slices.get(editor.document.uri.toString());
    if (!slice) return;
    const digits = String(slice.firstLine + editor.document.lineCount).length;
    editor.options = { lineNumbers: TextEditorLineNumbersStyle.Off };
    const color = new ThemeColor('editorLineNumber.foreground');
    const decorations = Array.from({ length: editor.document.lineCount }, (_, i) => ({
      range: new Range(i, 0, i, 0),
      renderOptions: {
        before: {
          contentText: String(slice.firstLine + i + 1),
          color,
          width: `${digits}ch`,
          margin: '0 1.5ch 0 0',
          textDecoration: 'none; display: inline-block; text-align: right',
        },
      },
    }));
    editor.setDecorations(this.#numbers, decorations);
  }
}

/** The name says which lines it holds; it ends as logs do, so that it is read as one. */
function sliceUri(file: string, { text, firstLine }: FileSlice): Uri {
  const path = Uri.parse(file).path;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const last = firstLine + text.split('\n').length;
  return Uri.from({ scheme: sliceScheme, path: `/${name} ${firstLine + 1}–${last}.log`, query: file });
}
