/** Strings with escapes that are no bytes literals: C, strace, gdb, Go, Ruby, JSON, Python text, and bare escapes. */
import { concat } from '../bytes';
import { isCutBehind } from './cut';
import type { FormBytes, FormReader } from './form';
import { withIncomplete } from './gdbPrint';
import { oddDialect } from './oddEscapes';
import { Repeater } from './repeat';
import { isAnswered } from './requestText';
import { anyEscape, type Quoted, quotedStrings, repeatsBehind, stringValues } from './strings';
import { cDialect, type Dialect, latin1Dialect, surrogateDialect, unescapeText } from './unescape';

/** Values of one text that are read. */
const valueLimit = 50;

/** JSON knows no `\x` and no octal; Python shows its text in single quotes; the rest writes bytes. */
function dialectOf(quoted: Quoted): { form: string; dialect: Dialect } {
  const { body, quote } = quoted;
  if (/\\ud[c-f][0-9a-f]{2}/i.test(body) && /\\udc[89a-f]/i.test(body))
    return { form: 'python-str', dialect: surrogateDialect };
  if (quote === "'" && !/\\[0-7]{2,3}/.test(body)) return { form: 'python-str', dialect: latin1Dialect };
  if (/\\u[0-9a-f]{4}/i.test(body) && !/\\(?:x|[0-7])/.test(body))
    return { form: 'json-string', dialect: latin1Dialect };
  return { form: 'c-escape', dialect: cDialect };
}

/** The bytes of one string, with gdb's count behind it; cut where the count is none to believe. */
function bytesOf(
  text: string,
  quoted: Quoted,
  dialect: Dialect,
  repeater: Repeater,
): { bytes: Uint8Array; cut: boolean } {
  const bytes = unescapeText(quoted.body, 0, '', dialect, quoted.body.length).bytes;
  const times = repeatsBehind(text, quoted.end) ?? 1;
  if (bytes.length !== 1) return { bytes, cut: false };
  const all = repeater.fill(bytes, times);
  return { bytes: all, cut: all.length < times };
}

/** strace: `write(1, "…"..., 40) = 40`; the result is the length. */
function straceLength(text: string, quoted: Quoted): number | undefined {
  const call = /\b(?:write|read|send|sendto|recv|recvfrom|pwrite64|pread64|writev|sendmsg|recvmsg)\(/.test(
    text.slice(0, quoted.start),
  );
  const result = /\) += (\d{1,12})/.exec(text.slice(quoted.end, quoted.end + 200))?.[1];
  if (!call && !/^(?:\.\.\.)?, \d+/.test(text.slice(quoted.end, quoted.end + 20))) return undefined;
  return result === undefined ? undefined : Number(result);
}

/** An escape that no text needs: of a byte, of a control character, of a character of Latin-1, of a surrogate. */
const byteEscape = /\\(?:x|[0-7]{2}|u(?:00(?:[0189a-f][0-9a-f]|7f)|d[89a-f]|\{))/i;

/** Parts of one value, read in the dialect of the first part that tells it. */
function joined(text: string, parts: readonly Quoted[], repeater: Repeater): FormBytes | undefined {
  const first = parts.find(({ body }) => anyEscape.test(body));
  const last = parts.at(-1);
  if (!first || !last) return undefined;
  const { form, dialect } = dialectOf(first);
  const read = parts.map((part) => bytesOf(text, part, dialect, repeater));
  const bytes = concat(read.map((part) => part.bytes));
  const length = straceLength(text, last);
  const cut = read.some((part) => part.cut) || !last.closed || isCutBehind(text, last.end);
  return {
    form: length === undefined ? form : 'strace',
    bytes,
    truncated: cut || (length ?? 0) > bytes.length,
    tentative: !parts.some(({ body }) => byteEscape.test(body)),
    ...(length !== undefined && length > bytes.length && { declaredLength: length, fields: { declared_len: length } }),
  };
}

/** Strings whose digits are not C's, where that makes bytes of a known kind. */
function oddForms(text: string, all: readonly Quoted[]): FormBytes[] {
  return all.slice(0, 50).flatMap((quoted) => {
    const dialect = straceLength(text, quoted) === undefined ? oddDialect(quoted.body) : undefined;
    if (!dialect) return [];
    const { bytes } = unescapeText(quoted.body, 0, '', dialect, quoted.body.length);
    return [{ form: 'c-escape', bytes, truncated: !quoted.closed, tentative: true }];
  });
}

export const quotedEscapes: FormReader = {
  forms: ['c-escape', 'strace', 'json-string', 'python-str'],
  example: '"\\203\\246status" or write(1, "\\26\\3\\1", 40) = 40 or "\\u0083\\u00a6status"',
  read: ({ text: pasted }) => {
    if (!pasted.includes('\\')) return [];
    const text = withIncomplete(pasted);
    const all = quotedStrings(text).filter(({ start }) => !isAnswered(text, start));
    const repeater = new Repeater();
    const forms = stringValues(text, all, valueLimit).flatMap((parts) => joined(text, parts, repeater) ?? []);
    return [...oddForms(text, all), ...forms.sort((a, b) => b.bytes.length - a.bytes.length)];
  },
};
