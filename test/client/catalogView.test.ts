import { describe, expect, it } from 'vitest';
import { catalogHtml } from '../../client/src/views/catalogHtml';
import { readCatalogMessage } from '../../client/src/views/catalogMessage';

describe('readCatalogMessage', () => {
  it.each([
    [{ action: 'ready', more: 1 }, { action: 'ready' }],
    [
      { action: 'open', code: 'a/b/c' },
      { action: 'open', code: 'a/b/c' },
    ],
    [{ action: 'open', code: 7 }, undefined],
    [
      { action: 'search', query: '', project: '', severity: '', version: '' },
      { action: 'search', query: '' },
    ],
    [
      { action: 'search', query: 'x', project: 'vllm', severity: 'error', version: 'v1.0.0', other: 'y' },
      { action: 'search', query: 'x', project: 'vllm', severity: 'error', version: 'v1.0.0' },
    ],
    [
      { action: 'search', query: 'x', project: ['vllm'] },
      { action: 'search', query: 'x' },
    ],
    [{ action: 'search', query: 'x'.repeat(50_000) }, undefined],
    [
      { action: 'search', query: 'x'.repeat(5000) },
      { action: 'search', query: 'x'.repeat(5000) },
    ],
    [{ action: 'search' }, undefined],
    [{ action: 'run' }, undefined],
    ['ready', undefined],
    [null, undefined],
  ])('of %.60j gives %j', (value, expected) => {
    expect(readCatalogMessage(value)).toEqual(expected);
  });
});

describe('the view', () => {
  const texts = {
    search: 'Search "here" & <there>',
    project: 'P',
    severity: 'S',
    version: 'V',
    entries: 'E',
    nothing: 'N',
    clear: '<C>',
  };
  const html = catalogHtml(texts, {
    nonce: 'n0',
    cspSource: 'https://csp',
    style: 'https://csp/c.css',
    script: 'https://csp/c.js',
  });

  it('allows nothing but its own style and script', () => {
    expect(html).toContain("content=\"default-src 'none'; style-src https://csp; script-src 'nonce-n0'\"");
  });

  it('names every control and has no empty toolbar', () => {
    const controls = [...html.matchAll(/<(?:input|select|ul)[^>]*>/g)].map(([tag]) => tag);
    expect(controls).toHaveLength(5);
    expect(controls.filter((tag) => !tag.includes('aria-label='))).toEqual([]);
    expect(html).not.toContain('toolbar');
  });

  it('escapes what it says', () => {
    expect(html).not.toMatch(/<there>|<C>/);
    expect(html).toContain('Search &#34;here&#34; &#38; &#60;there&#62;');
  });
});
