/** Hover: what the line, the payload or the statement under the cursor says. */
import type { Hover, Position } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { entryHover, matchHover, readingHover } from '../../core/render/hover';
import type { ErrorLookup } from '../../core/service';
import { matchesOnLine } from '../analysis';
import { payloadLink } from '../commandLinks';
import { holds, lineSpan, type TextSpan, toRange } from '../convert';
import { documentKind } from '../documentKind';
import { hereOf } from '../local/here';
import type { Session } from '../session';
import { payloadsInLine } from './payloads';
import { statementsAt } from './statements';

/** The hover at a position; null where nothing is known, which is the usual case. */
export async function hover(session: Session, document: TextDocument, position: Position): Promise<Hover | null> {
  const lookup = await session.lookup();
  switch (documentKind(document.uri, document.languageId)) {
    case 'log':
    case 'text':
      return logHover(session, lookup, document, position);
    case 'source':
      return sourceHover(session, lookup, document, position);
    default:
      return null;
  }
}

async function logHover(
  session: Session,
  lookup: ErrorLookup,
  document: TextDocument,
  position: Position,
): Promise<Hover | null> {
  session.local.asked();
  const offset = document.offsetAt(position);
  const found = matchesOnLine(lookup, document, offset, session.matchOptions);
  const here = found.find((match) => holds(match, offset)) ?? found[0];
  const payload = payloadsInLine(lookup, document, position.line).find((it) => holds(it, offset));
  // A payload inside the message is read in the hover of the message, which says what is wrong first.
  if (payload && !(here && holds(here, payload.start))) {
    const reading = lookup.decode(payload.text);
    const open = session.options.commands ? payloadLink(document.uri, position) : undefined;
    if (reading.kind !== 'none') return toHover(document, payload, readingHover(reading, open, session.words));
  }
  if (!here) return null;
  const links = session.linksFor(lookup, { uri: document.uri, ...position });
  const decoded = new Map(lookup.payloadsOf(here.match).map(({ name, reading }) => [name ?? '', reading]));
  const places = await hereOf(session, here.match);
  return toHover(document, here, matchHover(here.match, lookup.catalog, links, decoded, places));
}

async function sourceHover(
  session: Session,
  lookup: ErrorLookup,
  document: TextDocument,
  { line }: Position,
): Promise<Hover | null> {
  const sites = await statementsAt(lookup, document, line);
  const [site] = sites;
  const entry = site && lookup.catalog.get(site.code);
  if (!entry) return null;
  const others = sites.filter(({ code }) => code !== entry.code);
  const markdown = entryHover(entry, site, lookup.catalog, session.linksFor(lookup), others);
  return toHover(document, lineSpan(document, line), markdown);
}

function toHover(document: TextDocument, span: TextSpan, value: string): Hover {
  return { contents: { kind: 'markdown', value }, range: toRange(document, span) };
}
