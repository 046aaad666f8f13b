/** An entry as plain text for a terminal. */
import type { Catalog } from '../catalog/catalog';
import type { Entry } from '../catalog/entry';
import { noPageLinks } from './entryMarkdown';
import { entrySections } from './entrySections';
import { prose } from './markdown';
import { plainText } from './plainText';
import { visible } from './visible';

/** Columns of prose; wider lines are hard to read. */
const textWidth = 100;

/** The whole entry. Ends with a newline. */
export function entryText(entry: Entry, catalog: Catalog, width: number = textWidth): string {
  const title = visible(entry.title);
  const sections = entrySections(entry, catalog, noPageLinks).map(
    ({ heading, body }) => `${heading.toUpperCase()}\n${plainText(body, width)}`,
  );
  return `${[title, plainText(prose(entry.summary), width), ...sections].join('\n\n')}\n`;
}
