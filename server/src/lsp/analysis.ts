/** Matches in a document, as spans of it. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { ByteSpan, Match, MatchOptions } from '../core/match/match';
import type { ErrorLookup } from '../core/service';
import { byteSpanToText, encodeText, lineSpan, pieceEnd, type TextSpan, TextStream } from './convert';

/** A match and where it stands in the document. */
export interface LocatedMatch extends TextSpan {
  readonly match: Match;
  /** Spans of its captures, in their order. */
  readonly captures: readonly TextSpan[];
}

/** Lines looked at around the one asked for, since a record or a traceback around it can decide. */
const linesBefore = 200;
const linesAfter = 100;

/** Most UTF-16 units looked at on either side of the line’s start. */
const maxReach = 256 * 1024;

/** Matches in a stretch of text that begins at `base` of the document. */
export function matchStretch(lookup: ErrorLookup, text: string, base: number, options: MatchOptions): LocatedMatch[] {
  const encoded = encodeText(text);
  return lookup
    .matchText(encoded.bytes, options)
    .map((match) => locate(match, (span) => byteSpanToText(encoded, span, base)));
}

function locate(match: Match, toText: (span: ByteSpan) => TextSpan): LocatedMatch {
  return { match, ...toText(match.span), captures: match.captures.map(({ span }) => toText(span)) };
}

/** The stretch of the document around a line that is looked at, bounded however long the document or its lines are. */
export function windowAround(document: TextDocument, line: number): TextSpan {
  const { start } = lineSpan(document, line);
  const first = lineSpan(document, Math.max(0, line - linesBefore)).start;
  const last = lineSpan(document, Math.min(document.lineCount - 1, line + linesAfter)).end;
  return { start: Math.max(first, start - maxReach), end: Math.min(last, start + maxReach) };
}

/** Matches that stand on a line, wholly or in part; best first. */
export function matchesOnLine(
  lookup: ErrorLookup,
  document: TextDocument,
  line: number,
  options: MatchOptions,
): LocatedMatch[] {
  const window = windowAround(document, line);
  const here = lineSpan(document, line);
  return matchStretch(lookup, document.getText().slice(window.start, window.end), window.start, options).filter(
    ({ start, end }) => start <= here.end && end > here.start,
  );
}

/** Length of the pieces that a scan works on before it lets other requests in, in UTF-16 units. */
const pieceLength = 64 * 1024;

/**
 * Matches from `base` to the end of a text, in the order of the text.
 *
 * @param goesOn asked before each piece; false ends the scan, whose result is then worth nothing
 */
export async function scanFrom(
  lookup: ErrorLookup,
  text: string,
  base: number,
  options: MatchOptions,
  goesOn: (foundSoFar: number) => boolean,
): Promise<LocatedMatch[]> {
  const stream = new TextStream(base);
  const toText = (span: ByteSpan): TextSpan => stream.toTextSpan(span);
  const scanner = lookup.createScanner(options);
  const found: LocatedMatch[] = [];
  for (let start = base; start < text.length && goesOn(found.length); ) {
    const end = pieceEnd(text, start, pieceLength);
    for (const { match } of scanner.push(stream.push(text.slice(start, end)))) found.push(locate(match, toText));
    start = end;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  for (const { match } of scanner.end()) found.push(locate(match, toText));
  return found;
}
