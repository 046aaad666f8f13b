/** The first page of the catalog site: a search field and every entry, by project and area. */
import type { Catalog } from '../core/catalog/catalog';
import type { Entry } from '../core/catalog/entry';
import { escapeHtml } from '../core/render/html';
import { pageAddress } from './addresses';
import { siteDocument } from './document';
import { sentence } from './entryPage';

/** The document; `base` is the address of the site’s root with a slash at its end. */
export function indexPage(catalog: Catalog, base: string): string {
  const count = catalog.entries.length;
  const description = `What ${count} error messages of LLM serving mean, when they happen, and what to do: each one checked in its source.`;
  const projects = grouped(catalog.entries, ({ project }) => project).map(([project, entries]) =>
    projectList(project, entries),
  );
  return siteDocument({
    title: 'Error Lookup: error messages of LLM serving, explained',
    description,
    root: './',
    canonical: base,
    main: `<h1>Error messages of LLM serving, explained</h1>
<p>${escapeHtml(description)}</p>
<form role="search" id="search">
<label for="words">Words, a code, or a line of your log</label>
<input type="search" id="words" name="q" autocomplete="off" spellcheck="false" maxlength="2000" autofocus>
</form>
<noscript><p>The search needs scripts; the list below does not.</p></noscript>
<div id="found" aria-live="polite"></div>
<div id="all">
${projects.join('\n')}
</div>`,
    scripts: ['index.js', 'search.js'],
  });
}

function projectList(project: string, entries: readonly Entry[]): string {
  const areas = grouped(entries, ({ code }) => code.split('/')[1] ?? '').map(([area, ofArea]) => {
    const items = ofArea.map(
      (entry) =>
        `<li><a href="${pageAddress(entry.code)}">${escapeHtml(entry.title)}</a> <small>${escapeHtml(sentence(entry))}</small></li>`,
    );
    return `<h3 id="${escapeHtml(`${project}-${area}`)}">${escapeHtml(area)}</h3>\n<ul>\n${items.join('\n')}\n</ul>`;
  });
  return `<section><h2 id="${escapeHtml(project)}">${escapeHtml(project)}</h2>\n${areas.join('\n')}\n</section>`;
}

/** Items by key, keys in alphabetical order, items in theirs. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
}
