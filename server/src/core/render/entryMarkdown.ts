/** A whole entry as one Markdown document: what "Copy as Markdown" gives and what the page shows. */
import type { Catalog } from '../catalog/catalog';
import type { Entry } from '../catalog/entry';
import { entrySections } from './entrySections';
import { blocks, plain, prose } from './markdown';
import type { PageLinks } from './pageLinks';

/** No links to other pages, for Markdown that leaves the editor. */
export const noPageLinks: PageLinks = { entry: () => undefined };

/** The document: title, the one sentence that says what is wrong, then every section that has something to say. */
export function entryMarkdown(entry: Entry, catalog: Catalog, links: PageLinks = noPageLinks): string {
  return `${blocks(
    `# ${plain(entry.title)}`,
    `**${prose(entry.summary)}**`,
    ...entrySections(entry, catalog, links).map(({ heading, body }) => blocks(`## ${heading}`, body)),
  )}\n`;
}
