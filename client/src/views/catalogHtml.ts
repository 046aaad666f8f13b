/** The document of the Catalog view: a search, three filters, and an empty list that its script fills. */
import { frame, type PageResources } from '../page/frame';

/** What the view says; plain text, escaped here. */
export interface CatalogTexts {
  readonly search: string;
  readonly project: string;
  readonly severity: string;
  readonly version: string;
  readonly entries: string;
  /** Says what to do where nothing is found. */
  readonly nothing: string;
  readonly clear: string;
}

/** The whole document. */
export function catalogHtml(texts: CatalogTexts, resources: PageResources): string {
  const search = escaped(texts.search);
  const html = `<input type="search" id="query" aria-label="${search}" placeholder="${search}" aria-controls="entries">
<div class="filters">
${filter('project', texts.project)}
${filter('severity', texts.severity)}
${filter('version', texts.version)}
</div>
<p id="count" role="status"></p>
<div id="nothing" hidden><p>${escaped(texts.nothing)}</p><button type="button" id="clear">${escaped(texts.clear)}</button></div>
<ul id="entries" aria-label="${escaped(texts.entries)}"></ul>`;
  return frame(
    { title: 'Error Lookup: Catalog', body: '<body class="catalog">', main: '<main>', buttons: '', html },
    resources,
  );
}

function filter(name: string, all: string): string {
  return `<select id="${name}" aria-label="${escaped(all)}"><option value="">${escaped(all)}</option></select>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
