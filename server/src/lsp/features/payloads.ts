/** Payload-like values in lines of documents. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { ErrorLookup } from '../../core/service';
import { lineSpan, type TextSpan, textOf } from '../convert';

/** Longest text that is searched for payloads, in UTF-16 units. */
const maxPayloadSearch = 100_000;

/** A payload and where it stands in the document. */
export interface LocatedPayload extends TextSpan {
  /** What to hand to the decoder: the value, and the words before it where they say what it is. */
  readonly text: string;
}

/** Payload-like values in a line; none in a line that is too long to be searched. */
export function payloadsInLine(lookup: ErrorLookup, document: TextDocument, line: number): LocatedPayload[] {
  const span = lineSpan(document, line);
  if (span.end - span.start > maxPayloadSearch) return [];
  return lookup
    .findPayloads(textOf(document, span))
    .map(({ start, end, text }) => ({ start: span.start + start, end: span.start + end, text }));
}
