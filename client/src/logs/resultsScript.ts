/** Runs inside a results page: turns buttons and links into messages. */
import type { ResultsMessage } from './resultsMessage';

declare function acquireVsCodeApi(): { postMessage(message: ResultsMessage): void };

const vscode = acquireVsCodeApi();

document.addEventListener('click', (event) => {
  const target =
    event.target instanceof Element ? event.target.closest('[data-line], [data-copy], a[href^="entry:"]') : null;
  if (!(target instanceof HTMLElement)) return;
  const code = target.getAttribute('href')?.slice('entry:'.length);
  if (code !== undefined) {
    event.preventDefault();
    vscode.postMessage({ action: 'open', code });
  } else if (target.dataset.line !== undefined) {
    vscode.postMessage({ action: 'line', line: Number(target.dataset.line) });
  } else vscode.postMessage({ action: 'copy' });
});
