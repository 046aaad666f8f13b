/**
 * Credentials in what clients send: passwords of Redis and NATS, headers and URLs of HTTP, keys of msgpack maps, private keys. They stay in the bytes
 * of a reading, which are what was pasted, and are not repeated in what is said or shown of them.
 */
import { latin1 } from './bytes';
import { changed } from './lazy';
import type { Json, Reading, ReadingContent, ReadingNode } from './reading';
import { escapeBytes, oneLine } from './text';

/** Bytes that are looked through: credentials stand in the head of a message. */
const scanLimit = 65_536;
/** Credentials of one message that are kept from its words. */
const secretLimit = 50;
/** Shorter parts of a credential say nothing, and stand in many words. */
const leastPart = 3;

/** Where a credential stands: the groups of each match are the credentials. */
const places: readonly RegExp[] = [
  // RFC 9110 11.6.2, 11.7.2; RFC 6265 4: header fields, at the beginning of a line.
  /(?<=^|\n)(?:proxy-)?authorization:[ \t]{0,8}(?:(?:basic|bearer|digest|negotiate|token|aws4-hmac-sha256)[ \t]{1,8})?([^\r\n]{1,8192})/dgi,
  /(?<=^|\n)(?:set-)?cookie:[ \t]{0,8}([^\r\n]{1,8192})/dgi,
  /(?<=^|\n)(?:x-)?(?:api-key|auth-token|access-token|amz-security-token|vault-token|goog-api-key):[ \t]{0,8}([^\r\n]{1,8192})/dgi,
  // The same as options of curl, and as keys of JSON and of Python's dictionaries.
  /["'`](?:proxy-)?(?:authorization|cookie|(?:x-)?api-key):[ \t]{0,8}(?:(?:basic|bearer|token)[ \t]{1,8})?([^\r\n"'`]{1,8192})/dgi,
  /["'](?:proxy-)?(?:authorization|cookie|set-cookie|(?:x-)?api[_-]?key|password|passwd|access_token|auth_token|refresh_token|client_secret)["']\s{0,4}:\s{0,4}["'](?:(?:basic|bearer|token) {1,8})?([^"'\r\n]{1,8192})["']/dgi,
  // RFC 3986 3.2.1 and the names that web services give to keys in a query.
  /:\/\/[^\s/@:]{0,200}:([^\s/@]{1,200})@/dg,
  /[?&](?:api[_-]?key|access[_-]?token|auth[_-]?token|token|key|password|passwd|pwd|secret|sig|signature)=([^&\s"']{1,4096})/dgi,
  // Redis: AUTH [user] password, HELLO … AUTH user password, MIGRATE … AUTH password; CONFIG SET requirepass; ACL SETUSER >password.
  /\$4\r\nAUTH\r\n\$\d{1,9}\r\n([^\r\n]{1,4096})(?:\r\n\$\d{1,9}\r\n([^\r\n]{1,4096}))?/dgi,
  /\$5\r\nAUTH2\r\n\$\d{1,9}\r\n[^\r\n]{1,4096}\r\n\$\d{1,9}\r\n([^\r\n]{1,4096})/dgi,
  /\$\d{1,2}\r\n(?:requirepass|masterauth)\r\n\$\d{1,9}\r\n([^\r\n]{1,4096})/dgi,
  /\$\d{1,9}\r\n[><#!]([^\r\n]{1,4096})(?=\r\n)/dg,
  /^AUTH ([^\s]{1,4096})(?: ([^\s]{1,4096}))?(?=\r?\n|$)/dgim,
  // NATS client protocol, CONNECT.
  /"(?:pass|password|auth_token|jwt|sig|nkey_seed)"\s{0,4}:\s{0,4}"((?:[^"\\]|\\.){1,4096})"/dg,
  // RFC 7468; line ends may be escaped.
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----([^-]{1,16384})/dg,
];

/** What one of the words must stand in a text for any of the places: a look that costs less than the patterns. */
const hints =
  /auth|cookie|api-?_?key|token|pass|secret|sig(?:nature)?=|[?&]key=|pwd|:\/\/|setuser|private key|nkey|jwt|"sig"/i;

/** Where a credential stands, in bytes, [start, end). */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Where credentials stand in a text, at most so many. The first argument of AUTH is a user's name where a password follows,
 * and both are kept back.
 */
function rangesIn(text: string): Range[] {
  if (!hints.test(text)) return [];
  const found: Range[] = packedRanges(text);
  for (const place of places) {
    for (const match of text.matchAll(place)) {
      const groups = match.indices?.slice(1) ?? [];
      found.push(...groups.flatMap((range) => (range ? [{ start: range[0], end: range[1] }] : [])));
      if (found.length >= secretLimit) break;
    }
  }
  return found;
}

/** Keys of maps whose value is a credential, with the length of a fixstr or str 8 in front (msgpack spec, str format family). */
const packedKey =
  /(?:[\xa6-\xbf]|\xd9[\s\S])((?:proxy-)?authorization|(?:set-)?cookie|(?:x-)?api[_-]?key|password|passwd|(?:access|auth|refresh|session|id|hf|bearer)_token|(?:client_|secret_|private_)?(?:secret|private|secret_access)_key|client_secret|aws_secret_access_key)/gi;

/** Where the body of the str or bin that begins at an offset stands; undefined for other values. */
function packedBody(text: string, at: number): Range | undefined {
  const head = text.charCodeAt(at);
  if (head >= 0xa0 && head <= 0xbf) return { start: at + 1, end: at + 1 + (head & 31) };
  const width = head === 0xd9 || head === 0xc4 ? 1 : head === 0xda || head === 0xc5 ? 2 : 0;
  let length = 0;
  for (let i = 1; i <= width; i++) length = length * 256 + text.charCodeAt(at + i);
  return width === 0 || Number.isNaN(length) ? undefined : { start: at + 1 + width, end: at + 1 + width + length };
}

/** Credentials in maps of msgpack. */
function packedRanges(text: string): Range[] {
  const found: Range[] = [];
  for (const match of text.matchAll(packedKey)) {
    const key = match[1] ?? '';
    const stated = text.charCodeAt(match.index + match[0].length - key.length - 1);
    const fits = stated === key.length || stated === (0xa0 | key.length);
    const body = fits ? packedBody(text, match.index + match[0].length) : undefined;
    if (body && body.end > body.start) found.push({ start: body.start, end: Math.min(body.end, text.length) });
    if (found.length >= secretLimit) break;
  }
  return found;
}

function scanned(bytes: Uint8Array): string {
  return latin1(bytes, 0, Math.min(bytes.length, scanLimit));
}

/** Parts of a credential as they may stand in words: lines of a key, pieces that two lost bytes separate. */
function partsOf(text: string, { start, end }: Range, cuts: readonly number[]): string[] {
  const bounds = [start, ...cuts.filter((cut) => cut > start && cut < end), end];
  const pieces = bounds.slice(0, -1).map((from, i) => text.slice(from, bounds[i + 1]));
  return pieces.flatMap((piece) => piece.split(/\\n|\s+/)).filter((part) => part.length >= leastPart);
}

/** How a part may be written in words: as it is, on one line, with escapes. */
function spellings(part: string): string[] {
  const bytes = Uint8Array.from(part, (character) => character.charCodeAt(0));
  return [part, oneLine(part, part.length), escapeBytes(bytes, bytes.length), new TextDecoder().decode(bytes)];
}

const mark = '•••';

/** Offset at which a text that ends with a mark of a cut ends with the beginning of a credential; -1 where it does not. */
function cutAt(text: string, part: string): number {
  const end = text.lastIndexOf('…');
  if (end < 0) return -1;
  for (let length = Math.min(part.length - 1, end); length >= leastPart; length--)
    if (text.startsWith(part.slice(0, length), end - length)) return end - length;
  return -1;
}

function hidden(text: string, parts: readonly string[]): string {
  let shown = text;
  for (const part of parts) {
    if (shown.includes(part)) shown = shown.replaceAll(part, mark);
    const at = cutAt(shown, part);
    if (at >= 0) shown = `${shown.slice(0, at)}${mark}${shown.slice(shown.lastIndexOf('…'))}`;
  }
  return shown;
}

/** The credentials of a message as a function that takes them out of its words. `frames`: lengths of its frames, in order. */
export function hiderOf(bytes: Uint8Array, frames: readonly Uint8Array[] = []): ((text: string) => string) | undefined {
  let end = 0;
  const cuts = frames.map((frame) => {
    end += frame.length;
    return end;
  });
  const text = scanned(bytes);
  const secrets = rangesIn(text).flatMap((range) => partsOf(text, range, cuts));
  const parts = [...new Set(secrets.flatMap(spellings))].sort((a, b) => b.length - a.length);
  return parts.length === 0 ? undefined : (shown) => hidden(shown, parts);
}

/** A value of the fields without credentials in its texts. */
export function hideInJson(value: Json, hide: (text: string) => string): Json {
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: Json) => hideInJson(each, hide));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hideInJson(each, hide)]));
}

/** Nodes without credentials in their values. */
export function hideInTree(nodes: ReadingContent['tree'], hide: (text: string) => string): ReadingNode[] {
  return nodes.map((node) => ({ ...node, value: hide(node.value), children: hideInTree(node.children, hide) }));
}

/** What is said where something was kept back. */
export const secretLine =
  'It holds a credential, shown as ••• in words and as stars (2a) among the bytes. Replace it if this stands in a log that others read.';

/** The bytes as they are shown: those of credentials are stars. */
export function shownBytes(bytes: Uint8Array): Uint8Array {
  const ranges = rangesIn(scanned(bytes));
  if (ranges.length === 0) return bytes;
  const copy = bytes.slice();
  for (const { start, end } of ranges) copy.fill(0x2a, start, end);
  return copy;
}

/** A reading whose bytes are those that are shown; the same where it holds no credential. */
export function shownReading(reading: Reading): Reading {
  const bytes = shownBytes(reading.bytes);
  if (bytes === reading.bytes) return reading;
  let end = 0;
  const frames = reading.frames?.map((frame) => {
    end += frame.length;
    return bytes.subarray(end - frame.length, end);
  });
  return changed(reading, { bytes, ...(frames && { frames }) });
}
