/** Runs inside the entry’s page: lists its sections, turns buttons and links to other entries into messages. */
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

showContents();

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

// As in a browser. Where there is no way, VS Code goes back through its editors.
document.addEventListener('keydown', (event) => {
  if (event.altKey && event.key === 'ArrowLeft') go('back', event);
  if (event.altKey && event.key === 'ArrowRight') go('forward', event);
});
document.addEventListener('mouseup', (event) => {
  if (event.button === 3) go('back', event);
  if (event.button === 4) go('forward', event);
});

function go(action: 'back' | 'forward', event: Event): void {
  const button = document.querySelector<HTMLButtonElement>(`[data-action="${action}"]`);
  if (!button || button.disabled) return;
  event.preventDefault();
  vscode.postMessage({ action });
}

/** Links to the sections that say what to do and where to read on; below the first sentence, since that comes first. */
function showContents(): void {
  const contents = document.getElementById('contents');
  const links = ['causes', 'solutions', 'workaround', 'example', 'triggers', 'samples', 'evidence'].flatMap((id) => {
    const heading = document.querySelector(`section#${id} > h2`);
    if (!heading) return [];
    const link = document.createElement('a');
    link.href = `#${id}`;
    link.textContent = heading.textContent;
    link.lang = heading.getAttribute('lang') ?? '';
    return [link];
  });
  if (!contents || links.length < 2) return;
  contents.replaceChildren(...links);
  contents.hidden = false;
  document.querySelector('.summary')?.after(contents);
}
