/** The page of an entry. The body comes from the server, escaped there. */
import type { Page } from '../../../server/src/lsp/protocol';
import { frame, type PageResources } from './frame';
import type { PageAction } from './message';

/** What the buttons say; plain text, escaped here. */
export type PageTexts = Readonly<Record<PageAction | 'question', string>>;

/** The whole document. A code holds only letters, digits, `-` and `/`. */
export function pageHtml(page: Page, texts: PageTexts, resources: PageResources): string {
  const button = (action: PageAction): string =>
    `<button type="button" data-action="${action}">${escaped(texts[action])}</button>`;
  const buttons = [
    button('copy'),
    ...(page.raise === null ? [] : [button('raise')]),
    ...(page.sourceUrl === null ? [] : [button('source')]),
    ...(page.issuesUrl === null ? [] : [button('issues')]),
    button('json'),
  ];
  const question = `<p class="question">${escaped(texts.question)} ${button('right')} ${button('wrong')}</p>`;
  const [body, main] = ['<body>', `<main data-code="${page.code}">`];
  const html = `${page.html}\n${question}`;
  return frame({ title: 'Error Lookup', body, main, buttons: buttons.join('\n'), html }, resources);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
