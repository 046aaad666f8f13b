import { expect, it } from 'vitest';
import { VisibleText } from '../../client/src/terminal/visibleText';

/** Whether something of these pieces can be seen. */
function isSeen(...pieces: string[]): boolean {
  const text = new VisibleText();
  for (const piece of pieces) text.push(piece);
  return text.isThere;
}

// Sequences as VS Code's shell integration and terminals send them: xterm's ctlseqs, ECMA-48, and zsh's PROMPT_SP.
it.each([
  ['nothing', ''],
  ['line ends and blanks', '\r\n \t\u00a0\r\n'],
  ['a title', '\x1b]0;user@host: ~\x07'],
  ['marks of the shell integration', '\x1b]633;P;Cwd=/root\x07\x1b]633;D;0\x1b\\'],
  ['a string of eight-bit controls', '\x9d633;C\x9c\x9b?2004l'],
  ['modes and colours', '\x1b[?2004l\r\x1b[0;31m\x1b[m'],
  ['sequences of two and three characters', '\x1b(B\x1b=\x1b7\x1b#8'],
  ['a device string', '\x1bP1$r0m\x1b\\'],
  ['an unfinished string', '\x1b]633;E;python serve.py'],
  ['the mark that zsh covers again', `\x1b[1m\x1b[7m%\x1b[27m\x1b[1m\x1b[0m${' '.repeat(79)}\r \r`],
  ['backspace, delete and bell', '\x07\x08\x7f\0'],
])('sees nothing in %s', (_, text) => {
  expect(isSeen(text)).toBe(false);
  expect(isSeen(...text)).toBe(false);
});

it.each([
  ['a word', 'ok'],
  ['a word between sequences', '\x1b]633;C\x07\x1b[?2004l\r\x1b[31mx\x1b[0m\r\n\x1b]633;D;1\x07'],
  ['a word after a cancelled sequence', '\x1b[12\x18x'],
  ['a word after a character set whose name opens strings elsewhere', '\x1b(Px'],
  ['a word after a string with an escape in it', '\x1b]0;a\x1b[0mb'],
  ['other scripts', '错误'],
  ['a pair of surrogates', '𝄞'],
  ['a word on a row above', 'x\n   '],
  ['a row that blanks cover in part', 'abc\r \r'],
  ['a progress bar that is drawn again', '\r10 %\r20 %'],
  ['a row without end', `x${' '.repeat(10_000)}\r  `],
])('sees %s', (_, text) => {
  expect(isSeen(text)).toBe(true);
  expect(isSeen(...text)).toBe(true);
});
