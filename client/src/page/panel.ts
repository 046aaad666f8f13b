/** The page of an entry, in one webview panel that is reused. */
import { type Disposable, env, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import type { Page } from '../../../server/src/lsp/protocol';
import type { Server } from '../server';
import { pageHtml } from './html';
import { readPageMessage } from './message';

/** Shows entries, one at a time. */
export class EntryPage implements Disposable {
  readonly #resources: Uri;
  #panel: WebviewPanel | undefined;
  #page: Page | undefined;

  constructor(
    extension: Uri,
    private readonly server: Server,
  ) {
    this.#resources = Uri.joinPath(extension, 'dist');
  }

  /** Opens the page of an entry, or says that there is none. */
  async show(code: string): Promise<void> {
    const page = await this.server.request('errorLookup/page', { code });
    if (!page) {
      void window.showInformationMessage(`The catalog has no entry ${code}.`);
      return;
    }
    this.#page = page;
    const panel = this.#panel ?? this.#open();
    panel.title = page.title;
    panel.webview.html = pageHtml(page, {
      nonce: crypto.randomUUID(),
      cspSource: panel.webview.cspSource,
      style: panel.webview.asWebviewUri(Uri.joinPath(this.#resources, 'page.css')).toString(),
      script: panel.webview.asWebviewUri(Uri.joinPath(this.#resources, 'page.js')).toString(),
    });
    panel.reveal(undefined, false);
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #open(): WebviewPanel {
    const panel = window.createWebviewPanel('errorLookup.page', 'Error Lookup', ViewColumn.Active, {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [this.#resources],
    });
    panel.iconPath = Uri.joinPath(this.#resources, '..', 'images', 'icon.png');
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    panel.webview.onDidReceiveMessage((message) => this.#receive(message));
    this.#panel = panel;
    return panel;
  }

  async #receive(value: unknown): Promise<void> {
    const message = readPageMessage(value);
    if (!message || !this.#page) return;
    switch (message.action) {
      case 'copy':
        await env.clipboard.writeText(this.#page.markdown);
        window.setStatusBarMessage('Copied as Markdown', 3000);
        break;
      case 'source':
        if (this.#page.sourceUrl) await env.openExternal(Uri.parse(this.#page.sourceUrl, true));
        break;
      case 'open':
        await this.show(message.code);
        break;
    }
  }
}
