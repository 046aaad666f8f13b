/** Values in a log line that are worth decoding: what a hover looks for. Conservative: ordinary words and numbers are none. */

import { findLiterals } from './form/literal';
import { quotedStrings } from './form/strings';

/** A value in a line; offsets in UTF-16 units, [start, end). */
export interface FoundPayload {
  readonly start: number;
  readonly end: number;
  /** What to hand to the decoder: the value, and the words before it where they say what it is. */
  readonly text: string;
}

/** Longer lines are looked at only so far. */
const lineLimit = 1_000_000;
/** Bytes from which a literal is more than a word. */
const literalMinimum = 2;

/** A bracket that opens right before the first literal of a list, and closes behind the last. */
function listAround(line: string, start: number, end: number): { start: number; end: number } {
  const opens = line.charAt(start - 1) === '[';
  const closes = line.charAt(end) === ']';
  return { start: opens ? start - 1 : start, end: opens && closes ? end + 1 : end };
}

/** Literals that are neighbours in a list count as one value. */
function literalSpans(line: string): { start: number; end: number }[] {
  const spans: { start: number; end: number; bytes: number }[] = [];
  for (const literal of findLiterals(line)) {
    const last = spans.at(-1);
    const neighbours = last && /^,? ?$/.test(line.slice(last.end, literal.start));
    if (last && neighbours) {
      last.end = literal.end;
      last.bytes += literal.bytes.length + literalMinimum;
    } else spans.push({ start: literal.start, end: literal.end, bytes: literal.bytes.length });
  }
  return spans.filter((span) => span.bytes >= literalMinimum).map((span) => listAround(line, span.start, span.end));
}

/** Strings in which servers show bytes of another protocol: `"\x16\x03\x01…"`; one escape may be a stray character. */
function escapedSpans(
  line: string,
  literals: readonly { start: number; end: number }[],
): { start: number; end: number }[] {
  if (!line.includes('\\x')) return [];
  return quotedStrings(line).filter(
    ({ start, end, body }) =>
      (body.match(/(?<!\\)\\x[0-9a-f]{2}/gi)?.length ?? 0) >= 2 &&
      !literals.some((literal) => literal.start < end && start < literal.end),
  );
}

/** Binaries of Erlang, as RabbitMQ logs them. */
const erlangBinary = /<<\d{1,3}(?:,\d{1,3}){3,2000}>>/g;

/** The number that follows `data parallel rank:`, and every number too long for a counter, a time or an address. */
const longNumber = /(?<![\w.,])(?:0x[0-9a-fA-F]{16,}|\d{25,})(?![\w.])/g;
const rankNumber = /parallel rank:? (\d+)(?![\w.])/g;
/** Hex with a letter and a digit in it, longer than a commit id and not the length of a digest. */
const hexRun = /(?<![\w-])(?:[0-9a-f]{24,}|[0-9A-F]{24,})(?![\w-])/g;
const hexPairs = /(?<![\w:.-])[0-9a-fA-F]{2}(?:[ :][0-9a-fA-F]{2}){7,}(?![\w:.-])/g;
const base64Run = /(?<![\w+/=-])[A-Za-z0-9+/]{20,}={1,2}(?![\w=])/g;

/** Lengths of MD5, SHA-1, SHA-224, SHA-256, SHA-384 and SHA-512 in hex: names, not payloads. */
const digestLengths = new Set([32, 40, 56, 64, 96, 128]);

function isPayloadHex(text: string): boolean {
  return text.length % 2 === 0 && !digestLengths.has(text.length) && /[a-f]/i.test(text) && /\d/.test(text);
}

/** Values that a pattern finds: its group, or the whole match; the words before the group stay in the text. */
function matches(line: string, pattern: RegExp, accept: (text: string) => boolean): FoundPayload[] {
  return [...line.matchAll(pattern)].flatMap((match) => {
    const value = match[1] ?? match[0];
    const start = match.index + match[0].length - value.length;
    return accept(value) ? [{ start, end: start + value.length, text: match[0] }] : [];
  });
}

/** Values of a line that are likely to be payloads, in order, without overlaps. */
export function findPayloads(line: string): FoundPayload[] {
  const text = line.slice(0, lineLimit);
  const always = (): boolean => true;
  const literals = literalSpans(text);
  const spans = [
    ...[...literals, ...escapedSpans(text, literals)].map(({ start, end }) => ({
      start,
      end,
      text: text.slice(start, end),
    })),
    ...matches(text, erlangBinary, always),
    ...matches(text, rankNumber, always),
    ...matches(text, longNumber, always),
    ...matches(text, hexPairs, always),
    ...matches(text, hexRun, isPayloadHex),
    ...matches(text, base64Run, always),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  const found: FoundPayload[] = [];
  for (const span of spans) if (span.start >= (found.at(-1)?.end ?? 0)) found.push(span);
  return found;
}
