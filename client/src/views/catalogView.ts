/** The Catalog view: search as one types, filters, and a click that opens the page of an entry. */
import { type Disposable, Uri, type WebviewView, window } from 'vscode';
import type { SearchParams } from '../../../server/src/lsp/protocol';
import type { Client } from '../activate';
import { texts } from '../texts';
import { catalogHtml } from './catalogHtml';
import { type CatalogAnswer, readCatalogMessage } from './catalogMessage';

/** What the view works with. */
type Host = Pick<Client, 'context' | 'server' | 'page' | 'log'>;

/** Registers the view; VS Code asks for its content when somebody opens it. */
export function registerCatalogView(client: Host): Disposable {
  return window.registerWebviewViewProvider('errorLookup.catalog', {
    resolveWebviewView: (view) => fill(view, client),
  });
}

function fill({ webview }: WebviewView, client: Host): void {
  const resources = Uri.joinPath(client.context.extensionUri, 'dist');
  webview.options = { enableScripts: true, localResourceRoots: [resources] };
  webview.onDidReceiveMessage((value) =>
    receive(value, client, (answer) => webview.postMessage(answer)).catch((error: unknown) =>
      client.log.error(`Catalog view: ${String(error)}`),
    ),
  );
  webview.html = catalogHtml(texts.catalog(), {
    nonce: crypto.randomUUID(),
    cspSource: webview.cspSource,
    style: webview.asWebviewUri(Uri.joinPath(resources, 'catalog.css')).toString(),
    script: webview.asWebviewUri(Uri.joinPath(resources, 'catalog.js')).toString(),
  });
}

async function receive(value: unknown, client: Host, answer: (it: CatalogAnswer) => Thenable<boolean>): Promise<void> {
  const message = readCatalogMessage(value);
  switch (message?.action) {
    case 'ready': {
      const filters = await client.server.request('errorLookup/catalogFilters', {});
      const names = filters.severities.map((severity) => [severity, texts.severityName(severity)] as const);
      await answer({ kind: 'filters', names, ...filters });
      break;
    }
    case 'search': {
      const { action: _action, ...params } = message;
      const entries = await client.server.request('errorLookup/search', params satisfies SearchParams);
      await answer({ kind: 'entries', entries, count: texts.entryCount(entries.length) });
      break;
    }
    case 'open':
      await client.page.show(message.code);
      break;
  }
}
