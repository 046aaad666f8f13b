/** Runs inside the entry’s page: turns buttons and links to other entries into messages. */
import type { PageMessage } from './message';

declare function acquireVsCodeApi(): { postMessage(message: PageMessage): void };

const vscode = acquireVsCodeApi();

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target.closest('[data-action], a[href^="entry:"]') : null;
  if (!target) return;
  const href = target.getAttribute('href');
  if (href) {
    event.preventDefault();
    vscode.postMessage({ action: 'open', code: href.slice('entry:'.length) });
    return;
  }
  const action = target.getAttribute('data-action');
  if (action === 'copy' || action === 'source') vscode.postMessage({ action });
});
