import { describe, expect, it } from 'vitest';
import { pageHtml } from '../../client/src/page/html';
import { readPageMessage, readPageState } from '../../client/src/page/message';

const page = { code: 'a/b/c', title: 'T', html: '<h1>T</h1>', markdown: '# T', sourceUrl: 'https://example.org/x' };
const resources = {
  nonce: 'n0',
  cspSource: 'https://csp',
  style: 'https://csp/page.css',
  script: 'https://csp/page.js',
};

describe('the page', () => {
  const html = pageHtml(page, resources);

  it('allows nothing but its own style and script', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    expect(policy).toBe("default-src 'none'; style-src https://csp; script-src 'nonce-n0'");
    expect([...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script nonce="n0" src="https://csp/page.js">',
    ]);
  });

  it('has the body that the server made', () => {
    expect(html).toContain('<main data-code="a/b/c">\n<h1>T</h1>\n</main>');
  });

  it('offers the pinned source only where there is one', () => {
    expect(html).toContain('>Open pinned source</button>');
    expect(pageHtml({ ...page, sourceUrl: null }, resources)).not.toContain('Open pinned source');
  });
});

describe('readPageMessage', () => {
  it.each([
    [{ action: 'copy' }, { action: 'copy' }],
    [{ action: 'source', more: 1 }, { action: 'source' }],
    [
      { action: 'open', code: 'a/b/c' },
      { action: 'open', code: 'a/b/c' },
    ],
    [{ action: 'open' }, undefined],
    [{ action: 'open', code: 7 }, undefined],
    [{ action: 'run', code: 'a' }, undefined],
    ['copy', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('of %j gives %j', (value, expected) => {
    expect(readPageMessage(value)).toEqual(expected);
  });
});

it.each([
  [{ code: 'a/b/c' }, 'a/b/c'],
  [{ code: 7 }, undefined],
  ['a/b/c', undefined],
  [undefined, undefined],
])('readPageState of %j gives %j', (value, expected) => {
  expect(readPageState(value)).toBe(expected);
});
