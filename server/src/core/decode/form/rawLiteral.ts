/** Raw bytes literals of source code, whose backslashes are bytes themselves: `br'\d'` and `rb"""…"""` (Python), `br#"…"#` (Rust). */
import { utf8Bytes } from '../text';
import { cutMarkInside, isCutBehind } from './cut';
import type { Literal } from './literal';

/** Longest raw literal over several lines, in UTF-16 units. */
const longest = 65_536;

function isR(character: string): boolean {
  return character === 'r' || character === 'R';
}

/** Where a raw literal begins, and what closes it. */
interface RawOpening {
  readonly start: number;
  /** Offset of its text. */
  readonly body: number;
  readonly close: string;
}

/** The opening of a raw literal whose `b` stands at `at`; the letter before it is checked by the caller. */
function openingAt(text: string, at: number): RawOpening | undefined {
  const first = isR(text.charAt(at - 1)) && !/\w/.test(text.charAt(at - 2)) ? at - 1 : at;
  const mark = /^(?:b[rR]?|B[rR]?)(#{0,8})(""?"?|''?'?)/.exec(text.slice(at, at + 16));
  const hashes = mark?.[1] ?? '';
  const quotes = mark?.[2] ?? '';
  const isRaw = first < at || isR(text.charAt(at + 1));
  if (!mark || !isRaw || (hashes !== '' && !quotes.startsWith('"'))) return undefined;
  const quote = quotes.length === 3 && hashes === '' ? quotes : quotes.charAt(0);
  return { start: first, body: at + mark[0].length - quotes.length + quote.length, close: quote + hashes };
}

/** Offset of the closing mark: in Python a backslash keeps a quote from closing, and stays. */
function closeOf(text: string, { body, close }: RawOpening, limit: number): number {
  for (let at = body; at < limit; at++) {
    if (text.startsWith(close, at)) return at;
    if (text.charAt(at) === '\\' && !close.endsWith('#')) at++;
  }
  return -1;
}

/** The raw literal whose `b` stands at an offset; undefined where none does. */
export function rawLiteral(text: string, at: number, lineEnd: number): Literal | undefined {
  const opening = openingAt(text, at);
  if (!opening) return undefined;
  const { start, body } = opening;
  const severalLines = opening.close.length > 1;
  const limit = severalLines ? Math.min(text.length, body + longest) : lineEnd;
  const close = closeOf(text, opening, limit);
  const mark = close < 0 ? cutMarkInside(text, body, lineEnd, '') : undefined;
  const end = close < 0 ? lineEnd : close + opening.close.length;
  return {
    start,
    end,
    bytes: utf8Bytes(text.slice(body, close < 0 ? (mark?.start ?? lineEnd) : close)),
    truncated: close < 0 || isCutBehind(text, end),
    rust: opening.close.includes('#'),
    escaped: false,
    raw: true,
  };
}
