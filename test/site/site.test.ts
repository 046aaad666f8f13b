/** The catalog site: its addresses lead somewhere, it asks for nothing from elsewhere, and its search finds pasted lines. */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../server/src/core/catalog/catalog';
import { indexGlobal, loadSearch } from '../../server/src/site/search';
import { siteFiles } from '../../server/src/site/site';
import { sampleCatalog, sampleEntry } from '../render/sampleEntry';
import { loaded } from '../support/wholeCatalog';

const base = 'https://errors.example/site/';
const catalog = createCatalog({ ...loaded.data, facts: {} });
const files = siteFiles(catalog, base);

const sample = sampleEntry();

/** Files that the build puts beside the pages. */
const beside = ['site.css', 'page.css', 'icon.png', 'search.js'];

function page(address: string, of = files): string {
  return of.get(address) ?? '';
}

/** Addresses that a page asks for or leads to, with what is asked for by the page itself first. */
function addresses(html: string): { loaded: string[]; linked: string[] } {
  const loaded = [...html.matchAll(/<(?:script|img|link rel="(?:stylesheet|icon)")[^>]* (?:src|href)="([^"]*)"/g)];
  const linked = [...html.matchAll(/<a href="([^"]*)"/g)];
  return { loaded: loaded.map(([, it = '']) => it), linked: linked.map(([, it = '']) => it) };
}

/** Results of the search field. */
function search(of: ReadonlyMap<string, string>): (words: string) => string[] {
  const [, literal = ''] = new RegExp(`^globalThis\\.${indexGlobal} = (.*);\n$`).exec(of.get('index.js') ?? '') ?? [];
  const find = loadSearch(JSON.parse(literal));
  return (words) => find(words).map(({ id }) => id);
}

describe('the pages', () => {
  const html = [...files].filter(([address]) => address.endsWith('.html'));

  it('are one for each entry, and the first one', () => {
    expect(html).toHaveLength(catalog.entries.length + 1);
  });

  it('lead to each other by relative addresses that are there', () => {
    const missing = html.flatMap(([from, text]) =>
      Object.values(addresses(text))
        .flat()
        .filter((to) => !to.startsWith('https://'))
        .map((to) => posix.join(posix.dirname(from), to.replace(/#.*/, '')))
        .filter((to) => !files.has(to) && !beside.includes(to)),
    );
    expect(missing).toEqual([]);
  });

  it('name places on the first page that are there', () => {
    const wanted = new Set(
      html.flatMap(([, text]) => [...text.matchAll(/href="[./]*index\.html#([\w-]+)"/g)].map(([, id]) => id)),
    );
    const there = new Set([...page('index.html').matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id));
    expect([...wanted].filter((id) => !there.has(id))).toEqual([]);
  });

  it('load nothing from elsewhere and run no script of their own', () => {
    for (const [, text] of html) {
      expect(addresses(text).loaded.filter((address) => !/^[./]*[\w.]+$/.test(address))).toEqual([]);
      expect(text).not.toMatch(/<script(?! defer src=)|<iframe|<style|javascript:| on\w+=/);
    }
  });

  it('keep hostile text of an entry as text', () => {
    const evil = '"><script>alert(1)</script>';
    const hostile = sampleEntry({
      title: evil,
      summary: evil,
      meaning: evil,
      twins: [],
      leadsTo: [],
    });
    const written = siteFiles(createCatalog({ entries: [hostile], pins: {}, triggers: {} }), base);
    for (const [address, text] of written) if (address.endsWith('.html')) expect(text).not.toContain('<script>');
  });
});

describe('the documents', () => {
  it('are the entries themselves', () => {
    const written = siteFiles(sampleCatalog, base);
    expect(JSON.parse(page(`api/errors/${sample.code}.json`, written))).toEqual(sample);
  });

  it('are listed, with the addresses of document and page', () => {
    const list: { json: string; page: string }[] = JSON.parse(page('api/errors.json'));
    expect(list).toHaveLength(catalog.entries.length);
    expect(list.filter((row) => !files.has(row.json) || !files.has(row.page))).toEqual([]);
  });

  it('are in the sitemap as whole addresses with the day of the last check', () => {
    const written = siteFiles(sampleCatalog, base);
    expect(page('sitemap.xml', written)).toContain(
      `<url><loc>${base}errors/${sample.code}.html</loc><lastmod>${sample.verified.on}</lastmod></url>`,
    );
  });
});

describe('the search', () => {
  const find = search(files);

  it('puts the entry of a pasted line among the first five', () => {
    const lost = catalog.entries.flatMap(({ code, templates, samples }) =>
      // A message without words of its own cannot be found by words.
      templates.some(({ context }) => context.length > 0) ||
      find(samples[0]?.text ?? '')
        .slice(0, 5)
        .includes(code)
        ? []
        : [code],
    );
    expect(lost).toEqual([]);
  });

  it.each([
    ['vllm/memory/no-cache-blocks', 'vllm/memory/no-cache-blocks'],
    ['cache blocks', 'vllm/memory/no-cache-blocks'],
    ['HandshakeError', 'vllm/moriio/unexpected-frame'],
  ])('finds %s', (words, code) => {
    expect(find(words)).toContain(code);
  });

  it('says nothing to words that no entry holds', () => {
    expect(find('qqqqqqqq')).toEqual([]);
  });
});
