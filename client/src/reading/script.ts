/** Runs inside the page of a decoded payload: ties tree and bytes together, and turns buttons into messages. */
import { ByteView } from './bytes';
import type { ReadingMessage, ShownBytes } from './message';
import { Tree } from './tree';

declare function acquireVsCodeApi(): { postMessage(message: ReadingMessage): void };

const vscode = acquireVsCodeApi();
const status = document.getElementById('status');
const tree = new Tree(document.getElementById('tree'));
const bytes = new ByteView(document.getElementById('bytes'));

tree.onHover = (item) => bytes.mark('near', item);
tree.onSelect = (item) => {
  bytes.mark('chosen', item);
  bytes.reveal(item);
  tell(item.dataset.where ?? '');
};
bytes.onHover = (at) => tree.mark(at === undefined ? undefined : tree.innermost(at));
bytes.onSelect = (at) => {
  const item = tree.innermost(at);
  if (!item) return tell(said('byte', at));
  tree.select(item, false);
  bytes.cursor(at);
  tell(`${said('within', at, item.querySelector('.row')?.textContent?.trim())}: ${item.dataset.where ?? ''}`);
};

bytes.onMissing = (from) => vscode.postMessage({ action: 'bytes', from });
window.addEventListener('message', ({ data }: MessageEvent<ShownBytes>) => {
  if (typeof data?.bytes !== 'string') return;
  bytes.replace(data.bytes);
  bytes.mark('chosen', tree.chosen);
});

/** A text of the status line in the language of the page, with its holes filled. */
function said(name: 'byte' | 'within', at: number, item = ''): string {
  const [before = '', between = '', after = ''] = (status?.dataset[name] ?? '').split(/\{[01]\}/);
  return `${before}${at}${between}${name === 'within' ? item : ''}${after}`;
}

function tell(text: string): void {
  if (status) status.textContent = text;
}

for (const row of document.querySelectorAll<HTMLElement>('#frames tr[data-start]')) {
  row.addEventListener('mouseenter', () => bytes.mark('near', row));
  row.addEventListener('mouseleave', () => bytes.mark('near', undefined));
}

document.addEventListener('click', (event) => {
  const target =
    event.target instanceof Element ? event.target.closest('[data-copy], [data-open-text], a[href^="entry:"]') : null;
  if (!(target instanceof HTMLElement)) return;
  const { copy } = target.dataset;
  const code = target.getAttribute('href')?.slice('entry:'.length);
  if (code !== undefined) {
    event.preventDefault();
    vscode.postMessage({ action: 'open', code });
  } else if (copy === 'json' || copy === 'hex' || copy === 'python' || copy === 'base64') {
    vscode.postMessage({ action: 'copy', as: copy });
  } else vscode.postMessage({ action: 'text' });
});

document.addEventListener('change', () => {
  const chosen = (name: string): string =>
    document.querySelector<HTMLSelectElement>(`select[data-choice="${name}"]`)?.value ?? '';
  vscode.postMessage({ action: 'read', form: chosen('form'), hint: chosen('hint') });
});
