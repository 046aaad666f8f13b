/** Marks with which programs and people say that more bytes followed: `...`, `… (210 more)`, `[truncated]`, `<9 bytes omitted>`. */

/** Longest remark that is looked at, in UTF-16 units. */
const remarkLimit = 60;

/** One of these words makes a remark in brackets a mark of a cut. */
const cutWord =
  /(?:^|[^a-z])(?:truncat(?:ed|ion)|trunc|cut|cut off|omitted|omitting|more|snip|snipped|elided|clipped|trimmed|skipped|remaining|left|shortened|abbreviated|abridged|rest|etc|continued)(?![a-z])|截断|省略/i;
/** `4 of 210 bytes`, `4/210`, `first 4 bytes`. */
const partOfWhole = /^(?:first \d{1,12}(?: of \d{1,12})?|\d{1,12} ?(?:of|\/) ?\d{1,12})(?: ?(?:bytes|B))?$/i;
const onlyDots = /^[\s.…]+$/;
const unit = '(?:bytes?|chars?|characters?|items?|elements?|octets?|digits?|lines?|[KMG]?i?B)';
const verb = '(?:more|omitted|truncated|trimmed|clipped|elided|skipped|left|remaining|not shown|cut(?: off)?)';
/** `210 more`, `210 more bytes`, `210 bytes omitted`, `truncated`, `output truncated`, `etc.`: enough without dots. */
const remark = new RegExp(
  `^(?:(?:and |plus |\\+ ?)?\\d{1,12} ?(?:more(?: ${unit})?|${unit} ?${verb})|(?:the )?(?:output |data |message |line |rest |payload |string )?(?:was |is )?(?:truncated|omitted|snipped|elided|clipped|cut off)|etc\\b\\.?|--more--)(?![a-z0-9])`,
  'i',
);
/** `+210`, `210 bytes`, `70B`: a remark where dots stand in front. */
const countRemark = new RegExp(`^(?:\\+ ?\\d{1,12}|\\d{1,12} ?${unit}(?: total)?)(?![a-z0-9])`, 'i');

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}

/** Offset of the first character at or behind `at` that is no blank of the line. */
function skipBlanks(text: string, at: number): number {
  let next = at;
  while (isBlank(text.charAt(next))) next++;
  return next;
}

/** Offset behind `...`, `…` or more of them; `at` where none stand there. Two dots are dots only before a remark. */
function dotsEnd(text: string, at: number): number {
  let end = at;
  while (text.charAt(end) === '.' || text.charAt(end) === '…') end++;
  return end - at >= 3 || text.charAt(at) === '…' ? end : at;
}

const closers = new Map([
  ['(', ')'],
  ['[', ']'],
  ['<', '>'],
  ['{', '}'],
  ['（', '）'],
  ['【', '】'],
]);

/** Offset behind a remark in brackets, or -1. Behind dots, whatever counts bytes is a remark: `... (31 bytes)`. */
function bracketEnd(text: string, at: number, behindDots: boolean): number {
  const closer = closers.get(text.charAt(at));
  if (closer === undefined) return -1;
  const inside = text.slice(at + 1, at + remarkLimit).split(closer, 2);
  const words = inside[0] ?? '';
  if (inside.length < 2 || words.includes('\n') || words.includes('\\')) return -1;
  const fits =
    onlyDots.test(words) ||
    partOfWhole.test(words) ||
    cutWord.test(words) ||
    /^\+ ?\d/.test(words) ||
    (behindDots && /^\d/.test(words));
  return fits ? at + words.length + 2 : -1;
}

function remarkEnd(text: string, at: number, behindDots: boolean): number {
  const bracket = bracketEnd(text, at, behindDots);
  if (bracket >= 0) return bracket;
  const rest = text.slice(at, at + remarkLimit);
  const found = remark.exec(rest)?.[0] ?? (behindDots ? countRemark.exec(rest)?.[0] : undefined);
  return found === undefined ? -1 : at + found.length;
}

/** A mark in a text. Offsets in UTF-16 units, [start, end). */
export interface CutMark {
  readonly start: number;
  readonly end: number;
  /** It says more than three dots do. */
  readonly worded: boolean;
}

/** The mark that begins at an offset. */
export function cutMarkAt(text: string, start: number): CutMark | undefined {
  const dots = dotsEnd(text, start);
  const twoDots = dots === start && text.startsWith('..', start);
  const behindDots = dots > start || twoDots;
  const from = twoDots ? start + 2 : dots;
  const worded = remarkEnd(text, behindDots ? skipBlanks(text, from) : start, behindDots);
  if (worded >= 0) return { start, end: dotsEnd(text, worded), worded: true };
  return dots > start ? { start, end: dots, worded: false } : undefined;
}

/** Only what closes strings, lists and sentences up to the end of the line. */
function closesLine(text: string, at: number, limit: number): boolean {
  let next = at;
  while (next < limit && /[\s'"`)\]}>,;.|]/.test(text.charAt(next)) && text.charAt(next) !== '\n') next++;
  return next >= limit || text.charAt(next) === '\n';
}

/** The mark behind values that end at an offset: blanks, a comma and one line end may stand between. */
export function cutMarkBehind(text: string, end: number): CutMark | undefined {
  let at = skipBlanks(text, end);
  if (text.charAt(at) === ',' || text.charAt(at) === ';') at = skipBlanks(text, at + 1);
  if (text.charAt(at) === '\n') at = skipBlanks(text, at + 1);
  return cutMarkAt(text, at);
}

/** True where the text behind a closed literal says that it was shortened: `b'…'...`, `b'…' [truncated]`, not `b'…' ... retrying`. */
export function isCutBehind(text: string, end: number): boolean {
  const comma = /^[ \t]*,/.test(text.slice(end, end + 20));
  const mark = cutMarkAt(text, skipBlanks(text, comma ? text.indexOf(',', end) + 1 : end));
  if (!mark) return false;
  return mark.worded || comma || mark.start === end || closesLine(text, mark.end, text.length);
}

/** The mark before which values begin: `... 9c 3d`. */
export function cutMarkBefore(text: string, start: number): boolean {
  return /(?:\.\.\.|…|[[(<](?:\.\.\.|…)[\])>])[ \t,]*$/.test(text.slice(Math.max(0, start - 12), start));
}

/**
 * The first mark inside a literal that its line does not close, blanks before it included: at the end, with words, or
 * followed by a blank and no more escapes, as prose is.
 * @param sign What begins an escape in the literal: behind the last one, text may be prose. Empty where it has none.
 */
export function cutMarkInside(text: string, start: number, end: number, sign: string): CutMark | undefined {
  const lastEscape = sign === '' ? end : start + text.slice(start, end).lastIndexOf(sign);
  for (let at = start; at < end; at++) {
    if (!'.…[(<{（【'.includes(text.charAt(at))) continue;
    const mark = cutMarkAt(text, at);
    if (!mark || mark.end > end) continue;
    const prose = mark.start > lastEscape && lastEscape >= start && isBlank(text.charAt(mark.end));
    if (!closesLine(text, mark.end, end) && !((mark.worded || prose) && mark.start > lastEscape)) {
      at = mark.end - 1;
      continue;
    }
    let from = at;
    while (from > start && isBlank(text.charAt(from - 1))) from--;
    return { ...mark, start: from };
  }
  return undefined;
}
