import { describe, expect, it } from 'vitest';
import type { Memento } from 'vscode';
import { keepFeedback, readFeedback } from '../../client/src/page/feedback';
import { pageHtml } from '../../client/src/page/html';
import { readPageMessage, readPageState } from '../../client/src/page/message';

const page = {
  code: 'a/b/c',
  title: 'T',
  html: '<h1>T</h1>',
  markdown: '# T',
  sourceUrl: 'https://example.org/x',
  issuesUrl: 'https://example.org/y',
  raise: { uri: 'file:///a.py', line: 3 },
  json: '{}',
};
const said = {
  back: 'Back',
  forward: 'Forward',
  contents: 'On this page',
  copy: 'Copy',
  raise: 'Open raise site',
  source: 'Open pinned source',
  issues: 'Search',
  json: 'JSON',
  question: 'Right?',
  right: 'Yes',
  wrong: '<No>',
};
const resources = {
  nonce: 'n0',
  cspSource: 'https://csp',
  style: 'https://csp/page.css',
  script: 'https://csp/page.js',
};

describe('the page', () => {
  const nowhere = { back: false, forward: false };
  const html = pageHtml(page, nowhere, said, resources);

  it('allows nothing but its own style and script', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    expect(policy).toBe("default-src 'none'; style-src https://csp; script-src 'nonce-n0'");
    expect([...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script nonce="n0" src="https://csp/page.js">',
    ]);
  });

  it('has the body that the server made', () => {
    expect(html).toContain(
      '<main data-code="a/b/c">\n<nav id="contents" aria-label="On this page" hidden></nav>\n<h1>T</h1>\n',
    );
  });

  it('offers places and searches only where there are some', () => {
    expect(html).toContain('>Open pinned source</button>');
    expect(pageHtml({ ...page, sourceUrl: null, issuesUrl: null, raise: null }, nowhere, said, resources)).not.toMatch(
      /data-action="(raise|source|issues)"/,
    );
  });

  it('has ways to other pages where one of them leads somewhere', () => {
    expect(html).not.toMatch(/data-action="(back|forward)"/);
    const second = pageHtml(page, { back: true, forward: false }, said, resources);
    expect(second).toContain('data-action="back" title="Back" aria-label="Back">');
    expect(second).toContain('data-action="forward" title="Forward" aria-label="Forward" disabled>');
  });

  it('asks whether it was right, and escapes what its buttons say', () => {
    expect(html).toContain('Right? <button type="button" data-action="right">Yes</button>');
    expect(html).toContain('&#60;No&#62;');
  });
});

describe('feedback', () => {
  it('keeps the last answer about an entry', async () => {
    const kept = new Map<string, unknown>();
    const store = {
      keys: () => [...kept.keys()],
      get: (key: string, otherwise?: unknown) => kept.get(key) ?? otherwise,
      update: async (key: string, value: unknown) => void kept.set(key, value),
    } as Memento;
    const answer = { on: '2026-11-30', version: '0.1.0' };
    await keepFeedback(store, { code: 'a/b/c', right: true, ...answer });
    await keepFeedback(store, { code: 'a/b/d', right: true, ...answer });
    await keepFeedback(store, { code: 'a/b/c', right: false, ...answer });
    expect(readFeedback(store).map(({ code, right }) => [code, right])).toEqual([
      ['a/b/d', true],
      ['a/b/c', false],
    ]);
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
    [{ action: 'issues' }, { action: 'issues' }],
    [{ action: 'wrong' }, { action: 'wrong' }],
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
