/** Percent encoding (RFC 3986 2.1) and quoted-printable (RFC 2045 6.7). */
import { hexValue } from '../bytes';
import { isAsciiText, utf8Bytes } from '../text';
import { isLine, isQuoted, surroundingsOf } from './around';
import { cutMarkInside } from './cut';
import type { FormBytes, FormReader } from './form';

/** Replaces `<mark>XX` by bytes; other characters stand for themselves as UTF-8. */
function decodeMarked(text: string, mark: string): { bytes: Uint8Array; count: number; cut: boolean } {
  const plain = utf8Bytes(text);
  const bytes = new Uint8Array(plain.length);
  const markByte = mark.charCodeAt(0);
  let length = 0;
  let count = 0;
  let at = 0;
  for (; at < plain.length; at++) {
    const high = plain[at] === markByte ? hexValue(plain[at + 1] ?? 0) : -1;
    const low = high < 0 ? -1 : hexValue(plain[at + 2] ?? 0);
    if (low >= 0) {
      bytes[length++] = high * 16 + low;
      at += 2;
      count++;
    } else bytes[length++] = plain[at] ?? 0;
  }
  const cut = text.endsWith(mark) || text.charAt(text.length - 2) === mark;
  return { bytes: bytes.slice(0, cut ? length - (text.endsWith(mark) ? 1 : 2) : length), count, cut };
}

/** Longest runs of characters that stay as they are (RFC 3986 2.3) and of escapes; then values behind `=`, then words. */
const encodedRun = /(?:[\w.~-]|%[0-9a-f]{2}){6,}%?[0-9a-f]?/gi;

/** Parts of a text that hold escapes: what only an encoder writes first, then what people type between. */
function percentWords(text: string): string[] {
  const runs = [...text.matchAll(encodedRun)].map(([run]) => run).filter((run) => /%[0-9a-f]{2}/i.test(run));
  const words = text.split(/\s+/, 10_000).filter((word) => /%[0-9a-f]{2}/i.test(word) && !/[^"]"[^"]/.test(word));
  const values = words.flatMap((word) => word.split(/[?&]/).flatMap((part) => part.slice(part.indexOf('=') + 1)));
  const all = [...runs, ...values.filter((value) => /%[0-9a-f]{2}/i.test(value)), ...words];
  return [...new Set(all)].slice(0, 12);
}

/** Quotes, brackets and commas of the text around a word. */
const wordEdges = /^["'`(<[]{1,4}|["'`)>\],;]{1,4}$/g;

/** Characters behind a word that may belong to a mark of a cut. */
const tailLimit = 60;

function percentForm(text: string, found: string): FormBytes {
  const from = text.indexOf(found);
  const [line = ''] = text.slice(from, from + found.length + tailLimit).split('\n', 1);
  const mark = cutMarkInside(line, 0, line.length, '%');
  const word = found.slice(0, mark?.start);
  // A full stop ends the sentence where the word ends it.
  const stop =
    mark === undefined &&
    /\w\s*$/.test(text.slice(Math.max(0, from - 40), from)) &&
    /^\.(?:\s|$)/.test(text.slice(from + word.length - 1, from + word.length + 1));
  const body = (stop ? word.slice(0, -1) : word).replaceAll(wordEdges, '');
  const { bytes, count, cut } = decodeMarked(body, '%');
  const start = from + word.indexOf(body);
  const end = start + body.length;
  const around = surroundingsOf(text, start, end);
  return {
    form: 'percent',
    bytes,
    truncated: cut || around.cut,
    tentative:
      count < 2 ||
      !(
        around.alone ||
        ((around.called || isLine(text, start, end) || isQuoted(text, start, end)) && count > 3) ||
        (text.includes(`=${body}`) && !isAsciiText(bytes))
      ),
  };
}

export const percent: FormReader = {
  forms: ['percent'],
  example: '%83%A6status%A5HELLO',
  read: ({ text }) => (text.includes('%') ? percentWords(text).map((word) => percentForm(text, word)) : []),
};

export const quotedPrintable: FormReader = {
  forms: ['quoted-printable'],
  example: '=83=A6status=A5HELLO',
  read: ({ text }) => {
    if (!/=[0-9A-F]{2}/.test(text)) return [];
    // A line that ends with `=` goes on in the next one.
    const body = text.trim();
    const mark = cutMarkInside(body, 0, body.length, '=');
    const { bytes, count, cut } = decodeMarked(body.slice(0, mark?.start).replaceAll(/=[ \t]*\n/g, ''), '=');
    const truncated = cut || mark !== undefined;
    return count < 2 ? [] : [{ form: 'quoted-printable', bytes, truncated, tentative: count < 3 }];
  },
};
