/** What the site’s search field looks into; the index itself is written by searchIndex.ts. */
import MiniSearch, { type Options } from 'minisearch';

/** Name of the global in which `index.js` leaves the index: a page on a disk may run scripts but not fetch files. */
export const indexGlobal = 'errorLookupIndex';

/** A pasted line shares a word with nearly every entry; one that scores less than this share of the best says nothing. */
const leastShare = 0.2;

/** What a result shows. */
export interface SearchRow {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly address: string;
}

/** Fields that are searched; a code and an exception are words of their own, and so are their parts. */
export interface Indexed extends SearchRow {
  readonly code: string;
  readonly exception: string;
  readonly messages: string;
  readonly explanation: string;
}

/** The same for writing and reading, as the library asks. */
export const searchOptions: Options<Indexed> = {
  fields: ['code', 'title', 'exception', 'messages', 'summary', 'explanation'],
  storeFields: ['title', 'summary', 'address'],
  tokenize: (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [],
  searchOptions: {
    boost: { code: 4, title: 3, exception: 3, messages: 4, summary: 2 },
    prefix: (term) => term.length >= 3,
    fuzzy: (term) => (term.length >= 6 ? 0.15 : false),
  },
};

/** Reads what searchIndex.ts wrote. */
export function loadSearch(json: string): (words: string) => SearchRow[] {
  const index = MiniSearch.loadJSON(json, searchOptions);
  return (words) => {
    const found = index.search(words);
    const least = (found[0]?.score ?? 0) * leastShare;
    return found
      .filter(({ score }) => score >= least)
      .map(({ id, title, summary, address }) => ({ id, title, summary, address }));
  };
}
