/** Read-only documents that the client shows: readings, explanations, the setup check. They live until they are closed. */
import {
  type Disposable,
  l10n,
  type TextDocument,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';
import { ownScheme } from '../../server/src/lsp/documentKind';

/** Serves the documents and opens new ones. */
export class VirtualDocuments implements TextDocumentContentProvider, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registered: readonly Disposable[];
  #count = 0;

  constructor() {
    this.#registered = [
      workspace.registerTextDocumentContentProvider(ownScheme, this),
      workspace.onDidCloseTextDocument((document) => this.#forget(document)),
    ];
  }

  /** Shows `text` in an editor whose tab is titled with `title` and a number; `ending` tells its language. */
  async show(title: string, text: string, ending: 'txt' | 'json' = 'txt'): Promise<void> {
    this.#count++;
    const uri = Uri.from({ scheme: ownScheme, path: `/${title} ${this.#count}.${ending}` });
    this.#texts.set(uri.toString(), text);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? `${l10n.t('This document was closed. Run the command again.')}\n`;
  }

  dispose(): void {
    for (const registered of this.#registered) registered.dispose();
  }

  #forget(document: TextDocument): void {
    if (document.uri.scheme === ownScheme) this.#texts.delete(document.uri.toString());
  }
}
