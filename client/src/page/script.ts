/** Runs inside the entry’s page: turns buttons and links to other entries into messages. */
import { type PageMessage, type PageState, pageActions } from './message';

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
};

const vscode = acquireVsCodeApi();

// VS Code scrolls new content to where the old one was, unless it finds it scrolled already: right when a tab comes back,
// wrong when another entry takes its place. One pixel is enough, and nobody sees it.
const code = document.querySelector('main')?.getAttribute('data-code') ?? '';
if (vscode.getState()?.code !== code) window.scrollTo(0, 1);
vscode.setState({ code });

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target.closest('[data-action], a[href^="entry:"]') : null;
  if (!target) return;
  const href = target.getAttribute('href');
  if (href) {
    event.preventDefault();
    vscode.postMessage({ action: 'open', code: href.slice('entry:'.length) });
    return;
  }
  const action = pageActions.find((known) => known === target.getAttribute('data-action'));
  if (action) vscode.postMessage({ action });
});
