/** The page of an entry, in one webview panel that is reused and comes back after a restart. */
import { type Disposable, env, l10n, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import type { Page } from '../../../server/src/lsp/protocol';
import type { Server } from '../server';
import { pageHtml } from './html';
import { readPageMessage, readPageState } from './message';

/** Type of the panel, as the activation event names it. */
const panelType = 'errorLookup.page';

/** Shows entries, one at a time. */
export class EntryPage implements Disposable {
  readonly #resources: Uri;
  readonly #restoring: Disposable;
  #panel: WebviewPanel | undefined;
  #page: Page | undefined;

  constructor(
    private readonly extension: Uri,
    private readonly server: Server,
  ) {
    this.#resources = Uri.joinPath(extension, 'dist');
    this.#restoring = window.registerWebviewPanelSerializer(panelType, {
      deserializeWebviewPanel: (panel, state) => this.#restore(panel, readPageState(state)),
    });
  }

  /** Opens the page of an entry, or says that there is none. */
  async show(code: string): Promise<void> {
    const page = await this.server.request('errorLookup/page', { code });
    if (!page) {
      void window.showInformationMessage(l10n.t('The catalog has no entry {0}.', code));
      return;
    }
    const panel = this.#panel ?? this.#open();
    this.#fill(panel, page);
    panel.reveal(undefined, false);
  }

  dispose(): void {
    this.#restoring.dispose();
    this.#panel?.dispose();
  }

  #open(): WebviewPanel {
    const panel = window.createWebviewPanel(panelType, 'Error Lookup', ViewColumn.Active, { enableFindWidget: true });
    this.#adopt(panel);
    return panel;
  }

  async #restore(panel: WebviewPanel, code: string | undefined): Promise<void> {
    const page = code === undefined ? null : await this.server.request('errorLookup/page', { code });
    if (!page) {
      panel.dispose();
      return;
    }
    this.#adopt(panel);
    this.#fill(panel, page);
  }

  #adopt(panel: WebviewPanel): void {
    panel.webview.options = { enableScripts: true, localResourceRoots: [this.#resources] };
    panel.iconPath = Uri.joinPath(this.extension, 'images', 'icon.png');
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = undefined;
    });
    panel.webview.onDidReceiveMessage((message) => this.#receive(message));
    this.#panel = panel;
  }

  #fill(panel: WebviewPanel, page: Page): void {
    this.#page = page;
    panel.title = page.title;
    panel.webview.html = pageHtml(page, {
      nonce: crypto.randomUUID(),
      cspSource: panel.webview.cspSource,
      style: panel.webview.asWebviewUri(Uri.joinPath(this.#resources, 'page.css')).toString(),
      script: panel.webview.asWebviewUri(Uri.joinPath(this.#resources, 'page.js')).toString(),
    });
  }

  async #receive(value: unknown): Promise<void> {
    const message = readPageMessage(value);
    if (!message || !this.#page) return;
    switch (message.action) {
      case 'copy':
        await env.clipboard.writeText(this.#page.markdown);
        window.setStatusBarMessage(l10n.t('Copied as Markdown'), 3000);
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
