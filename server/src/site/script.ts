/** Runs on the first page of the catalog site: shows what the search field finds. Nothing leaves the page. */
import { indexGlobal, loadSearch, type SearchRow } from './search';

/** Most results shown; who needs more writes another word. */
const maxShown = 30;

const field = document.querySelector<HTMLInputElement>('#words');
const found = document.querySelector('#found');
const all = document.querySelector('#all');

let search: ((words: string) => SearchRow[]) | undefined;

if (field && found && all) {
  const show = (): void => {
    const words = field.value.trim();
    all.toggleAttribute('hidden', words !== '');
    found.replaceChildren(...(words === '' ? [] : results(words)));
  };
  field.addEventListener('input', show);
  document.querySelector('#search')?.addEventListener('submit', (event) => {
    event.preventDefault();
    found.querySelector('a')?.click();
  });
  show();
}

function results(words: string): HTMLElement[] {
  search ??= loadSearch(String(Reflect.get(globalThis, indexGlobal)));
  const rows = search(words);
  const note = document.createElement('p');
  note.textContent =
    rows.length === 0
      ? 'No entry holds these words.'
      : `${rows.length} ${rows.length === 1 ? 'entry shares' : 'entries share'} words with this${rows.length > maxShown ? `; the best ${maxShown}:` : ':'}`;
  const list = document.createElement('ul');
  list.append(...rows.slice(0, maxShown).map(item));
  return rows.length === 0 ? [note] : [note, list];
}

/** Text nodes only, so that nothing of the field or the index becomes markup. */
function item({ address, title, summary, id }: SearchRow): HTMLElement {
  const link = document.createElement('a');
  link.href = address;
  link.textContent = title;
  const small = document.createElement('small');
  small.textContent = summary;
  const code = document.createElement('code');
  code.textContent = id;
  const row = document.createElement('li');
  row.append(link, ' ', code, ' ', small);
  return row;
}
