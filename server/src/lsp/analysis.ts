/** Matches in a document, as spans of it. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Match, MatchOptions, ScannedMatch } from '../core/match/match';
import type { ErrorLookup } from '../core/service';
import { byteSpanToText, encodeText, lineSpan, pieceEnd, type TextSpan, TextStream, textOf } from './convert';

/** A match and where it stands in the document. */
export interface LocatedMatch extends TextSpan {
  readonly match: Match;
}

/** Lines looked at around the ones asked for, since a record or a traceback around them can decide. */
const linesBefore = 200;
const linesAfter = 100;

/** Lines that share a window, so that a cursor that moves asks for the same one again and again. */
const linesOfBlock = 64;

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
  const block = line - (line % linesOfBlock);
  const start = lineSpan(document, Math.max(0, block - linesBefore)).start;
  const end = lineSpan(document, Math.min(document.lineCount - 1, block + linesOfBlock + linesAfter)).end;
  if (end - start <= 2 * maxReach) return { start, end };
  return {
    start: Math.max(start, lineStartNear(document, offset - maxReach, line)),
    end: Math.min(end, offset + maxReach),
  };
}

/** The next start of a line, since half a line can look like a message; the offset itself inside a huge line. */
function lineStartNear(document: TextDocument, offset: number, lastLine: number): number {
  const next = document.positionAt(offset).line + 1;
  return next <= lastLine ? document.offsetAt({ line: next, character: 0 }) : offset;
}

/** Most matches kept of the windows that were looked at, over all windows of a document. */
const maxKept = 4096;

/** What was found in windows of a document, by their spans; the one looked at last stands last. */
interface Looked {
  readonly lookup: ErrorLookup;
  readonly version: number;
  readonly level: MatchOptions['level'];
  readonly windows: Map<string, readonly LocatedMatch[]>;
  kept: number;
}

const lookedAt = new WeakMap<TextDocument, Looked>();

/** Windows of the document as it is now. */
function windowsOf(lookup: ErrorLookup, document: TextDocument, { level }: MatchOptions): Looked {
  const { version } = document;
  const known = lookedAt.get(document);
  if (known?.lookup === lookup && known.version === version && known.level === level) return known;
  const looked = { lookup, version, level, windows: new Map(), kept: 0 };
  lookedAt.set(document, looked);
  return looked;
}

/** Matches that stand on the line of an offset, wholly or in part; best first. */
export function matchesOnLine(
  lookup: ErrorLookup,
  document: TextDocument,
  offset: number,
  options: MatchOptions,
): readonly LocatedMatch[] {
  const here = lineSpan(document, document.positionAt(offset).line);
  return matchesAround(lookup, document, offset, options).filter(
    ({ start, end }) => start <= here.end && end > here.start,
  );
}

function matchesAround(
  lookup: ErrorLookup,
  document: TextDocument,
  offset: number,
  options: MatchOptions,
): readonly LocatedMatch[] {
  const window = windowAround(document, offset);
  const key = `${window.start} ${window.end}`;
  const looked = windowsOf(lookup, document, options);
  const known = looked.windows.get(key);
  const matches = known ?? matchStretch(lookup, textOf(document, window), window.start, options);
  looked.windows.delete(key);
  looked.windows.set(key, matches);
  if (!known) forgetOldest(looked, matches.length);
  return matches;
}

/** Makes room for matches that came in; those that were looked at longest ago go. A window without any counts as one. */
function forgetOldest(looked: Looked, added: number): void {
  looked.kept += Math.max(1, added);
  for (const [key, matches] of looked.windows) {
    if (looked.kept <= maxKept || looked.windows.size === 1) return;
    looked.windows.delete(key);
    looked.kept -= Math.max(1, matches.length);
  }
}

/** Length of the pieces that a scan works on before it lets other requests in, in UTF-16 units. */
const pieceLength = 64 * 1024;

/**
 * Matches from `base` to the end of a text, in the order of the text.
 *
 * @param goesOn asked before each piece; false ends the scan, whose result is then worth nothing
 * @param onMatch told of each match, with its place in the document
 */
export async function scanFrom(
  lookup: ErrorLookup,
  text: string,
  base: number,
  options: MatchOptions,
  goesOn: (foundSoFar: number) => boolean,
  onMatch?: (scanned: ScannedMatch, located: LocatedMatch) => void,
): Promise<LocatedMatch[]> {
  const stream = new TextStream(base);
  const scanner = lookup.createScanner(options);
  const found: LocatedMatch[] = [];
  const take = (matches: readonly ScannedMatch[]): void => {
    for (const scanned of matches) {
      const located = { match: scanned.match, ...stream.toTextSpan(scanned.match.span) };
      found.push(located);
      onMatch?.(scanned, located);
    }
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
