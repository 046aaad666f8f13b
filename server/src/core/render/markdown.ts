/**
 * Builds Markdown. This is the only file that escapes for it: text of logs enters through `codeSpan` and `fence`, prose of
 * entries through `prose`, names through `plain`.
 */
import { mapOutsideCode } from './codeRegions';
import { shorten, visible } from './visible';

/** Longest text shown in a code span, in UTF-16 units. */
const maxSpanLength = 300;

/** Text as an inline code span on one line; markup in it stays text. */
export function codeSpan(text: string): string {
  const line = visible(shorten(text, maxSpanLength)).replace(/\n/g, ' ⏎ ');
  if (line.trim() === '') return '(empty)';
  const ticks = '`'.repeat(longestBacktickRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** A fenced code block; the fence is longer than any in the code. */
export function fence(language: string, code: string): string {
  const ticks = '`'.repeat(Math.max(3, longestBacktickRun(code) + 1));
  return `${ticks}${language === 'text' ? '' : language}\n${visible(code).trimEnd()}\n${ticks}`;
}

/** Text without any Markdown meaning. */
export function plain(text: string): string {
  return visible(text).replace(/[\\`*_{}[\]()#+!|<>&~]/g, '\\$&');
}

/** A link to a web page or, in an editor, to one of our own commands. The target is never made from log text. */
export function link(title: string, target: string): string {
  return `[${plain(title)}](${target})`;
}

/**
 * Prose that an author wrote in Markdown. Code, emphasis, lists and https links stay; raw HTML, images and all other
 * links become text, since a workspace’s catalog is not trusted.
 */
export function prose(markdown: string): string {
  const webLinkOrMark = /\[[^\][\n]{0,200}\]\(https:\/\/[^\s()<>]{1,500}\)|!(?=\[)|[[\]<]/g;
  return mapOutsideCode(visible(markdown), (text) =>
    text.replace(webLinkOrMark, (part) => {
      if (part.length > 1) return part;
      return part === '<' ? '&lt;' : `\\${part}`;
    }),
  ).trim();
}

/** Numbered or bulleted list; later lines of an item are indented below it. Items of several blocks stand apart. */
export function list(items: readonly string[], numbered = false): string {
  return items
    .map((item, i) => {
      const mark = numbered ? `${i + 1}. ` : '- ';
      return mark + item.replace(/\n(?!\n|$)/g, `\n${' '.repeat(mark.length)}`);
    })
    .join(items.some((item) => item.includes('\n\n')) ? '\n\n' : '\n');
}

/** Blocks separated by blank lines; missing ones left out. */
export function blocks(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

function longestBacktickRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
}
