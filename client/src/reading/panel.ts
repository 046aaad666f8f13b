/** The panel in which "Decode Payload…" shows what it read; one that is reused. */
import { type Disposable, l10n, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import type { DecodeParams } from '../../../server/src/lsp/protocol';
import { type ReadingHost, ReadingView } from './view';

/** Shows decoded payloads. */
export class ReadingPanel implements Disposable {
  #open: { readonly panel: WebviewPanel; readonly view: ReadingView } | undefined;

  constructor(private readonly host: ReadingHost) {}

  /** Opens the panel with a payload. */
  async show(payload: DecodeParams): Promise<void> {
    this.#open ??= this.#create();
    const { panel, view } = this.#open;
    await view.show(payload);
    panel.reveal(undefined, false);
  }

  dispose(): void {
    this.#open?.panel.dispose();
  }

  #create(): { panel: WebviewPanel; view: ReadingView } {
    const options = { enableFindWidget: true };
    const panel = window.createWebviewPanel(
      'errorLookup.reading',
      l10n.t('Decoded payload'),
      ViewColumn.Active,
      options,
    );
    panel.iconPath = Uri.joinPath(this.host.extension, 'images', 'icon.png');
    const view = new ReadingView(panel.webview, this.host);
    panel.onDidDispose(() => {
      view.dispose();
      if (this.#open?.panel === panel) this.#open = undefined;
    });
    return { panel, view };
  }
}
