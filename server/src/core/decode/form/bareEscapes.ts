/** Escapes without quotes around them, in a line of other text: `frame \x82\xa1a\x01, then crash`. */
import { isContainer, readStream } from '../msgpack/stream';
import type { MsgpackNode } from '../msgpack/tree';
import { cutMarkBehind, cutMarkInside } from './cut';
import type { FormBytes, FormReader } from './form';
import { isAnswered, protocolStart } from './requestText';
import { anyEscape } from './strings';
import { cDialect, latin1Dialect, unescapeText } from './unescape';

/** The line with the first escape. */
interface Line {
  readonly text: string;
  /** Offset of the first escape. */
  readonly first: number;
  /** Offset behind the last escape. */
  readonly last: number;
  /** Offset where a mark of a cut begins, or the end. */
  readonly end: number;
  readonly cut: boolean;
}

/** A stretch of the line that may be the bytes, [start, end). */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Longest line of which every stretch is tried. */
const manyLimit = 20_000;

/** Every backslash is doubled: the text was escaped once more. */
function undoubled(text: string): string {
  return /(?<!\\)\\(?!\\)/.test(text.replaceAll('\\\\', '')) ? text : text.replaceAll('\\\\', '\\');
}

/** Characters of a line from which a terminal may have broken it. */
const wrapWidth = 60;

/** The line from `start` on, with the lines that go on in it: a terminal breaks between any two characters. */
function wholeLine(text: string, start: number): { line: string; end: number } {
  const parts: string[] = [];
  let at = start;
  for (;;) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    const line = text.slice(at, end);
    const width = parts[0]?.length ?? line.length;
    parts.push(line);
    const next = text.slice(end + 1, end + 1 + width);
    const wrapped = width >= wrapWidth && line.length === width && /\\x?[0-9a-f]/i.test(next);
    if (found < 0 || !wrapped || /\s/.test(next.trimEnd())) return { line: parts.join(''), end };
    at = end + 1;
  }
}

/** ` (31 bytes)` at the end of a line tells how many there are. */
const sizeRemark = /\s?[([](?:total )?\d{1,12} ?(?:bytes|B)[)\]][\s.,;]{0,4}$/;
const sizeLimit = 40;

const escapes = /\\(?:x[0-9a-f]{2}|x\{[0-9a-f]{1,6}\}|[0-7]{1,3}|u[0-9a-f]{4}|[rntabfv0\\])/gi;

function lineOf(text: string): Line | undefined {
  const found = anyEscape.exec(text)?.index ?? -1;
  if (found < 0) return undefined;
  const start = text.lastIndexOf('\n', found) + 1;
  const { line, end: lineEnd } = wholeLine(text, start);
  const plain = undoubled(line.trimEnd());
  let first = -1;
  let last = 0;
  for (const match of plain.matchAll(escapes)) {
    if (first < 0) first = match.index;
    last = match.index + match[0].length;
  }
  if (first < 0) return undefined;
  const mark = cutMarkInside(plain, first, plain.length, '\\');
  const cut = mark !== undefined || (cutMarkBehind(text, lineEnd)?.end ?? 0) > lineEnd;
  const end = mark?.start ?? plain.length - (sizeRemark.exec(plain.slice(-sizeLimit))?.[0].length ?? 0);
  return { text: plain, first, last: Math.min(last, end), end, cut };
}

const pairs = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
  ['`', '`'],
  ['|', '|'],
  ["'", "'"],
  ['"', '"'],
  ['*', '*'],
]);

/** Offset where the word before the first escape begins as bytes: behind a label and an opening mark. */
function coreStart({ text, first }: Line): number {
  for (let at = first; at > 0; at--) if (/[\s:=,;([{<`|'"*>]/.test(text.charAt(at - 1))) return at;
  return 0;
}

/** Offset of the mark that closes what the one in front of `start` opens; -1 where none does. */
function closeOf({ text, end, first }: Line, start: number): number {
  const open = text.charAt(start - 1);
  const close = pairs.get(open);
  if (start === 0 || close === undefined) return -1;
  let depth = 1;
  for (let at = start; at < end; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (character === close) depth--;
    else if (character === open) depth++;
    else continue;
    if (depth <= 0 && at > first && !/[\w\\]/.test(text.charAt(at + 1))) return at;
  }
  return -1;
}

/** Words with which a sentence goes on behind the bytes. */
const goesOn =
  /^\s+(?:from|to|at|on|in|into|by|for|with|and|or|but|then|is|was|are|after|before|while|when|where|as|port|via|client|peer|received|instead|\(|\[|\||-|–|—|\d{1,3}\.\d{1,3}\.)/i;
const onlyMarks = /^[,;:.!?)\]}>`'"|*]*$/;

/** Offset where text begins that follows the bytes, by how it looks; the end of the line where nothing does. */
function proseStart({ text, first, last, end }: Line): number {
  const tail = text.slice(last, end);
  // Lines of a text protocol go on in words, up to the empty one.
  if (/\\[rn]$/.test(text.slice(0, last))) {
    const ended = onlyMarks.test(tail) || (/(?:\\r)?\\n(?:\\r)?\\n$/.test(text.slice(0, last)) && goesOn.test(tail));
    return ended ? last : end;
  }
  const blank = tail.search(/\s/);
  const word = blank < 0 ? tail : tail.slice(0, blank);
  const marks = /[,;:.!?)\]}>`'"|*]*$/.exec(word.slice(-20))?.[0].length ?? 0;
  // A full stop ends the sentence that leads to the bytes.
  const closing = /\w \S*$/.test(text.slice(0, first)) ? /[,;.]$/ : /[,;]$/;
  if (blank < 0) return last + (closing.test(word) ? word.length - 1 : word.length);
  if (onlyMarks.test(word)) return last;
  if (marks > 0 || goesOn.test(tail.slice(blank))) return last + word.length - marks;
  return end;
}

/** Offset behind the msgpack maps and arrays that begin at `start`, where they end in the text behind the last escape; -1 otherwise. */
function messageEnd({ text, last, end }: Line, start: number): number {
  if (end - start > manyLimit || !isAscii(text.slice(last, end))) return -1;
  const bytes = unescapeText(text.slice(start, end), 0, '', cDialect, end - start).bytes;
  const { first, rest, end: stop } = readStream(bytes);
  if (first.error || !first.root || !isContainer(first.root) || first.root.count === 0) return -1;
  const found = end - (bytes.length - stop);
  // Each character of a sentence is a small number; a string has its length in front.
  const inString = lastLeaf(rest.at(-1) ?? first.root).start < bytes.length - (end - last);
  return found >= last && (inString || !/\s/.test(text.slice(last, found))) ? found : -1;
}

/** The last value inside a value. */
function lastLeaf(root: MsgpackNode): MsgpackNode {
  let node = root;
  for (let child = node.children.at(-1); child; child = node.children.at(-1)) node = child;
  return node;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Stretches between back ticks, the longest first. */
function codeSpans({ text, end }: Line): Stretch[] {
  const found: Stretch[] = [];
  for (let open = text.indexOf('`'); open >= 0 && found.length < 50; ) {
    const close = text.indexOf('`', open + 1);
    if (close < 0 || close >= end) break;
    const escaped = text.slice(open + 1, close).includes('\\');
    if (escaped) found.push({ start: open + 1, end: close });
    open = escaped ? text.indexOf('`', close + 1) : close;
  }
  return found.sort((a, b) => b.end - b.start - (a.end - a.start));
}

/** Where the bytes stand by all that the text around them says. */
function likeliest(line: Line): Stretch {
  const [span] = codeSpans(line);
  if (span) return span;
  const start = coreStart(line);
  const close = closeOf(line, start);
  const message = close < 0 ? messageEnd(line, start) : -1;
  return { start, end: close >= 0 ? close : message >= 0 ? message : proseStart(line) };
}

/** Where the bytes may stand, likeliest first. */
function stretches(line: Line, hinted: boolean): Stretch[] {
  const { text, first, last, end } = line;
  const core = likeliest(line);
  const word = text.lastIndexOf(' ', first) + 1;
  const protocol = protocolStart(text);
  const label = /^[^\\]{0,200}?[:=] ?$/.test(text.slice(0, first)) ? first : 0;
  const lead = [...(protocol > 0 && protocol < first ? [protocol] : []), 0, label];
  const starts = hinted ? [core.start, ...lead, word, first] : [...lead, core.start, word, first];
  const wordEnd = last + Math.max(0, text.slice(last, end).search(/[\s,;)\]`]|$/));
  const ends = [core.end, end, wordEnd, last];
  const pairsOfEnds = starts.flatMap((start) => ends.map((stop) => ({ start, end: Math.max(stop, start) })));
  const all = [...codeSpans(line), ...pairsOfEnds];
  const known = new Set<string>();
  return all.filter(({ start, end: stop }) => {
    const key = `${start},${stop}`;
    return start < stop && !known.has(key) && known.add(key);
  });
}

/** Text around the bytes that was left out, as a remark. */
function leftOut(line: Line, stretch: Stretch): string[] {
  const parts = [line.text.slice(0, stretch.start).trim(), line.text.slice(stretch.end, line.end).trim()];
  const shown = parts.filter((part) => /\w/.test(part)).map((part) => `“${part.slice(0, 60)}”`);
  return shown.length === 0 ? [] : [`Taken for text around the bytes: ${shown.join(' and ')}.`];
}

/** One escape for each byte, with blanks or commas between: `\\x82 \\xa1`. */
const spaced = /^(?:\\x[0-9a-f]{2}[ ,]{1,2}){2,}\\x[0-9a-f]{2}$/i;

function bytesOf(line: Line, stretch: Stretch, sure: boolean): FormBytes {
  const written = line.text.slice(stretch.start, stretch.end);
  const literal = written.length < manyLimit && spaced.test(written) ? written.replaceAll(/[ ,]/g, '') : written;
  const json = /\\u00[0-9a-f]{2}/i.test(literal) && !/\\x/.test(literal);
  const read = unescapeText(literal, 0, '', json ? latin1Dialect : cDialect, literal.length);
  return {
    form: json ? 'json-string' : 'c-escape',
    bytes: read.bytes,
    truncated: read.cutEscape || line.cut,
    tentative: !sure,
    notes: leftOut(line, stretch),
  };
}

/** At least two escapes that no path or sentence holds, or nothing but escapes. */
function isSure(line: Line): boolean {
  const strong = line.text.match(/\\(?:x[0-9a-f]{2}|u00[0-9a-f]{2}|[0-3][0-7]{2})/gi)?.length ?? 0;
  return strong > 1 || (strong === 1 && /^[\s`'"]*\\x?[0-9a-f]{2,3}[\s`'"]*$/i.test(line.text.slice(0, line.end)));
}

export const bareEscapes: FormReader = {
  forms: ['c-escape', 'json-string'],
  example: '\\x16\\x03\\x01\\x01E',
  read: ({ text, hint }) => {
    const line = lineOf(text);
    if (!line || isAnswered(line.text, line.first)) return [];
    const all = stretches(line, hint !== undefined);
    const tried = all.slice(0, line.text.length > manyLimit ? 3 : all.length);
    const forms = [
      ...tried.map((stretch) => bytesOf(line, stretch, false)),
      ...(isSure(line) ? [bytesOf(line, likeliest(line), true)] : []),
    ];
    return forms.filter(({ bytes }) => bytes.length > 0);
  },
};
