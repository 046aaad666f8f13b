/** A decoded payload in a webview: fills it, and does what its script asks for. */
import { type Disposable, env, l10n, Uri, type Webview, window } from 'vscode';
import type { DecodeParams } from '../../../server/src/lsp/protocol';
import type { VirtualDocuments } from '../documents';
import type { EntryPage } from '../page/panel';
import type { Server } from '../server';
import { texts } from '../texts';
import { readingFrame } from './html';
import { copies, readReadingMessage, type ShownBytes } from './message';

/** What a view works with. */
export interface ReadingHost {
  readonly extension: Uri;
  readonly server: Server;
  readonly page: EntryPage;
  readonly documents: VirtualDocuments;
}

/** One webview that shows payloads, one at a time. */
export class ReadingView implements Disposable {
  readonly #listening: Disposable;
  readonly #resources: Uri;
  #payload: DecodeParams | undefined;

  constructor(
    private readonly webview: Webview,
    private readonly host: ReadingHost,
  ) {
    this.#resources = Uri.joinPath(host.extension, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [this.#resources] };
    this.#listening = webview.onDidReceiveMessage((message) => this.#receive(message));
  }

  /** Shows what the payload is. */
  async show(payload: DecodeParams): Promise<void> {
    this.#payload = payload;
    const { html } = await this.host.server.request('errorLookup/decode', payload);
    // The user may have asked for another one meanwhile.
    if (this.#payload === payload) this.#fill(html);
  }

  /** Shows a sentence in place of a payload. */
  say(sentence: string): void {
    this.#fill(`<p>${sentence}</p>`);
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #fill(body: string): void {
    const { webview } = this;
    webview.html = readingFrame(body, texts.reading(), {
      nonce: crypto.randomUUID(),
      cspSource: webview.cspSource,
      style: webview.asWebviewUri(Uri.joinPath(this.#resources, 'reading.css')).toString(),
      script: webview.asWebviewUri(Uri.joinPath(this.#resources, 'reading.js')).toString(),
    });
  }

  async #receive(value: unknown): Promise<void> {
    const message = readReadingMessage(value);
    const payload = this.#payload;
    if (!message || !payload) return;
    switch (message.action) {
      case 'copy': {
        const text = await this.host.server.request('errorLookup/copyPayload', { ...payload, as: message.as });
        await env.clipboard.writeText(text);
        window.setStatusBarMessage(l10n.t('Copied as {0}', copies.get(message.as) ?? message.as), 3000);
        break;
      }
      case 'text': {
        const text = await this.host.server.request('errorLookup/copyPayload', { ...payload, as: 'text' });
        await this.host.documents.show(l10n.t('Decoded payload'), text);
        break;
      }
      case 'bytes': {
        const bytes = await this.host.server.request('errorLookup/payloadBytes', { ...payload, from: message.from });
        await this.webview.postMessage({ bytes } satisfies ShownBytes);
        break;
      }
      case 'open':
        await this.host.page.show(message.code);
        break;
      case 'read': {
        const { form: _form, hint: _hint, ...rest } = payload;
        const { form, hint } = message;
        await this.show({ ...rest, ...(form !== '' && { form }), ...(hint !== '' && { hint }) });
        break;
      }
    }
  }
}
