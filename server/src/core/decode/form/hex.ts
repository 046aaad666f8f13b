/** Hex digits in every spelling: bare, with blanks, colons, dashes, `0x`, in arrays, in Node's Buffer. */
import { fromHex, hexValue } from '../bytes';
import { isCalledData, isCalledName, type Surroundings, surroundingsOf } from './around';
import { bulkLimit, type FormBytes, type FormReader } from './form';

const bare = /(?:^|[^0-9a-z])(?:0x)?([0-9a-f]{8,})(?![0-9a-z])/gi;

/** A run of hex groups with separators. Offsets in UTF-16 units, [start, end). */
interface HexRun {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const separatorLimit = 8;

/** Blank, tab, line end, and `,` `-` `:` `;` `_`. */
function isSeparator(code: number): boolean {
  if (code === 32 || code === 9 || code === 10) return true;
  return code === 44 || code === 45 || code === 58 || code === 59 || code === 95;
}

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** Offset behind the hex digits that start at an offset. */
function digitsEnd(text: string, at: number): number {
  let end = at;
  while (hexValue(text.charCodeAt(end)) >= 0) end++;
  return end;
}

/** Length of the hex word at an offset; 0 where none stands there, or where letters go on behind it. */
function wordLength(text: string, at: number): number {
  const end = digitsEnd(text, at);
  return isLetter(text.charCodeAt(end)) ? 0 : end - at;
}

/** Digits of a group: those of the first, or of the two behind it, since Python's `hex(sep, 4)` counts groups from the end. */
function groupSize(text: string, end: number, first: number): number {
  if (first === 0 || first % 2 === 1 || !isSeparator(text.charCodeAt(end))) return first;
  const second = wordLength(text, end + 1);
  const behind = end + 1 + second;
  const third = text.charAt(behind) === text.charAt(end) ? wordLength(text, behind + 1) : 0;
  return second > first && second % 2 === 0 && third === second ? second : first;
}

/** Groups have an even number of digits, all the same but for the last; the first may be shorter. */
function runAt(text: string, start: number): HexRun | undefined {
  const first = wordLength(text, start);
  const size = groupSize(text, start + first, first);
  if (size < 2 || size % 2 === 1 || size > 16) return undefined;
  let end = start + first;
  for (;;) {
    let next = end;
    let marks = 0;
    while (isSeparator(text.charCodeAt(next)) && next - end < separatorLimit && marks < 2) {
      if (text.charCodeAt(next) > 32) marks++;
      next++;
    }
    if (marks > 1) break;
    const length = next === end ? 0 : wordLength(text, next);
    if (length === 0 || length > size) break;
    end = next + length;
    if (length < size) break;
  }
  return end === start + first ? undefined : { start, end, text: text.slice(start, end) };
}

function separatorForm(text: string): string {
  const kinds = new Set<string>();
  for (const character of text.slice(0, 2000))
    if (!/[0-9a-f]/i.test(character)) kinds.add(/\s/.test(character) ? ' ' : character);
  if (kinds.size > 1) return 'hex-sep';
  const [only] = kinds;
  return only === ' ' ? 'hex-spaced' : only === ':' ? 'hex-colon' : only === '-' ? 'hex-dash' : 'hex-sep';
}

function digitsOf(text: string): string {
  return text.replaceAll(/[^0-9a-f]/gi, '');
}

function toBytes(text: string, form: string, tentative: boolean): FormBytes {
  const digits = digitsOf(text);
  const odd = digits.length % 2 === 1;
  const notes = odd ? ['The number of hex digits is odd: the last digit was dropped.'] : [];
  return { form, bytes: fromHex(digits), truncated: odd, tentative, notes };
}

/** A run with what stands around it. */
interface PlacedRun extends HexRun {
  readonly around: Surroundings;
  readonly pairs: number;
}

/** Runs of at least four bytes, longest first; a shorter one only where it is all there is. */
function separated(text: string): PlacedRun[] {
  const runs: HexRun[] = [];
  for (let at = 0; at < text.length && runs.length < 1000; at++) {
    if (hexValue(text.charCodeAt(at)) < 0) continue;
    const before = text.charCodeAt(at - 1);
    const prefixed = /(?<!\w)0x$/i.test(text.slice(Math.max(0, at - 3), at));
    const inWord = !prefixed && (isLetter(before) || before === 95 || (before >= 48 && before <= 57));
    const run = inWord ? undefined : runAt(text, at);
    if (run) runs.push(run);
    at = run ? run.end : digitsEnd(text, at) - 1;
  }
  return (
    runs
      // In megabytes of something else a few groups are chance.
      .filter((run) => text.length <= bulkLimit || run.text.length > text.length / 2)
      // `1e-6` is a number with an exponent.
      .filter((run) => run.text.length > 8 || !/^\d{1,4}e-\d{1,3}$/i.test(run.text))
      .sort((a, b) => b.text.length - a.text.length)
      .map((run) => ({
        ...run,
        around: surroundingsOf(text, run.start, run.end),
        pairs: /^[0-9a-f]{2}[^0-9a-f]/i.test(run.text) ? digitsOf(run.text).length >> 1 : 0,
      }))
      .filter((run) => run.around.alone || digitsOf(run.text).length >= 8)
  );
}

/** Pairs in a line of other text that are bytes: fewer are a hardware address, a name of a device, a time. */
const surePairs = 9;

/** What groups of more than two digits with these marks between are: an address of IPv6, a device of PCI, a name. */
const nameMarks = /[:;-]/;

/** True where a run can only be hex: by its digits, by where it stands, by what calls it so. */
function isSureRun({ text, around, pairs }: PlacedRun): boolean {
  const letters = /[a-f]/i.test(text);
  const mixed = letters && /\d/.test(text);
  const marked = nameMarks.test(text);
  if (around.alone && pairs > 0)
    return mixed || (letters && pairs >= 4) || (/\b0\d/.test(text) && (pairs >= 4 || !marked));
  if (around.alone) return !marked && (mixed || /\b0\d/.test(text));
  return mixed && (pairs >= surePairs || (pairs >= 4 && (around.cut || around.called)));
}

const addressNote = 'Six bytes written like this are most often the hardware address (MAC) of a network card.';

function readSeparated(text: string, decimalToo: boolean): FormBytes[] {
  return separated(text).map((run) => {
    const sure = isSureRun(run) || (decimalToo && run.around.alone && isPairs(run.text));
    const form = toBytes(run.text, separatorForm(run.text), !sure);
    const notes = [...(form.notes ?? []), ...(/^..([:-])..(?:\1..){4}$/.test(run.text) ? [addressNote] : [])];
    return { ...form, truncated: form.truncated || run.around.cut, notes };
  });
}

/** At least four pairs: fewer decimal digits are a time or a date. */
function isPairs(text: string): boolean {
  return /^\d\d(?:\W{1,2}\d\d){3,}$/.test(text.slice(0, 4000));
}

/** `83.a6.73` or `83|a6|73`: dots and bars separate much else, so that eight pairs and a letter must be there. */
const dotted = /(?<![\w.|])[0-9a-f]{2}(?:([.|])[0-9a-f]{2})(?:\1[0-9a-f]{2}){6,}(?![\w.|])/gi;

function readDotted(text: string): FormBytes[] {
  return [...text.matchAll(dotted)]
    .filter(([run]) => /[a-f]/i.test(run))
    .map(([run]) => toBytes(run, 'hex-sep', run !== text.trim()));
}

const separatedForms = ['hex-spaced', 'hex-colon', 'hex-dash', 'hex-sep'];

export const hexSeparated: FormReader = {
  forms: separatedForms,
  bulk: true,
  example: '83 a6 73 74 or 83:a6:73:74',
  read: ({ text }) => [...readSeparated(text, false), ...(text.length > bulkLimit ? [] : readDotted(text))],
};

/** Pairs of decimal digits only, where nothing speaks for decimal numbers. */
export const hexOfDigits: FormReader = {
  forms: separatedForms,
  example: '82 01 02 03 04',
  read: ({ text }) => readSeparated(text, true),
};

const uuidShape = /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/i;

/** A UUID in its usual groups: RFC 9562 4. */
export const uuidText: FormReader = {
  forms: ['hex-dash'],
  example: '550e8400-e29b-41d4-a716-446655440000',
  read: ({ text }) => {
    const found = uuidShape.exec(text)?.[0];
    return found ? [{ ...toBytes(found, 'hex-dash', found !== text.trim()), spelling: 'uuid' }] : [];
  },
};

/** Hex digits that are all there is, but for quotes, a label and marks of a cut. */
interface WholeHex {
  readonly digits: string;
  readonly letters: boolean;
  /** Blanks stand between the digits, at places where nobody wraps hex. */
  readonly words: boolean;
  /** `0x` stands in front. */
  readonly prefixed: boolean;
  readonly cut: boolean;
}

/** Offset of the first character that may be a digit: behind blanks, quotes, a data label, dots and `0x`. */
function bodyStart(text: string): number {
  const lead = /^[\s"'`([{<*]*(?:\.\.\.|…)?\s*(?:0x)?/i.exec(text.slice(0, 200))?.[0] ?? '';
  const label = /^[^\n:=]{0,60}[:=][\s"'`([{<*]{0,10}(?:0x)?/i.exec(text.slice(0, 100))?.[0];
  return label !== undefined && isCalledData(text, label.length) ? label.length : lead.length;
}

/** The digits of a text that holds nothing else but blanks and one `0x`; scanned by hand, since it may be long. */
function onlyHex(text: string): WholeHex | undefined {
  const start = bodyStart(text);
  let letters = false;
  let breaks = false;
  let end = start;
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const blank = code === 32 || code === 10 || code === 9 || code === 13;
    if (blank && at > start && hexValue(text.charCodeAt(at - 1)) >= 0) end = at;
    if (!blank && hexValue(code) < 0) break;
    breaks ||= blank;
    letters ||= code > 64;
  }
  if (at >= text.length || !isLetter(text.charCodeAt(at))) end = at;
  const around = surroundingsOf(text.slice(0, end + bodyTail), start, end);
  if (at < text.length && (!around.alone || end + bodyTail < text.length)) return undefined;
  const body = text.slice(start, end);
  const digits = breaks ? body.replaceAll(/\s/g, '') : body;
  return digits.length < 2
    ? undefined
    : {
        digits,
        letters: letters && /[a-f]/i.test(digits),
        words: breaks && !isWrapped(body),
        prefixed: /0x$/i.test(text.slice(0, start)),
        cut: around.cut,
      };
}

/** Digits of a line that somebody wrapped, at least. */
const leastLine = 16;

/** All groups but the last have one even length, or are long lines; letters alone are words. */
function isWrapped(body: string): boolean {
  const groups = body.trim().split(/\s+/);
  const size = groups[0]?.length ?? 0;
  const equal = groups.every((group, i) => group.length === size || (i === groups.length - 1 && group.length < size));
  const lines = groups.every((group, i) => group.length >= leastLine || i === groups.length - 1);
  return lines || (equal && size % 2 === 0 && /\d/.test(body));
}

/** Characters behind the digits that may be a mark of a cut and closing quotes. */
const bodyTail = 80;

/** Words of English that are spelled with the letters of hex have up to this many of them. */
const longestWord = 7;

/** True where digits alone are no word and no number: they have both, or are long, or `0x` says so. */
function isSureHex({ digits, letters, words, prefixed, cut }: WholeHex): boolean {
  if (words || (digits.length % 2 === 1 && digits.length < leastLine && !cut)) return false;
  if (prefixed && digits.length <= 4) return true;
  if (!letters) return cut && (digits.startsWith('0') || prefixed || digits.length <= longestCutNumber);
  return prefixed || /\d/.test(digits) || digits.length > longestWord || /^(.)\1+$/.test(digits);
}

/** Decimal digits of a cut number beyond which they are a number: a 41st hex digit without a letter is no chance. */
const longestCutNumber = 40;

/** Hex digits that are all there is; a long number that `hex()` made of an identity has its bytes the other way round. */
function wholeHex(whole: WholeHex): FormBytes[] {
  const { digits, prefixed, cut } = whole;
  const sure = isSureHex(whole);
  const hex = toBytes(digits, 'hex', !sure);
  const plain = { ...hex, truncated: hex.truncated || cut, notes: [...(hex.notes ?? []), ...decimalNote(whole)] };
  if (!prefixed || digits.length < 8 || cut) return [plain];
  const bytes = fromHex(digits.length % 2 === 0 ? digits : `0${digits}`).reverse();
  const fields = { byteorder: 'little', width: bytes.length };
  const asNumber: FormBytes = { form: 'int-hex', bytes, truncated: false, tentative: true, fields };
  return [{ ...plain, tentative: true }, asNumber, plain];
}

/** What else digits of a cut number may be. */
function decimalNote({ letters, prefixed, cut }: WholeHex): string[] {
  return cut && !letters && !prefixed
    ? [
        'Read as hex. If this is a decimal number, paste it whole: without its last digits not one of its bytes is certain.',
      ]
    : [];
}

/** Digits from which hex is longer than the names that people abbreviate; full names have the lengths of digests. */
const payloadDigits = 24;
const nameLengths = new Set([32, 40, 48, 56, 64, 96, 128]);

/** Hex digits among other text: bytes where words call them so, or as long as no name is. */
function hexAmong(text: string, start: number, digits: string): FormBytes[] {
  const mixed = /[a-f]/i.test(digits) && /\d/.test(digits);
  if (!mixed) return [];
  const { called, cut } = surroundingsOf(text, start, start + digits.length);
  const long = digits.length >= payloadDigits && !nameLengths.has(digits.length);
  const sure = (called || long) && digits.length % 2 === 0 && !isCalledName(text, start);
  const hex = toBytes(digits, 'hex', !sure);
  return [{ ...hex, truncated: hex.truncated || cut }];
}

export const hexBare: FormReader = {
  separate: true,
  forms: ['hex'],
  bulk: true,
  example: '83a673746174',
  read: ({ text }) => {
    const whole = onlyHex(text);
    if (whole) return wholeHex(whole);
    if (text.length > bulkLimit) return [];
    return [...text.matchAll(bare)]
      .flatMap((match) => hexAmong(text, match.index + match[0].length - (match[1]?.length ?? 0), match[1] ?? ''))
      .sort((a, b) => b.bytes.length - a.bytes.length);
  },
};
