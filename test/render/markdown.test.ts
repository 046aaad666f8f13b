import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { codeSpan, fence, plain } from '../../server/src/core/render/markdown';

/** An independent CommonMark renderer decides what the text means. */
const commonMark = new MarkdownIt();
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trimEnd();

const hostile = [
  '`',
  '``x`',
  '[a](command:b)',
  '<b>',
  '**x**',
  '$(x)',
  'a|b',
  '\\',
  '# x',
  '```\n[a](b)\n```',
  '&lt;',
  '~~x~~',
];

describe('text of a log in Markdown', () => {
  it.each(hostile)('stays the same text in a code span: %s', (text) => {
    const html = commonMark.renderInline(codeSpan(text));
    expect(html).toMatch(/^<code>.*<\/code>$/s);
    expect(textOf(html)).toBe(text.replaceAll('\n', ' ⏎ '));
  });

  it.each(hostile)('stays the same text in a fence: %s', (text) => {
    const html = commonMark.render(fence('text', text));
    expect(html).toMatch(/^<pre><code>/);
    expect(textOf(html)).toBe(text);
  });

  it.each(hostile.filter((text) => !text.includes('\n')))('stays the same text as plain text: %s', (text) => {
    const html = commonMark.renderInline(plain(text));
    expect(html).not.toMatch(/<(?!\/)/);
    expect(textOf(html)).toBe(text);
  });

  it('shows invisible characters', () => {
    expect(codeSpan('a\u202eb\u001b[31m\u0000')).toBe('`a\\u202eb\\x1b[31m\\x00`');
  });

  it('is cut where it is too long, never in the middle of a character', () => {
    expect(codeSpan('😀'.repeat(400))).toMatch(/^`(😀)+…`$/u);
  });

  it('says so where it is empty', () => {
    expect(codeSpan('  ')).toBe('(empty)');
  });
});
