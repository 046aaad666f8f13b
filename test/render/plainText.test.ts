import { describe, expect, it } from 'vitest';
import { plainText } from '../../server/src/core/render/plainText';

const check = (markdown: string, text: string, width = 40): void => expect(plainText(markdown, width)).toBe(text);

describe('Markdown on a terminal', () => {
  it('loses its marks and keeps code in backticks', () => {
    check('**Bold**, *slanted*, `a*b*c` and \\*stars\\*', 'Bold, slanted, `a*b*c` and *stars*');
  });

  it('shows links as title and address', () => {
    check('[the page](https://example.org/a_b)', 'the page <https://example.org/a_b>');
  });

  it('wraps prose and indents what follows a list mark', () => {
    check('- one two three four five six seven eight', '- one two three four\n  five six seven eight', 22);
    check('10. one two three', '10. one two\n    three', 12);
  });

  it('indents code and never wraps it', () => {
    const code = 'x = "a very long line of code that is wider than the terminal"';
    check(`Do:\n\n\`\`\`python\n${code}\n\`\`\``, `Do:\n\n    ${code}`);
  });

  it('puts code that begins a list item behind its mark', () => {
    check('- ```text\n  one {a}\n  ```\n\n  - in `f`', '- one {a}\n\n  - in `f`');
  });

  it('keeps a long word whole', () => {
    check(
      'see https://example.org/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa end',
      'see\nhttps://example.org/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nend',
    );
  });

  it('takes linear time on text made of marks', () => {
    const text = '*'.repeat(20_000) + '['.repeat(20_000) + '`'.repeat(20_001);
    expect(plainText(text, 80).length).toBeGreaterThan(0);
  });
});
