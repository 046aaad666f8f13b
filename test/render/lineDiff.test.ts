import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../server/src/core/catalog/catalog';
import { entryHtml } from '../../server/src/core/render/html';
import { entryWith } from '../support/entry';

function exampleHtml(before: string, after: string): string {
  const entry = entryWith({ example: { language: 'python', before, after } });
  const html = entryHtml(entry, createCatalog({ pins: {}, triggers: {}, entries: [entry] }));
  return /<section id="example">[\s\S]*?<\/section>/.exec(html)?.[0] ?? '';
}

describe('an example fix on a page', () => {
  it('is one difference, whose lines are marked and escaped', () => {
    const html = exampleHtml('a = 1\nraise X("<b>")\nz', 'a = 1\nlog("<i>")\nmore()\nz');
    expect(html).toContain(
      [
        '  a = <span class="code-number">1</span>',
        '<del>- <span class="code-keyword">raise</span> X(<span class="code-string">&quot;&lt;b&gt;&quot;</span>)</del>',
        '<ins>+ log(<span class="code-string">&quot;&lt;i&gt;&quot;</span>)</ins>',
        '<ins>+ more()</ins>',
        '  z',
      ].join('\n'),
    );
  });

  it('of a text alone has no other marks', () => {
    expect(exampleHtml('vllm serve m', 'vllm serve m --headless')).toContain(
      '<del>- vllm serve m</del>\n<ins>+ vllm serve m --headless</ins>',
    );
  });
});
