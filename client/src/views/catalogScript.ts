/** Runs inside the Catalog view: asks while one types, and lists what comes back. */
import type { CatalogFilters, EntrySummary } from '../../../server/src/lsp/protocol';
import type { CatalogAnswer, CatalogMessage } from './catalogMessage';

/** What is asked for, kept over a restart. */
type Asked = Readonly<Record<'query' | 'project' | 'severity' | 'version', string>>;

declare function acquireVsCodeApi(): {
  postMessage(message: CatalogMessage): void;
  getState(): Asked | undefined;
  setState(state: Asked): void;
};

const vscode = acquireVsCodeApi();
const query = element('query', HTMLInputElement);
const project = element('project', HTMLSelectElement);
const severity = element('severity', HTMLSelectElement);
const version = element('version', HTMLSelectElement);
const list = element('entries', HTMLUListElement);
const count = element('count', HTMLElement);
const nothing = element('nothing', HTMLElement);
let versions: ReadonlyMap<string, readonly string[]> = new Map();
/** How severities are said. */
let names: ReadonlyMap<string, string> = new Map();

query.value = vscode.getState()?.query ?? '';
query.addEventListener('input', ask);
project.addEventListener('change', () => {
  offerVersions('');
  ask();
});
for (const select of [severity, version]) select.addEventListener('change', ask);
element('clear', HTMLButtonElement).addEventListener('click', clear);
document.addEventListener('keydown', moveBetweenEntries);
list.addEventListener('click', ({ target }) => {
  const code = target instanceof Element ? target.closest('[data-code]')?.getAttribute('data-code') : undefined;
  if (code) vscode.postMessage({ action: 'open', code });
});
window.addEventListener('message', ({ data }: MessageEvent<CatalogAnswer>) => {
  if (data.kind === 'filters') {
    names = new Map(data.names);
    showFilters(data);
  } else {
    showEntries(data.entries, data.count);
  }
});
vscode.postMessage({ action: 'ready' });

/** Lists what was found; whoever stood in the list with the keyboard stays in it, on the same entry if it is there. */
function showEntries(entries: readonly EntrySummary[], said: string): void {
  const wasInList = list.contains(document.activeElement);
  const stoodOn = document.activeElement?.getAttribute('data-code');
  count.textContent = said;
  list.replaceChildren(...entries.map(rowOf));
  nothing.hidden = entries.length > 0;
  if (!wasInList) return;
  const rows = [...list.querySelectorAll('button')];
  (rows.find((row) => row.dataset.code === stoodOn) ?? rows[0] ?? query).focus();
}

/** The whole catalog again. */
function clear(): void {
  query.value = '';
  for (const select of [project, severity]) select.value = '';
  offerVersions('');
  ask();
  query.focus();
}

function ask(): void {
  const asked: Asked = {
    query: query.value,
    project: project.value,
    severity: severity.value,
    version: version.value,
  };
  vscode.setState(asked);
  vscode.postMessage({ action: 'search', ...asked });
}

function showFilters({ projects, severities }: CatalogFilters): void {
  const kept = vscode.getState();
  versions = new Map(projects.map((it) => [it.name, it.versions]));
  offer(project, [...versions.keys()], kept?.project);
  offer(severity, severities, kept?.severity);
  offerVersions(kept?.version);
  ask();
}

/** Versions count within a project, so there are none to choose before one is chosen. */
function offerVersions(chosen: string | undefined): void {
  const known = versions.get(project.value) ?? [];
  offer(version, known, chosen);
  version.disabled = known.length === 0;
  // A choice of nothing only takes room.
  version.hidden = version.disabled;
}

/** Puts choices behind the first one, which lets all through. */
function offer(select: HTMLSelectElement, choices: readonly string[], chosen = ''): void {
  const [all] = select.options;
  select.replaceChildren(
    ...(all ? [all] : []),
    ...choices.map((choice) => new Option(names.get(choice) ?? choice, choice)),
  );
  select.value = choices.includes(chosen) ? chosen : '';
}

function rowOf({ code, title, summary, severity: level, project: name }: EntrySummary): HTMLLIElement {
  const row = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.code = code;
  button.className = `severity-${level}`;
  button.append(part('title', title), part('facts', `${name} · ${names.get(level) ?? level}`), part('text', summary));
  row.append(button);
  return row;
}

function part(className: string, text: string): HTMLSpanElement {
  const span = document.createElement('span');
  span.className = className;
  // Markdown of one sentence: only code spans stand in it.
  span.textContent = text.replaceAll('`', '');
  return span;
}

function moveBetweenEntries(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target === query) list.querySelector('button')?.click();
  const step = new Map([
    ['ArrowDown', 1],
    ['ArrowUp', -1],
  ]).get(event.key);
  if (step === undefined || event.target instanceof HTMLSelectElement) return;
  const rows: HTMLElement[] = [query, ...list.querySelectorAll('button')];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? rows.indexOf(activeElement) : -1;
  const next = rows[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the view has no ${id}`);
  return found;
}
