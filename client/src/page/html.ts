/** The page of an entry. The body comes from the server, escaped there. */
import type { Page } from '../../../server/src/lsp/protocol';
import { frame, type PageResources } from './frame';

/** The whole document. A code holds only letters, digits, `-` and `/`. */
export function pageHtml({ code, html, sourceUrl }: Page, resources: PageResources): string {
  const copy = '<button type="button" data-action="copy">Copy as Markdown</button>';
  const source = sourceUrl === null ? '' : '<button type="button" data-action="source">Open pinned source</button>';
  const [body, main] = ['<body>', `<main data-code="${code}">`];
  return frame({ title: 'Error Lookup', body, main, buttons: `${copy}\n${source}`, html }, resources);
}
