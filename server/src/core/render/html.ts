/** Markdown to HTML for the entry page and the catalog site. Raw HTML is text, and only https links become links. */
import MarkdownIt from 'markdown-it';
import type { Catalog } from '../catalog/catalog';
import type { Entry } from '../catalog/entry';
import { codeTokens } from './codeTokens';
import { entrySections } from './entrySections';
import { prose } from './markdown';
import type { PageLinks } from './pageLinks';
import { visible } from './visible';
import { english, type Words } from './words';

/** Scheme of links to other entries inside a page; the page’s script turns them into requests. */
const entryScheme = 'entry:';

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false, highlight });
parser.validateLink = (url) => /^(https:\/\/|entry:[a-z0-9/_-]+$|(\.\.?\/)+[a-z0-9/_-]+\.html$)/.test(url);
parser.disable(['image']);

/** Code in spans whose class says what they are, lines of a difference in marks of their own, whose sign is text as well. */
function highlight(code: string, language: string, attributes: string): string {
  if (language !== 'diff') return codeHtml(code, language);
  const marks = new Map([
    ['-', 'del'],
    ['+', 'ins'],
  ]);
  return code
    .split('\n')
    .map((line) => {
      const mark = marks.get(line.charAt(0));
      const text = escapeHtml(line.charAt(0)) + codeHtml(line.slice(1), attributes.trim());
      return mark ? `<${mark}>${text}</${mark}>` : text;
    })
    .join('\n');
}

function codeHtml(code: string, language: string): string {
  return codeTokens(code, language)
    .map(({ kind, text }) =>
      kind === 'plain' ? escapeHtml(text) : `<span class="code-${kind}">${escapeHtml(text)}</span>`,
    )
    .join('');
}

/** HTML of a Markdown text made by this folder. */
function markdownHtml(markdown: string): string {
  return parser.render(markdown);
}

/** Text as HTML, for attributes and elements. */
export function escapeHtml(text: string): string {
  return parser.utils.escapeHtml(text);
}

/** Links to other entries as `entry:<code>`, for a page whose script knows what to do with them. */
export const schemeLinks: PageLinks = { entry: (code) => `${entryScheme}${code}` };

/** Body of an entry’s page: heading, sentence, and one `<section>` a section. */
export function entryHtml(
  entry: Entry,
  catalog: Catalog,
  links: PageLinks = schemeLinks,
  values: readonly PageValue[] = [],
): string {
  const words = links.words ?? english;
  const note =
    words.language === 'en'
      ? ''
      : `<p class="language" lang="${words.language}">${words.say('The entries of the catalog are in English.')}</p>`;
  const sections = entrySections(entry, catalog, links).map(
    ({ heading, body, keys }) =>
      `<section id="${keys[0]}"><h2${languageOf(words)}>${escapeHtml(heading)}</h2>\n${markdownHtml(body)}</section>`,
  );
  return [
    `<h1>${escapeHtml(entry.title)}</h1>`,
    `<p class="summary severity-${entry.severity}">${inlineHtml(prose(entry.summary))}</p>`,
    note,
    valuesHtml(values, words),
    ...sections,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** A value of the line that one came from, and what its bytes are where it is a payload. */
export interface PageValue {
  readonly name: string;
  readonly text: string;
  readonly reading?: string;
}

/** What is said in another language than the entry says so. */
function languageOf({ language }: Words): string {
  return language === 'en' ? '' : ` lang="${language}"`;
}

function valuesHtml(values: readonly PageValue[], words: Words): string {
  if (values.length === 0) return '';
  const rows = values.map(({ name, text, reading }) => {
    const what = reading === undefined ? '' : `<br>${escapeHtml(words.say('which is: {0}', visible(reading)))}`;
    return `<dt><code>${escapeHtml(visible(name))}</code></dt><dd><code>${escapeHtml(visible(text))}</code>${what}</dd>`;
  });
  return `<section id="values"><h2${languageOf(words)}>${words.say('In the line you came from')}</h2>\n<dl>${rows.join('\n')}</dl></section>`;
}

/** HTML of prose that stands inside a paragraph of its own. */
export function inlineHtml(markdown: string): string {
  return parser.renderInline(markdown);
}
