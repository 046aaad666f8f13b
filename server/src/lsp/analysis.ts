/** Matches in a document, as spans of it. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Match, MatchOptions, ScannedMatch } from '../core/match/match';
import type { ErrorLookup } from '../core/service';
import { byteSpanToText, encodeText, lineSpan, pieceEnd, type TextSpan, TextStream } from './convert';

/** A match and where it stands in the document. */
export interface LocatedMatch extends TextSpan {
  readonly match: Match;
}

/** Lines looked at around the one asked for, since a record or a traceback around it can decide. */
const linesBefore = 200;
const linesAfter = 100;

/** Most UTF-16 units looked at on either side of the place asked for. */
const maxReach = 256 * 1024;

/** Matches in a stretch of text that begins at `base` of the document. */
export function matchStretch(lookup: ErrorLookup, text: string, base: number, options: MatchOptions): LocatedMatch[] {
  const encoded = encodeText(text);
  return lookup
    .matchText(encoded.bytes, options)
    .map((match) => ({ match, ...byteSpanToText(encoded, match.span, base) }));
}

/** The stretch of the document around an offset that is looked at, bounded however long its lines are. */
export function windowAround(document: TextDocument, offset: number): TextSpan {
  const { line } = document.positionAt(offset);
  const first = lineSpan(document, Math.max(0, line - linesBefore)).start;
  const last = lineSpan(document, Math.min(document.lineCount - 1, line + linesAfter)).end;
  return { start: Math.max(first, offset - maxReach), end: Math.min(last, offset + maxReach) };
}

/** Matches that stand on the line of an offset, wholly or in part; best first. */
export function matchesOnLine(
  lookup: ErrorLookup,
  document: TextDocument,
  offset: number,
  options: MatchOptions,
): LocatedMatch[] {
  const window = windowAround(document, offset);
  const here = lineSpan(document, document.positionAt(offset).line);
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
  const scanner = lookup.createScanner(options);
  const found: LocatedMatch[] = [];
  const take = (matches: readonly ScannedMatch[]): void => {
    for (const { match } of matches) found.push({ match, ...stream.toTextSpan(match.span) });
  };
  for (let start = base; start < text.length && goesOn(found.length); ) {
    const end = pieceEnd(text, start, pieceLength);
    take(scanner.push(stream.push(text.slice(start, end))));
    start = end;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  take(scanner.end());
  return found;
}
