/** JSON (RFC 8259), HTML and XML, and the header of a JSON Web Token (RFC 7519). */

import { hasText } from '../bytes';
import { fromBase64 } from '../form/base64';
import type { Json } from '../reading';
import { asText, count, oneLine, utf8, utf8Bytes, utf8Start } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

/** Longer documents are not parsed. */
const parseLimit = 4_000_000;
/** Deeper documents could not be printed again: printing is recursive. */
const nestingLimit = 500;

function parse(text: string): Json | undefined {
  if (text.length > parseLimit || nesting(text) > nestingLimit) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Greatest number of brackets open at once; those inside strings count too, which errs on the safe side. */
function nesting(text: string): number {
  let open = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) most = Math.max(most, ++open);
    else if (code === 0x5d || code === 0x7d) open--;
  }
  return most;
}

function isStructure(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null;
}

const credential =
  'This is a credential: whoever has it can use it. Revoke it if it stands in a log. The signature is not shown.';

/** A token by its header; `end` is where the header ends in the bytes. */
function readToken(text: string, header: Json, end: number, details: readonly string[]): KindReading {
  return {
    kind: 'jwt',
    confidence: 'proven',
    summary: `JSON Web Token (JWT), header ${oneLine(text, 100)}`,
    details: [credential, ...details],
    fields: { secret_warning: true, header },
    tree: [leaf(0, end, 'header', oneLine(text, 200))],
  };
}

/** A token as it is sent: three parts of Base64 with dots between, of which the first two are JSON (RFC 7519 3). */
function readSentToken({ bytes, truncated }: Payload): KindReading | undefined {
  const sent = hasText(bytes, 'eyJ') && bytes.length < 100_000 ? (asText(bytes) ?? '').trim() : '';
  const [first = '', second] = /^[\w-]+\.[\w-]*(?:\.[\w-]*)?$/.test(sent) ? sent.split('.') : [];
  if (second === undefined || (sent.split('.').length < 3 && !truncated)) return undefined;
  const [header, claims] = [first, second].map((part) => utf8(fromBase64(part) ?? new Uint8Array(0)));
  const value = header ? parse(header) : undefined;
  if (header === undefined || value === undefined || !isStructure(value)) return undefined;
  return readToken(header, value, first.length, claims ? [`Claims: ${oneLine(claims, 1000)}`] : []);
}

/** JSON-RPC and the error objects of HTTP APIs are named, since they tell who speaks. */
function purpose(text: string): string {
  if (/"jsonrpc"\s*:/.test(text.slice(0, 400))) return 'JSON-RPC message';
  return 'JSON';
}

export const json: KindReader = {
  kinds: ['json', 'jwt'],
  source: 'RFC 8259; RFC 7519',
  begins: utf8Bytes(' \t\r\n{[e'),
  read: (payload) => {
    const decodeText = payload.truncated ? utf8Start : utf8;
    const text = startsLikeJson(payload.bytes) ? decodeText(payload.bytes) : undefined;
    if (text === undefined) return readSentToken(payload);
    const value = parse(text.trim());
    if (value !== undefined && payload.spelling === 'jwt') return readToken(text, value, payload.bytes.length, []);
    if (value !== undefined && isStructure(value)) return readDocument(payload, text, value);
    return payload.truncated && /^\s*(?:\{\s*"|\[\s*[{["\d])/.test(text) ? readCut(payload, text) : undefined;
  },
};

function startsLikeJson(bytes: Uint8Array): boolean {
  let at = 0;
  while (at < 100 && (bytes[at] === 32 || bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 9)) at++;
  return bytes[at] === 0x7b || bytes[at] === 0x5b;
}

function readDocument(payload: Payload, text: string, value: Json): KindReading {
  return {
    kind: 'json',
    confidence: 'fits',
    summary: `${purpose(text)} of ${count(payload.bytes.length, 'byte')}: ${oneLine(text)}`,
    details: [],
    fields: { value },
    tree: [leaf(0, payload.bytes.length, 'JSON', oneLine(text, 200))],
  };
}

function readCut(payload: Payload, text: string): KindReading {
  return {
    kind: 'json',
    confidence: 'fits',
    summary: `The beginning of a ${purpose(text)} document: ${oneLine(text)}`,
    details: [],
    fields: {},
    tree: [leaf(0, payload.bytes.length, 'JSON', oneLine(text, 200))],
    incomplete: true,
  };
}

/** HTML and XML by their first tag. */
export const html: KindReader = {
  kinds: ['html'],
  source: 'WHATWG HTML 13.1; XML 1.0 2.8',
  read: (payload) => {
    const start = asText(payload.bytes.subarray(0, 200))?.trimStart() ?? '';
    const match = /^<(?:!doctype\s+html|html|head|body|\?xml|!DOCTYPE)\b/i.exec(start);
    if (!match) return undefined;
    const text = utf8(payload.bytes.subarray(0, 4096)) ?? start;
    const title = /<title>([^<]{0,200})/i.exec(text)?.[1];
    return {
      kind: 'html',
      confidence: 'proven',
      summary: `${/^<\?xml/i.test(start) ? 'XML' : 'HTML'} document${title ? `: ${oneLine(title.trim())}` : ''}`,
      details: ['A web server or a proxy answered with a page.'],
      fields: title ? { title: title.trim() } : {},
      tree: [leaf(0, payload.bytes.length, 'document', oneLine(start))],
    };
  },
};
