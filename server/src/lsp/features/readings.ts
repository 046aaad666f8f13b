/** Answers about payloads: what they are, as text, as a page, and in other notations. */
import type { Entry } from '../../core/catalog/entry';
import { hints, type Reading } from '../../core/decode/reading';
import { shownBytes } from '../../core/decode/secrets';
import { readingAs } from '../../core/render/readingAs';
import { readingDocument } from '../../core/render/readingDocument';
import type { ErrorLookup } from '../../core/service';
import { matchesOnLine } from '../analysis';
import type { CopyPayloadParams, Decoded, DecodeParams, LinePlace, PayloadBytesParams } from '../protocol';
import type { Session } from '../session';

/** The answer where the server itself failed. */
export const notDecoded: Decoded = {
  summary: 'Not decoded',
  kind: 'none',
  document: 'Not decoded: see the log.\n',
  html: '<h1>Not decoded</h1><p>The output channel Error Lookup says why.</p>',
};

/** What pasted bytes, or those of a file, are. */
export async function decode(session: Session, params: DecodeParams): Promise<Decoded> {
  const lookup = await session.lookup();
  const reading = readingOf(lookup, params);
  const entries = [
    ...(params.at ? await entriesAt(session, lookup, params.at) : []),
    ...lookup.entriesOfReading(reading),
  ];
  const { readingHtml } = await readingPage();
  const html = readingHtml(reading, params, [...new Set(entries)], session.words);
  return { summary: reading.summary, kind: reading.kind, document: readingDocument(reading, session.words), html };
}

/** A payload in another notation. */
export async function copyPayload(session: Session, params: CopyPayloadParams): Promise<string> {
  const reading = readingOf(await session.lookup(), params);
  return params.as === 'text' ? readingDocument(reading, session.words) : readingAs(reading, params.as);
}

/** The bytes of a payload from an offset on. */
export async function payloadBytes(session: Session, params: PayloadBytesParams): Promise<string> {
  const { hexHtml } = await readingPage();
  const { bytes } = readingOf(await session.lookup(), params);
  return hexHtml(shownBytes(bytes), params.from, session.words);
}

/** Pages need a Markdown parser, which hovers do not wait for. */
function readingPage() {
  return import('../../core/render/readingPage');
}

/** Names that are no form or hint of ours are left out: a menu of another version may send them. */
function readingOf(lookup: ErrorLookup, { text, file, fileSize = 0, form, hint: name }: DecodeParams): Reading {
  const hint = hints.find((known) => known === name);
  if (file) {
    const bytes = bytesOf(text);
    return lookup.decodeBytes(bytes, hint, fileSize > bytes.length);
  }
  return lookup.decode(text, { ...(form && { form }), ...(hint && { hint }) });
}

/** Bytes of Base64; none where it is not well formed. */
function bytesOf(base64: string): Uint8Array {
  try {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
  } catch {
    return new Uint8Array(0);
  }
}

/** Entries of the errors in the line that the payload stands in. */
async function entriesAt(session: Session, lookup: ErrorLookup, { uri, line }: LinePlace): Promise<Entry[]> {
  const document = await session.documentAt(uri, line);
  if (!document || line >= document.lineCount) return [];
  const found = matchesOnLine(lookup, document, document.offsetAt({ line, character: 0 }), session.matchOptions);
  return found.flatMap(({ match }) => lookup.catalog.get(match.site.code) ?? []);
}
