/** Integers that are bytes: what `int.from_bytes` made of an identity, or a length that was text. */
import { fromHex, hexValue } from '../bytes';
import { formatTimestamp } from '../msgpack/timestamp';
import type { Hint } from '../reading';
import { escapeBytes } from '../text';
import type { FormBytes, FormReader } from './form';

/** An integer in a text. */
interface IntegerToken {
  readonly negative: boolean;
  readonly hex: boolean;
  /** Digits without separators, lower case. */
  readonly digits: string;
  /** Words in front say that it is the rank of an engine. */
  readonly rank: boolean;
  /** Dots behind it say that digits are missing. */
  readonly cut: boolean;
  /** True where it stands among words, and none of them says that it came from a peer. */
  readonly unsaid: () => boolean;
  /** The call that made it of bytes stands in front. */
  readonly made?: { readonly order: 'little' | 'big'; readonly identity: boolean };
}

/** Longest integer that is read, in digits. Turning digits into bytes takes time that grows with their square. */
const digitLimit = 20_000;
/** Integers of a text that are tried. */
const tokenLimit = 50;

/** Integers of a text, scanned by hand: a pattern would look at a long run of digits once for each digit. */
function integers(text: string): IntegerToken[] {
  const found: IntegerToken[] = [];
  for (let at = 0; at < text.length && found.length < tokenLimit; ) {
    if (!isDigit(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const end = endOfNumber(text, at);
    const token = toToken(text, at, end);
    if (token) found.push(token);
    at = end;
  }
  return found;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Offset behind the digits that start at `at`: thousands separators and the digits of `0x…` belong to them. */
function endOfNumber(text: string, at: number): number {
  const hex = text.charAt(at) === '0' && (text.charCodeAt(at + 1) | 32) === 120;
  let end = hex ? at + 2 : at;
  const start = end;
  while (hex ? hexValue(text.charCodeAt(end)) >= 0 : isDigit(text.charCodeAt(end)) || isThousands(text, end)) end++;
  return hex || end - start < wrappedLength ? end : endOfWrapped(text, end);
}

/** Digits of a line of a number that a terminal or a mail broke over lines, at least. */
const wrappedLength = 40;

/** Offset behind the lines of digits that go on with a long number. */
function endOfWrapped(text: string, from: number): number {
  let end = from;
  while (text.charAt(end) === '\n' && isDigit(text.charCodeAt(end + 1))) {
    let next = end + 1;
    while (isDigit(text.charCodeAt(next))) next++;
    if (/[\w.:-]/.test(text.charAt(next))) break;
    end = next;
  }
  return end;
}

/** A comma between a digit and exactly three digits. */
function isThousands(text: string, at: number): boolean {
  return text.charAt(at) === ',' && /^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5));
}

/** The number at [start, end), unless it is part of a word, a version or an address. */
function toToken(text: string, start: number, end: number): IntegerToken | undefined {
  const before = text.charAt(start - 1);
  const after = text.slice(end, end + 2);
  const glued = gluedName.test(text.slice(Math.max(0, start - 12), start));
  if ((/[\w.]/.test(before) && !glued) || /^\w/.test(after) || /^\.\d/.test(after)) return undefined;
  const hex = text.startsWith('0x', start) || text.startsWith('0X', start);
  const digits = text
    .slice(hex ? start + 2 : start, end)
    .replaceAll(/[,\n]/g, '')
    .toLowerCase();
  if (digits === '' || digits.length > digitLimit) return undefined;
  // The number itself may be quoted or emphasised.
  const rank = /parallel rank:? ?[*`'"]{0,3}$/.test(text.slice(Math.max(0, start - 24), start));
  const cut = /^(?:\.\.\.|…)/.test(text.slice(end, end + 3));
  const unsaid = (): boolean => !hex && !isWire(text, start, end);
  const made = madeOfBytes(text.slice(Math.max(0, start - 160), start));
  return { negative: before === '-', hex, digits, rank, cut, unsaid, ...(made && { made }) };
}

/** A name that programs print right in front of a number: `Packet len1195725856`. */
const gluedName = /(?:^|[^a-z])(?:len|length|size|magic)$/i;

/** `int.from_bytes(identity, "little") = `, also with the order as a keyword, and with an arrow or a colon. */
const fromBytes =
  /int\.from_bytes\(([^()\n]{1,60}),\s{0,4}(?:byteorder\s?=\s?)?["'](little|big)["'](?:,[^()\n]{0,20})?\)\s{0,4}(?:==?|->|=>|:|→|is|was|gives|returns)\s{0,4}[`'"]?$/;

function madeOfBytes(lead: string): IntegerToken['made'] {
  const [, argument = '', order] = fromBytes.exec(lead) ?? [];
  return order === 'little' || order === 'big' ? { order, identity: /ident|routing/i.test(argument) } : undefined;
}

/** Words right before a number that say a peer sent it, whatever is said of it. */
const wireName =
  /(?:magic|identity|size of (?:frame|message|packet)|routing[ _]id|rank|protocol[ _]version|(?:frame|message|msg|packet|payload|record|header|response|request)[ _-]?(?:length|len|size))\b[^\d\n]{0,30}$/i;
/** What a program reads from a stream. */
const wireNoun =
  /\b(?:frames?|messages?|msg|packets?|payloads?|records?|headers?|receive|protocol|magic|identity|version|length|len|prefix)\b/i;
/** What it says of a number that it cannot take. */
const complaint =
  /\b(?:invalid|illegal|unexpected|expected|unreasonable|unsupported|unknown|bad|wrong|corrupt\w{0,4}|malformed|too (?:large|big|long)|(?:larger|greater|longer|bigger) than|exceed\w{0,3}|out of range|over the (?:limit|maximum)|not (?:a )?valid|mismatch)\b/i;
/** Names of counters, which no peer sends as the first bytes of a stream. */
const counter =
  /(?:seed|steps?|tokens?|epochs?|iterations?|iter|pid|timestamp|time|count|total|allocat(?:e|ed|ing)|memory|loss)["'`]?[\s:=(]{0,4}$/i;

/** True where the line around a number says that it was read from a stream: a length that is refused, a version, a magic. */
function isWire(text: string, start: number, end: number): boolean {
  const before =
    text
      .slice(Math.max(0, start - 120), start)
      .split('\n')
      .at(-1) ?? '';
  if (counter.test(before)) return false;
  const line = `${before} ${text.slice(end, end + 120).split('\n', 1)[0]}`;
  return wireName.test(before) || (wireNoun.test(line) && complaint.test(line));
}

/** Big-endian bytes of the number, without leading zeros; a negative one as two's complement of 4 or 8 bytes. */
function bigEndianBytes(token: IntegerToken): Uint8Array {
  let value = BigInt(token.hex ? `0x${token.digits}` : token.digits);
  if (token.negative) value = value <= 0x8000_0000n ? (1n << 32n) - value : BigInt.asUintN(64, -value);
  const hex = value.toString(16);
  return fromHex(hex.length % 2 === 0 ? hex : `0${hex}`);
}

function padded(bytes: Uint8Array, width: number, atEnd: boolean): Uint8Array {
  if (bytes.length >= width) return bytes;
  const wide = new Uint8Array(width);
  wide.set(bytes, atEnd ? 0 : width - bytes.length);
  return wide;
}

/** What `int.from_bytes(identity, "little")` was made from; a rank has two bytes. */
function identityBytes(token: IntegerToken, form: string): FormBytes {
  const little = padded(bigEndianBytes(token).reverse(), 2, true);
  return {
    form,
    bytes: little,
    truncated: false,
    identity: true,
    fields: { byteorder: 'little', width: little.length },
  };
}

/** Why a number is text: a program read the first bytes of a foreign stream as a number of its own protocol. */
function streamNote(token: IntegerToken, byteorder: string, bytes: Uint8Array): string {
  const number = `${token.negative ? '-' : ''}${token.hex ? '0x' : ''}${token.digits.slice(0, 40)}`;
  return `${number} is what a program makes of the bytes ${escapeBytes(bytes)} when it reads them as a ${byteorder}-endian number: the peer speaks another protocol than this port.`;
}

/** A number that another program took from the first bytes of a stream: 4 or 8 bytes, or as many as it needs. */
function streamBytes(token: IntegerToken, form: string, littleFirst: boolean): FormBytes[] {
  const big = bigEndianBytes(token);
  const width = big.length <= 2 ? 2 : big.length <= 4 ? 4 : Math.max(8, big.length);
  const wide = padded(big, width, false);
  const unsaid = token.unsaid();
  const reading = (bytes: Uint8Array, byteorder: string): FormBytes => ({
    form,
    bytes,
    truncated: width <= 8,
    tentative: true,
    ...(unsaid && { unsaid }),
    fields: { byteorder, width },
    notes: [streamNote(token, byteorder, bytes)],
  });
  const both = [reading(wide, 'big'), reading(wide.slice().reverse(), 'little')];
  return littleFirst ? both.reverse() : both;
}

/** Without its last digits a number says nothing about any of its bytes. */
const cutNumber: FormBytes = {
  form: 'int-decimal',
  bytes: new Uint8Array(0),
  truncated: true,
  noBytes: true,
  notes: ['The number is cut: without its last digits not one of its bytes is certain. Paste the whole number.'],
};

/** The bytes that a call made a number of; zeros at its great end are lost. */
function madeBytes(token: IntegerToken, form: string, made: NonNullable<IntegerToken['made']>): FormBytes {
  if (made.order === 'little' && made.identity) return identityBytes(token, form);
  const big = bigEndianBytes(token);
  const bytes = made.order === 'little' ? big.reverse() : big;
  return { form, bytes, truncated: false, fields: { byteorder: made.order, width: bytes.length } };
}

/** For numbers that need no words around them. */
function said(): boolean {
  return false;
}

/** Numbers below this, in bits, are counts and ranks in an example. */
const leastMade = 24;

function readToken(token: IntegerToken, hint: Hint | undefined): FormBytes[] {
  const form = token.hex ? 'int-hex' : 'int-decimal';
  const bits = token.digits.length * (token.hex ? 4 : 3.3);
  if (token.cut && bits > 80 && !token.hex) return [cutNumber];
  if (token.made && bits > leastMade && !token.negative && !token.cut) return [madeBytes(token, form, token.made)];
  if ((token.rank || hint === 'zmq-identity') && !token.negative) return [identityBytes(token, form)];
  // Longer than any machine integer: only bytes taken as one number look so, and vLLM's are little-endian.
  if (bits > 80 && !token.negative && !token.hex) {
    const [little, big] = streamBytes({ ...token, unsaid: said }, form, true);
    return [{ ...identityBytes(token, form), tentative: true }, ...(little ? [little] : []), ...(big ? [big] : [])];
  }
  return bits > 12 ? streamBytes(token, form, token.hex) : [];
}

/** Seconds from 2001 to 2100, and the digits that a fraction adds. */
const [earliest, latest] = [1e9, 4.1e9];
const fractions = new Map([
  [10, 'seconds'],
  [13, 'milliseconds'],
  [16, 'microseconds'],
  [19, 'nanoseconds'],
]);

/** A number by itself may be a time. */
function dateNotes(digits: string): string[] {
  const unit = /^\d+$/.test(digits) ? fractions.get(digits.length) : undefined;
  const seconds = Number(digits.slice(0, 10));
  if (unit === undefined || seconds < earliest || seconds > latest) return [];
  return [`As ${unit} since 1970 it is the time ${formatTimestamp(BigInt(seconds), 0).slice(0, 19)}Z.`];
}

export const integer: FormReader = {
  forms: ['int-decimal', 'int-hex'],
  example: 'Message from engine with unexpected data parallel rank: 443548396288',
  read: ({ text, hint }) => {
    const alone = /^\s*-?(?:0x[0-9a-f]+|[\d,]+)\s*$/i.test(text.slice(0, digitLimit));
    const told = alone || hint !== undefined;
    const tokens = integers(text).map((token) => (told ? { ...token, unsaid: said } : token));
    const readings = tokens.flatMap((token) => readToken(token, hint));
    const first = readings.find((reading) => reading.fields?.byteorder === 'big') ?? readings[0];
    // Where no protocol is found in it, nothing says that bytes are missing.
    const notes = dateNotes(text.trim());
    return alone && first ? [...readings, { ...first, tentative: false, truncated: false, notes }] : readings;
  },
};
