/** The page of an analyzed log, in one panel that is reused: causes first, when they came, and ways to each line. */
import { type Disposable, env, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { frame } from '../page/frame';
import type { EntryPage } from '../page/panel';
import { texts } from '../texts';
import { logMarkdown } from '../views/errorRows';
import type { AnalyzedLog } from './analyzedLogs';
import { readResultsMessage } from './resultsMessage';
import type { Slices } from './slices';
import { openLine } from './spots';

/** What the panel works with. */
interface Host {
  readonly extension: Uri;
  readonly page: EntryPage;
  readonly slices: Slices;
}

/** Shows analyzed logs, one at a time. */
export class ResultsPanel implements Disposable {
  #panel: WebviewPanel | undefined;
  #shown: AnalyzedLog | undefined;

  constructor(private readonly host: Host) {}

  /** Opens the page of a log. */
  show(analyzed: AnalyzedLog): void {
    this.#panel ??= this.#create();
    this.#shown = analyzed;
    const { webview } = this.#panel;
    const resources = this.#resources;
    this.#panel.title = texts.resultsTitle(analyzed.log.title);
    const copy = `<button type="button" data-copy>${texts.copyMarkdown()}</button>`;
    webview.html = frame(
      {
        title: 'Error Lookup',
        body: '<body class="results">',
        main: '<main>',
        buttons: copy,
        html: analyzed.file.html,
      },
      {
        nonce: crypto.randomUUID(),
        cspSource: webview.cspSource,
        style: webview.asWebviewUri(Uri.joinPath(resources, 'results.css')).toString(),
        script: webview.asWebviewUri(Uri.joinPath(resources, 'results.js')).toString(),
      },
    );
    this.#panel.reveal(undefined, false);
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  get #resources(): Uri {
    return Uri.joinPath(this.host.extension, 'dist');
  }

  #create(): WebviewPanel {
    const panel = window.createWebviewPanel('errorLookup.results', 'Error Lookup', ViewColumn.Active, {
      enableFindWidget: true,
      enableScripts: true,
      localResourceRoots: [this.#resources],
      // The user goes from the page to lines and back, and wants to find it where it was.
      retainContextWhenHidden: true,
    });
    panel.iconPath = Uri.joinPath(this.host.extension, 'images', 'icon.png');
    panel.webview.onDidReceiveMessage((message) => this.#receive(message));
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    return panel;
  }

  async #receive(value: unknown): Promise<void> {
    const message = readResultsMessage(value);
    if (!message || !this.#shown) return;
    switch (message.action) {
      case 'copy':
        await env.clipboard.writeText(logMarkdown(this.#shown.log));
        window.setStatusBarMessage(texts.copied(), 3000);
        break;
      case 'line':
        await openLine(this.#shown.log, message.line, this.host.slices);
        break;
      case 'open':
        await this.host.page.show(message.code);
        break;
    }
  }
}
