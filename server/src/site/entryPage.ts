/** The page of one entry on the catalog site. */
import type { Catalog } from '../core/catalog/catalog';
import type { Entry } from '../core/catalog/entry';
import { entryHtml, escapeHtml } from '../core/render/html';
import { prose } from '../core/render/markdown';
import { plainText } from '../core/render/plainText';
import { jsonAddress, pageAddress, rootFrom } from './addresses';
import { siteDocument } from './document';

/** The document; `base` is the address of the site’s root with a slash at its end. */
export function entryPage(entry: Entry, catalog: Catalog, base: string): string {
  const address = pageAddress(entry.code);
  const root = rootFrom(address);
  const body = entryHtml(entry, catalog, { entry: (code) => `${root}${pageAddress(code)}` });
  const json = `<p class="formats"><a href="${root}${jsonAddress(entry.code)}">This entry as JSON</a></p>`;
  return siteDocument({
    title: `${entry.title} · ${entry.code} · Error Lookup`,
    description: sentence(entry),
    root,
    canonical: `${base}${address}`,
    main: `<nav aria-label="Place">${trail(entry, root)}</nav>\n${body}\n${json}`,
    scripts: [],
  });
}

/** The summary on one line, without Markdown and without the marks around code. */
export function sentence(entry: Entry): string {
  return plainText(prose(entry.summary), Number.POSITIVE_INFINITY).replaceAll('`', '').trim();
}

function trail({ code }: Entry, root: string): string {
  const [project = '', area = ''] = code.split('/');
  const home = `<a href="${root}index.html#${escapeHtml(project)}">${escapeHtml(project)}</a>`;
  return `${home} / <a href="${root}index.html#${escapeHtml(`${project}-${area}`)}">${escapeHtml(area)}</a>`;
}
