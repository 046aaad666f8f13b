/** Finds bytes literals (`b'…'`) in a text, also cut, wrapped or with doubled backslashes. */
import { cutMarkInside, isCutBehind } from './cut';
import { rawLiteral } from './rawLiteral';
import { cDialect, rustDialect, unescapeText } from './unescape';

/** A bytes literal. Offsets in UTF-16 units of the text, [start, end). */
export interface Literal {
  /** Offset of the prefix letter. */
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
  /** The literal, or the text right behind it, says that more bytes existed. */
  readonly truncated: boolean;
  /** Written by Rust rather than by Python. */
  readonly rust: boolean;
  /** Every backslash was doubled, as inside a JSON string. */
  readonly escaped: boolean;
  /** Source code with an `r`: its backslashes are bytes themselves. */
  readonly raw?: boolean;
}

/** More literals than this are not read. */
const literalLimit = 10_000;

/** A literal that a terminal broke over lines is looked for only this often, since each look reads ahead. */
const wrapTries = 16;

/** Longest literal over several lines, in UTF-16 units. */
const maxLines = 65_536;

function isWordCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}

/** Offset of the opening quote where a literal starts at `at`, or -1. */
function openingQuote(text: string, at: number): number {
  const letter = text.charAt(at);
  if (letter !== 'b' && letter !== 'B') return -1;
  const before = at > 0 ? text.charCodeAt(at - 1) : 32;
  const rawPrefix = (before | 32) === 114 && (at < 2 || !isWordCharacter(text.charCodeAt(at - 2)));
  if (isWordCharacter(before) && !rawPrefix && !afterEscapedBreak(text, at)) return -1;
  let quote = at + 1;
  while (text.charAt(quote) === '\\') quote++;
  const mark = text.charAt(quote);
  // Between two equal quotes stands the text b.
  const isText = quote === at + 1 && text.charAt(at - 1) === mark && text.charAt(at - 2) !== '\\';
  return (mark === "'" || mark === '"') && !isText ? quote : -1;
}

/** In JSON text a line break before the literal reads `\nb'…'`. */
function afterEscapedBreak(text: string, at: number): boolean {
  const letter = text.charAt(at - 1);
  return (letter === 'n' || letter === 't') && text.charAt(at - 2) === '\\';
}

/** Where an unclosed literal must end: at the end of its line, unless a long line was wrapped. Looks once for each line. */
class LineEnds {
  #end = -1;
  constructor(readonly text: string) {}

  /** Offset of the line end at or behind an offset, not of one behind a backslash; offsets must grow from call to call. */
  at(start: number): number {
    if (this.#end < start) this.#end = this.#next(start);
    return this.#end;
  }

  #next(start: number): number {
    for (let from = start; ; ) {
      const found = this.text.indexOf('\n', from);
      if (found < 0) return this.text.length;
      if (backslashesBefore(this.text, found) % 2 === 0) return found;
      from = found + 1;
    }
  }
}

/** True where every `\x` in the range has two backslashes: the literal stands inside another string. */
function hasDoubledEscapes(text: string, start: number, end: number): boolean {
  let doubled = false;
  const body = text.slice(start, end);
  for (let at = body.indexOf('\\'); at >= 0; at = body.indexOf('\\', at)) {
    let run = at;
    while (body.charAt(run) === '\\') run++;
    if ((run - at) % 2 === 1 && body.charAt(run) !== '"' && body.charAt(run) !== "'") return false;
    doubled ||= body.charAt(run) === 'x' || body.startsWith('r\\\\n', run);
    at = run;
  }
  return doubled;
}

function halveBackslashes(text: string): string {
  return text.replaceAll(/\\([\\'"])/g, '$1');
}

/** Reads a literal whose opening quote stands at `quote`. */
function readLiteral(text: string, start: number, quote: number, lineEnd: number, mayWrap: boolean): Literal {
  const mark = text.slice(start + 1, quote + 1);
  const body = quote + 1;
  if (mark.length > 1) return readInner(text, start, body, mark, lineEnd);
  const triple = readTriple(text, start, quote, mayWrap ? Math.min(text.length, quote + maxLines) : lineEnd);
  if (triple) return triple;
  const rust = isRust(text, body, mark);
  const dialect = rust ? rustDialect : cDialect;
  const read = unescapeText(text, body, mark, dialect, lineEnd);
  if (read.closed) {
    const elided = text.slice(body, read.end).indexOf('…');
    // The literals of both languages are ASCII: whoever shortened this one closed its quotes again.
    const bytes = elided < 0 ? read.bytes : unescapeText(text, body, mark, dialect, body + elided).bytes;
    return { start, end: read.end, bytes, truncated: elided >= 0 || isCutBehind(text, read.end), rust, escaped: false };
  }
  const firstEnd = text.indexOf('\n', body);
  const end = firstEnd < 0 ? lineEnd : Math.min(firstEnd, lineEnd);
  const stop = cutMarkInside(text, body, end, '\\')?.start ?? end;
  const wrapped = mayWrap && end - start >= 60 && stop === end ? readWrapped(text, body, mark) : undefined;
  if (wrapped) return { start, end: wrapped.end, bytes: wrapped.bytes, truncated: false, rust, escaped: false };
  const cut = unescapeText(text, body, mark, dialect, stop);
  return { start, end, bytes: cut.bytes, truncated: true, rust, escaped: false };
}

/** A literal in three quotes, which may hold quotes and line ends; undefined where it does not end before `limit`. */
function readTriple(text: string, start: number, quote: number, limit: number): Literal | undefined {
  const mark = text.charAt(quote).repeat(3);
  if (!text.startsWith(mark, quote)) return undefined;
  const { closed, ...read } = unescapeText(text, quote + mark.length, mark, cDialect, limit);
  if (!closed) return undefined;
  return { start, ...read, truncated: isCutBehind(text, read.end), rust: false, escaped: false };
}

/** A literal whose quotes are escaped: it ends at a quote with as many backslashes as the first one has. */
function readInner(text: string, start: number, body: number, mark: string, lineEnd: number): Literal {
  const quote = mark.slice(-1);
  let close = text.indexOf(quote, body);
  while (close >= 0 && close < lineEnd && backslashesBefore(text, close) !== mark.length - 1)
    close = text.indexOf(quote, close + 1);
  const closed = close >= 0 && close < lineEnd;
  const end = closed ? close + 1 : lineEnd;
  const inner = halveBackslashes(text.slice(start, end));
  const read = readLiteral(inner, 0, openingQuote(inner, 0), inner.length, false);
  return { ...read, start, end, truncated: read.truncated || !closed || isCutBehind(text, end), escaped: true };
}

function backslashesBefore(text: string, at: number): number {
  let from = at;
  while (text.charAt(from - 1) === '\\') from--;
  return at - from;
}

/** A terminal broke a long literal over lines: it ends at the first line that closes it, within a few lines. */
function readWrapped(text: string, body: number, mark: string): { end: number; bytes: Uint8Array } | undefined {
  const limit = Math.min(text.length, body + maxLines);
  const close = text.indexOf(mark, body);
  if (close < 0 || close >= limit) return undefined;
  const joined = text.slice(body, limit).replaceAll('\n', '');
  const read = unescapeText(joined, 0, mark, cDialect, joined.length);
  if (!read.closed) return undefined;
  return { end: offsetWithBreaks(text, body, read.end), bytes: read.bytes };
}

/** Offset in the text of the place that is `count` characters behind `from` when line ends are not counted. */
function offsetWithBreaks(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0; at++) if (text.charAt(at) !== '\n') left--;
  return at;
}

/** Python writes double quotes only around bytes that hold a single quote, and never `\0`. */
function isRust(text: string, body: number, mark: string): boolean {
  if (mark !== '"') return false;
  const close = text.indexOf('"', body);
  const inside = text.slice(body, close < 0 ? Math.min(text.length, body + maxLines) : close);
  return !inside.includes("'") || inside.includes('\\0');
}

/** A literal inside another string: undoes one level of escaping and reads again. */
function readEscaped(text: string, literal: Literal): Literal {
  const inner = halveBackslashes(text.slice(literal.start, literal.end));
  const quote = openingQuote(inner, 0);
  if (quote < 0) return literal;
  const read = readLiteral(inner, 0, quote, inner.length, false);
  const deeper = hasDoubledEscapes(inner, quote + 1, read.end)
    ? readEscaped(inner, { ...read, end: inner.length })
    : read;
  return {
    ...deeper,
    start: literal.start,
    end: literal.end,
    truncated: deeper.truncated || literal.truncated,
    escaped: true,
  };
}

/** A literal, also one whose backslashes were doubled. */
function quotedLiteral(text: string, start: number, quote: number, lineEnd: number, mayWrap: boolean): Literal {
  const literal = readLiteral(text, start, quote, lineEnd, mayWrap);
  const doubled = !literal.escaped && hasDoubledEscapes(text, quote + 1, literal.end);
  return doubled ? readEscaped(text, literal) : literal;
}

/** Words as people write them: no digit, no escape, no sign of a program. */
const words = /^(?:cause|coz|cuz|[a-z]{2,}(?:[ ,.;:!?'’-]{1,3}[A-Za-z]{1,30}){1,60})[ .,;!?)"]{0,4}$/;

/** True for `b'cause` and the like in a sentence: an apostrophe behind a word, and only words up to the end of the line. */
function isApostrophe(text: string, { start, end, truncated }: Literal, quote: number, lineEnd: number): boolean {
  if (
    quote !== start + 1 ||
    text.charAt(quote) !== "'" ||
    !/[A-Za-z,;] $/.test(text.slice(Math.max(0, start - 2), start))
  )
    return false;
  // The quote that seems to close it is the apostrophe of another word: couldn't.
  const open = truncated || /[a-z]/.test(text.charAt(end));
  return open && lineEnd - quote < 2_000 && words.test(text.slice(quote + 1, lineEnd));
}

/** All bytes literals of a text, in order. Reads the text once, apart from a bounded second look at wrapped lines. */
export function findLiterals(text: string): Literal[] {
  const found: Literal[] = [];
  const lineEnds = new LineEnds(text);
  for (let at = 0; at < text.length && found.length < literalLimit; ) {
    const next = nextLetter(text, at);
    if (next < 0) break;
    const quote = openingQuote(text, next);
    const literal =
      rawLiteral(text, next, lineEnds.at(next)) ??
      (quote < 0 ? undefined : quotedLiteral(text, next, quote, lineEnds.at(quote), found.length < wrapTries));
    if (literal && !isApostrophe(text, literal, quote, lineEnds.at(next))) found.push(literal);
    at = Math.max(literal?.end ?? 0, next + (literal ? 2 : 1));
  }
  return found;
}

/** Next place of `b'`, `b"`, `br'`, `br#`, or of `b` and a backslash. */
function nextLetter(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 98 && code !== 66) continue;
    const raw = (text.charCodeAt(at + 1) | 32) === 114;
    const next = text.charCodeAt(raw ? at + 2 : at + 1);
    if (next === 39 || next === 34 || (raw ? next === 35 : next === 92)) return at;
  }
  return -1;
}
