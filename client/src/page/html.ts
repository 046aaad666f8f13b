/** The page of an entry. The body comes from the server, escaped there. */
import type { Page } from '../../../server/src/lsp/protocol';
import { frame, type PageResources } from './frame';
import type { PageAction } from './message';

/** What the buttons say; plain text, escaped here. */
export type PageTexts = Readonly<Record<PageAction | 'question' | 'contents', string>>;

/** Which ways lead from a page to others that were shown before. */
export interface PageWays {
  readonly back: boolean;
  readonly forward: boolean;
}

/** What the buttons to other pages show in place of their names. */
const arrows = { back: '←', forward: '→' } as const;

/** The whole document. A code holds only letters, digits, `-` and `/`. */
export function pageHtml(page: Page, ways: PageWays, texts: PageTexts, resources: PageResources): string {
  const button = (action: PageAction): string =>
    `<button type="button" data-action="${action}">${escaped(texts[action])}</button>`;
  const way = (action: keyof PageWays): string => {
    const name = escaped(texts[action]);
    return `<button type="button" data-action="${action}" title="${name}" aria-label="${name}"${ways[action] ? '' : ' disabled'}>${arrows[action]}</button>`;
  };
  const buttons = [
    ...(ways.back || ways.forward ? [way('back'), way('forward')] : []),
    button('copy'),
    ...(page.raise === null ? [] : [button('raise')]),
    ...(page.sourceUrl === null ? [] : [button('source')]),
    ...(page.issuesUrl === null ? [] : [button('issues')]),
    button('json'),
  ];
  const question = `<p class="question">${escaped(texts.question)} ${button('right')} ${button('wrong')}</p>`;
  const [body, main] = ['<body>', `<main data-code="${page.code}">`];
  const html = `<nav id="contents" aria-label="${escaped(texts.contents)}" hidden></nav>\n${page.html}\n${question}`;
  return frame({ title: 'Error Lookup', body, main, buttons: buttons.join('\n'), html }, resources);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
