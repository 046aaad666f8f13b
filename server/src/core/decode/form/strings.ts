/** Quoted strings that hold escapes, and which of them are parts of one value. */
import { cutMarkInside } from './cut';

/** A quoted string. Offsets in UTF-16 units, [start, end). */
export interface Quoted {
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  /** Text between the quotes; up to a mark of a cut where nothing closes the string. */
  readonly body: string;
  readonly closed: boolean;
}

const stringLimit = 2000;
/** Escapes that stand for bytes or control characters. */
export const anyEscape = /\\(?:x[0-9a-f]{2}|x\{[0-9a-f]{1,6}\}|[0-7]{1,3}|u[0-9a-f]{4}|[rn])/i;

/** Steps of a scan in which each quote may be the beginning of a string that ends far behind it. */
interface Budget {
  left: number;
}

/** The string whose opening quote stands at an offset. */
function stringAt(text: string, at: number): Quoted {
  const quote = text.charAt(at);
  const end = endOfString(text, at + 1, quote);
  const closed = text.charAt(end) === quote;
  return { start: at, end: closed ? end + 1 : end, quote, body: text.slice(at + 1, end), closed };
}

/** Offset of the closing quote, or of the end of the line; a backslash at the end of a line takes the next one along. */
function endOfString(text: string, from: number, quote: string): number {
  let at = from;
  while (at < text.length && text.charAt(at) !== quote && text.charAt(at) !== '\n')
    at += text.charAt(at) === '\\' ? 2 : 1;
  return Math.min(at, text.length);
}

/** A string that nothing closes ends with its first line, before a mark of a cut. */
function whereCut(text: string, quoted: Quoted): Quoted {
  if (quoted.closed) return quoted;
  const lineEnd = text.indexOf('\n', quoted.start);
  const end = lineEnd < 0 ? text.length : lineEnd;
  const stop = cutMarkInside(text, quoted.start + 1, end, '\\')?.start ?? end;
  return { ...quoted, end, body: text.slice(quoted.start + 1, stop) };
}

/** The next quoted string that holds an escape, from an offset on. */
function nextQuoted(text: string, from: number, budget: Budget): Quoted | undefined {
  for (let at = from; at < text.length && budget.left > 0; at++) {
    const quote = text.charAt(at);
    if (quote !== '"' && quote !== "'") continue;
    const quoted = stringAt(text, at);
    budget.left -= quoted.end - at;
    if (anyEscape.test(quoted.body)) return whereCut(text, quoted);
    if (quote === '"' && quoted.closed) at = quoted.end - 1;
  }
  return undefined;
}

/** All quoted strings with escapes, in order; reads the text a bounded number of times. */
export function quotedStrings(text: string): Quoted[] {
  const found: Quoted[] = [];
  const budget: Budget = { left: 8 * text.length + 100_000 };
  for (let at = 0; found.length < stringLimit; ) {
    const quoted = nextQuoted(text, at, budget);
    if (!quoted) break;
    found.push(quoted);
    at = Math.max(quoted.end, quoted.start + 1);
  }
  return found;
}

/** Longest text between two parts of a value, comments included. */
const gapLimit = 400;

/** What stands between two parts: the offset behind it, and whether an operator or a line end joins them. */
interface Gap {
  readonly end: number;
  readonly join: 'none' | 'comma' | 'line' | 'operator';
}

/** Blanks, line ends (with a backslash before them), comments, one comma, or the operator of a language that joins strings. */
const gapToken =
  /^(?:[ \t]+|\\?\n|\/\*[^*]{0,200}\*\/|\/\/[^\n]{0,200}(?=\n)|#[^\n]{0,200}(?=\n)|<repeats \d{1,7} times>|,|\+\+?|\.\.?(?!\.)|<>|\\)/;

function gapAt(text: string, start: number): Gap {
  let end = start;
  let join: Gap['join'] = 'none';
  while (end - start < gapLimit) {
    const token = gapToken.exec(text.slice(end, end + 210))?.[0];
    if (token === undefined) break;
    if (/^[+.<](?!r)/.test(token)) join = 'operator';
    else if (token.endsWith('\n') && join !== 'operator') join = 'line';
    else if (token === ',' && join === 'none') join = 'comma';
    end += token.length;
  }
  return { end, join };
}

/** `<repeats 199 times>` behind a string of gdb's. */
export function repeatsBehind(text: string, end: number): number | undefined {
  const times = /^ <repeats (\d{1,7}) times>/.exec(text.slice(end, end + 30))?.[1];
  return times === undefined ? undefined : Number(times);
}

/** A string without escapes behind a gap is a part where code joins it; in a log it is a field of its own. */
function isPlainPart(text: string, gap: Gap, plain: Quoted, goesOn: boolean): boolean {
  if (!plain.closed || plain.body.includes('\n')) return false;
  if (gap.join === 'operator' || gap.join === 'line') return true;
  if (repeatsBehind(text, plain.end) !== undefined) return true;
  return (
    gap.join === 'none' && plain.body !== '-' && (goesOn || /^\s*[;,)]/.test(text.slice(plain.end, plain.end + 20)))
  );
}

/** Parts of one value that follow a string with escapes; `next` is the index of the first string that is none of them. */
function partsFrom(text: string, all: readonly Quoted[], index: number): { parts: Quoted[]; next: number } {
  const parts: Quoted[] = [];
  const plain: { quoted: Quoted; gap: Gap }[] = [];
  let next = index;
  let at = all[index]?.start ?? text.length;
  for (;;) {
    const gap: Gap = parts.length === 0 ? { end: at, join: 'none' } : gapAt(text, at);
    const escaped = all[next];
    const quote = text.charAt(gap.end);
    if (escaped?.start === gap.end) {
      if (!plain.every((each) => isPlainPart(text, each.gap, each.quoted, true))) break;
      parts.push(...plain.splice(0).map((each) => each.quoted), escaped);
      next++;
      at = escaped.end;
      continue;
    }
    if (plain.length > 200 || (quote !== '"' && quote !== "'") || parts.at(-1)?.closed === false) break;
    const quoted = stringAt(text, gap.end);
    plain.push({ quoted, gap });
    if (!quoted.closed || quoted.end >= (escaped?.start ?? text.length)) break;
    at = quoted.end;
  }
  for (const each of plain) {
    if (!isPlainPart(text, each.gap, each.quoted, false)) break;
    parts.push(each.quoted);
  }
  return { parts, next };
}

/** Longest string without escapes in front of a value, and how many are looked at. */
const leadLimit = 2000;
const leadParts = 50;

/** Strings without escapes in front of the first one, where an operator joins them, or a line end within one assignment. */
function partsBefore(text: string, start: number): Quoted[] {
  const parts: Quoted[] = [];
  let at = start;
  while (parts.length < leadParts) {
    const gap = /["']((?:[ \t]|\\?\n){0,40}(?:(?:\+\+?|\.\.?|<>)(?:[ \t]|\\?\n){0,40})?)$/.exec(
      text.slice(Math.max(0, at - 100), at),
    )?.[1];
    const quoteAt = at - (gap?.length ?? 0) - 1;
    const lead = text.slice(Math.max(0, quoteAt - leadLimit), quoteAt);
    const open = quoteAt - lead.length + lead.lastIndexOf(text.charAt(quoteAt));
    if (gap === undefined || open < quoteAt - lead.length) break;
    const quoted = stringAt(text, open);
    const assigned = gap.includes('\n') && /[=(] ?$/.test(text.slice(Math.max(0, open - 3), open));
    if (quoted.end !== quoteAt + 1 || (!/[+.<]/.test(gap) && !assigned)) break;
    parts.unshift(quoted);
    at = open;
  }
  return parts;
}

/** Values of a text: strings with escapes, each with the strings that belong to it, in order. */
export function stringValues(text: string, all: readonly Quoted[], limit: number): Quoted[][] {
  const values: Quoted[][] = [];
  for (let index = 0; index < all.length && values.length < limit; ) {
    const { parts, next } = partsFrom(text, all, index);
    values.push([...partsBefore(text, all[index]?.start ?? 0), ...parts]);
    index = Math.max(next, index + 1);
  }
  return values;
}
