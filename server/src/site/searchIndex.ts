/** Writes the index that the site’s search field looks into. */
import MiniSearch from 'minisearch';
import type { Catalog } from '../core/catalog/catalog';
import type { Entry } from '../core/catalog/entry';
import { pageAddress } from './addresses';
import { sentence } from './entryPage';
import { type Indexed, indexGlobal, searchOptions } from './search';

/** A script that leaves the index in a global. */
export function searchIndexScript(catalog: Catalog): string {
  const index = new MiniSearch(searchOptions);
  index.addAll(catalog.entries.map(indexed));
  // A string costs a browser less to read than an object of this size.
  return `globalThis.${indexGlobal} = ${JSON.stringify(JSON.stringify(index))};\n`;
}

function indexed(entry: Entry): Indexed {
  return {
    id: entry.code,
    address: pageAddress(entry.code),
    code: entry.code,
    title: entry.title,
    summary: sentence(entry),
    exception: entry.exception ?? '',
    messages: [...entry.templates, ...entry.samples].map(({ text }) => text).join('\n'),
    explanation: [entry.meaning, entry.when, ...entry.causes.map(({ cause }) => cause)].join('\n'),
  };
}
