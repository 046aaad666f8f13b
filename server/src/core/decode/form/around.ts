/** What the text around a value says about it. */
import { cutMarkBefore, cutMarkBehind } from './cut';

/** Longest text in front of a value that is looked at. */
const leadLimit = 80;

/** Words that call what follows bytes, with quotes and brackets between. */
const dataLabel =
  /(?:^|[^a-z])(?:(?:payload|data|hex|hexdump|hex dump|bytes?|raw|body|msg|message|frame|buf|buffer|packet|content|value|input|dump|blob|binary|stream|identity|received|recv|rx|tx|got|sent|head|tail|prefix|beginning)s?(?:["'`\])*]{0,4}\s{0,3}(?:[:=|]|=>|->)|\s?\(\d{1,9} ?(?:bytes|B)\):?)|(?:payload|data|hex|bytes?|raw|dump|buffer|received|recv)(?:\s(?:is|was|are|of))?\s|(?:decode|fromhex|unhexlify|unpackb?|loads?|from_base64|fromBase64String|atob|hex)\()\s{0,3}["'`([{<*]{0,4}\s{0,3}(?:0x)?$/i;
/** Words that call what follows the name of something. */
const nameLabel =
  /(?:^|[^a-z])(?:sha-?\d{1,3}|md5|commit|digest|rev|revision|hash|checksum|etag|id|uuid|guid|trace|span|container|image|fingerprint|build|version|tag|mac|ether|address|addr|token|key)(?:["'`\])]{0,3}\s{0,3}[:=@/-]|\s)\s{0,3}["'`]?$/i;

function lead(text: string, start: number): string {
  return text.slice(Math.max(0, start - leadLimit), start);
}

/** True where the words in front call the value bytes: `payload=`, `Received: `. */
export function isCalledData(text: string, start: number): boolean {
  return dataLabel.test(lead(text, start));
}

/** True where the words in front call the value a name: `sha256:`, `commit `. */
export function isCalledName(text: string, start: number): boolean {
  return nameLabel.test(lead(text, start));
}

/** Only marks of a cut, quotes and brackets. */
const openers = /^(?:\s{0,8}\d{1,3}[.)]\s)?[\s["'`({<*|>$…-]*(?:\.\.\.[\s["'`({<]*)?(?:0x)?$/i;
const closers = /^[\s\]"'`)}>*|;,.\\]*$/;

/** How a value stands in its text. */
export interface Surroundings {
  /** Nothing but quotes, brackets and marks of a cut stands around it. */
  readonly alone: boolean;
  /** Words in front call it bytes. */
  readonly called: boolean;
  /** A mark in front of it or behind it says that more bytes existed. */
  readonly cut: boolean;
}

/** Looks at what stands around the value at [start, end). */
export function surroundingsOf(text: string, start: number, end: number): Surroundings {
  const mark = cutMarkBehind(text, end);
  const from = mark?.end ?? end;
  const before = text.slice(0, Math.min(start, leadLimit));
  const behind = text.slice(from, from + leadLimit);
  const fits = start < leadLimit && openers.test(before) && text.length - from < leadLimit && closers.test(behind);
  return { alone: fits, called: isCalledData(text, start), cut: mark !== undefined || cutMarkBefore(text, start) };
}

/** True where nothing else stands in the lines of a value. */
export function isLine(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - leadLimit), start);
  const behind = text.slice(end, end + leadLimit);
  return /(?:^|\n)[ \t]*$/.test(before) && /^[ \t]*(?:\n|$)/.test(behind);
}

/** True where the value stands between two equal quotes. */
export function isQuoted(text: string, start: number, end: number): boolean {
  const quote = text.charAt(start - 1);
  return /["'`]/.test(quote) && text.charAt(end) === quote;
}
