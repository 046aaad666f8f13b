/** Hover: what the line, the payload or the statement under the cursor says. */
import type { Hover, Position } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Reading } from '../../core/decode/reading';
import { matchHover, readingHover } from '../../core/render/hover';
import { type LocatedMatch, matchesOnLine } from '../analysis';
import { holds, type TextSpan, toRange } from '../convert';
import { documentKind } from '../documentKind';
import type { Session } from '../session';
import type { Lookup } from '../world';
import { maxPayloadSearch, payloadsInLine } from './payloads';

/** The hover at a position; null where nothing is known, which is the usual case. */
export async function hover(session: Session, document: TextDocument, position: Position): Promise<Hover | null> {
  const lookup = await session.lookup();
  switch (documentKind(document.uri, document.languageId)) {
    case 'log':
    case 'text':
      return logHover(session, lookup, document, position);
    default:
      return null;
  }
}

function logHover(session: Session, lookup: Lookup, document: TextDocument, position: Position): Hover | null {
  const offset = document.offsetAt(position);
  const found = matchesOnLine(lookup, document, position.line, session.matchOptions);
  const here = found.find((match) => holds(match, offset)) ?? found[0];
  const payload = payloadsInLine(lookup, document, position.line).find((it) => holds(it, offset));
  if (payload && !(here && isCaptured(here, payload.text))) {
    const reading = lookup.decode(payload.text);
    if (reading.kind !== 'none') return toHover(document, payload, readingHover(reading));
  }
  if (!here) return null;
  const markdown = matchHover(here.match, lookup.catalog, session.linksFor(lookup), decodeCaptures(lookup, here));
  return toHover(document, here, markdown);
}

function isCaptured({ match }: LocatedMatch, payload: string): boolean {
  return match.captures.some(({ text }) => text.includes(payload));
}

function decodeCaptures(lookup: Lookup, { match }: LocatedMatch): Map<string, Reading> {
  const readings = new Map<string, Reading>();
  for (const { name, text } of match.captures) {
    const [payload] = text.length <= maxPayloadSearch ? lookup.findPayloads(text) : [];
    const reading = payload && lookup.decode(payload.text);
    if (reading && reading.kind !== 'none') readings.set(name, reading);
  }
  return readings;
}

function toHover(document: TextDocument, span: TextSpan, value: string): Hover {
  return { contents: { kind: 'markdown', value }, range: toRange(document, span) };
}
