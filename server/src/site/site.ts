/** The catalog as a static web site: pages, JSON documents, a search index and a sitemap, as plain data. */
import type { Catalog } from '../core/catalog/catalog';
import { escapeHtml } from '../core/render/html';
import { jsonAddress, pageAddress } from './addresses';
import { entryPage, sentence } from './entryPage';
import { indexPage } from './indexPage';
import { searchIndexScript } from './searchIndex';

/**
 * Files of the site by address below its root; styles, the icon and the script of the search field come beside them.
 * `base` is the address of the root on the web, with a slash at its end.
 */
export function siteFiles(catalog: Catalog, base: string): Map<string, string> {
  const { entries } = catalog;
  const list = entries.map((entry) => ({
    code: entry.code,
    title: entry.title,
    summary: sentence(entry),
    project: entry.project,
    severity: entry.severity,
    json: jsonAddress(entry.code),
    page: pageAddress(entry.code),
  }));
  return new Map([
    ['index.html', indexPage(catalog, base)],
    ['index.js', searchIndexScript(catalog)],
    ['api/errors.json', json(list)],
    ['sitemap.xml', sitemap(catalog, base)],
    ...entries.flatMap((entry): [string, string][] => [
      [pageAddress(entry.code), entryPage(entry, catalog, base)],
      [jsonAddress(entry.code), json(entry)],
    ]),
  ]);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** https://www.sitemaps.org/protocol.html: whole addresses, dates as YYYY-MM-DD. */
function sitemap({ entries }: Catalog, base: string): string {
  const dates = entries.map(({ verified }) => verified.on).sort();
  const rows = [
    row(base, dates.at(-1)),
    ...entries.map(({ code, verified }) => row(`${base}${pageAddress(code)}`, verified.on)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows.join('\n')}
</urlset>
`;
}

function row(address: string, date: string | undefined): string {
  const changed = date === undefined ? '' : `<lastmod>${date}</lastmod>`;
  return `<url><loc>${escapeHtml(address)}</loc>${changed}</url>`;
}
