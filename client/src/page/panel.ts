/** The page of an entry, in one webview panel that is reused and comes back after a restart. */
import { type Disposable, type ExtensionContext, env, l10n, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import type { Page, PageParams } from '../../../server/src/lsp/protocol';
import type { VirtualDocuments } from '../documents';
import { openLine } from '../logs/spots';
import type { Server } from '../server';
import { texts } from '../texts';
import { keepFeedback } from './feedback';
import { pageHtml } from './html';
import { readPageMessage, readPageState } from './message';

/** Type of the panel, as the activation event names it. */
const panelType = 'errorLookup.page';

/** Where one comes from to a page. */
export type PageOrigin = Omit<PageParams, 'code'>;

/** Most pages that one can go back through. */
const maxHistory = 50;

/** Shows entries, one at a time. */
export class EntryPage implements Disposable {
  readonly #resources: Uri;
  readonly #restoring: Disposable;
  #panel: WebviewPanel | undefined;
  #page: Page | undefined;
  /** What was shown, oldest first; `#at` is the one that is shown now. */
  #history: PageParams[] = [];
  #at = -1;

  constructor(
    private readonly context: ExtensionContext,
    private readonly server: Server,
    private readonly documents: VirtualDocuments,
  ) {
    this.#resources = Uri.joinPath(context.extensionUri, 'dist');
    this.#restoring = window.registerWebviewPanelSerializer(panelType, {
      deserializeWebviewPanel: (panel, state) => this.#restore(panel, readPageState(state)),
    });
  }

  /** Opens the page of an entry, with the values of the line one comes from, or says that there is none. */
  async show(code: string, from: PageOrigin = {}): Promise<void> {
    const params = { code, ...from };
    const page = await this.server.request('errorLookup/page', params);
    if (!page) {
      void window.showInformationMessage(l10n.t('The catalog has no entry {0}.', code));
      return;
    }
    const panel = this.#panel ?? this.#open();
    this.#remember(params);
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
    this.#remember({ code: page.code });
    this.#fill(panel, page);
  }

  /** What follows the page that was shown is forgotten, as in a browser; showing a page again is no step. */
  #remember(params: PageParams): void {
    const again = this.#history[this.#at]?.code === params.code;
    this.#history = [...this.#history.slice(0, again ? this.#at : this.#at + 1), params].slice(-maxHistory);
    this.#at = this.#history.length - 1;
  }

  /** Shows what was shown a step before or after. */
  async #go(step: -1 | 1): Promise<void> {
    const params = this.#history[this.#at + step];
    const page = params && (await this.server.request('errorLookup/page', params));
    // The user may have gone elsewhere meanwhile.
    if (!page || !this.#panel || this.#history[this.#at + step] !== params) return;
    this.#at += step;
    this.#fill(this.#panel, page);
  }

  #adopt(panel: WebviewPanel): void {
    panel.webview.options = { enableScripts: true, localResourceRoots: [this.#resources] };
    panel.iconPath = Uri.joinPath(this.context.extensionUri, 'images', 'icon.png');
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#history = [];
      this.#at = -1;
    });
    panel.webview.onDidReceiveMessage((message) => this.#receive(message));
    this.#panel = panel;
  }

  #fill(panel: WebviewPanel, page: Page): void {
    this.#page = page;
    panel.title = page.title;
    const ways = { back: this.#at > 0, forward: this.#at < this.#history.length - 1 };
    panel.webview.html = pageHtml(page, ways, texts.page(), {
      nonce: crypto.randomUUID(),
      cspSource: panel.webview.cspSource,
      style: panel.webview.asWebviewUri(Uri.joinPath(this.#resources, 'page.css')).toString(),
      script: panel.webview.asWebviewUri(Uri.joinPath(this.#resources, 'page.js')).toString(),
    });
  }

  async #receive(value: unknown): Promise<void> {
    const message = readPageMessage(value);
    const page = this.#page;
    if (!message || !page) return;
    switch (message.action) {
      case 'back':
        await this.#go(-1);
        break;
      case 'forward':
        await this.#go(1);
        break;
      case 'copy':
        await env.clipboard.writeText(page.markdown);
        window.setStatusBarMessage(texts.copied(), 3000);
        break;
      case 'json':
        await this.documents.show(page.code.replaceAll('/', ' '), page.json, 'json');
        break;
      case 'raise':
        if (page.raise) await openLine({ uri: page.raise.uri }, page.raise.line);
        break;
      case 'source':
        if (page.sourceUrl) await env.openExternal(Uri.parse(page.sourceUrl, true));
        break;
      case 'issues':
        if (page.issuesUrl) await env.openExternal(Uri.parse(page.issuesUrl, true));
        break;
      case 'right':
      case 'wrong':
        await this.#keep(page.code, message.action === 'right');
        break;
      case 'open':
        await this.show(message.code);
        break;
    }
  }

  async #keep(code: string, right: boolean): Promise<void> {
    const version = String(this.context.extension.packageJSON.version);
    const on = new Date().toISOString().slice(0, 10);
    await keepFeedback(this.context.globalState, { code, right, on, version });
    window.setStatusBarMessage(texts.feedbackKept(), 5000);
  }
}
