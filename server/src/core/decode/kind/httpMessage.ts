/** The head of an HTTP/1 message or of a protocol with the same shape (RTSP, SIP): RFC 9112 2 to 5. */
import { latin1 } from '../bytes';
import { isPrintableAscii } from '../text';

/** A header field. */
export interface HeaderField {
  /** Lower case. */
  readonly name: string;
  readonly value: string;
  /** The bytes end inside the value. */
  readonly cut: boolean;
  /** Byte range of the line without its end. */
  readonly start: number;
  readonly end: number;
}

/** First line and header fields, as far as they go. */
export interface MessageHead {
  readonly firstLine: string;
  /** The first line has its end. */
  readonly lineComplete: boolean;
  readonly fields: readonly HeaderField[];
  /** Offset behind the empty line, or -1 where the head is not complete. */
  readonly bodyStart: number;
}

/** Bytes of a head that are looked at. */
const headLimit = 65_536;
const fieldLimit = 200;

/** Reads a head that begins at `start`. Lines end with LF; a CR before it does not count. */
export function readHead(bytes: Uint8Array, start = 0): MessageHead {
  const text = latin1(bytes, start, Math.min(bytes.length, start + headLimit));
  const first = lineAt(text, 0);
  const fields: HeaderField[] = [];
  let at = first.next;
  let bodyStart = -1;
  while (at < text.length && fields.length < fieldLimit) {
    const line = lineAt(text, at);
    if (line.text === '' && line.complete) {
      bodyStart = start + line.next;
      break;
    }
    const field = toField(line.text, !line.complete, start + at);
    if (!field) break;
    fields.push(field);
    at = line.next;
  }
  return { firstLine: first.text, lineComplete: first.complete, fields, bodyStart };
}

function lineAt(text: string, start: number): { text: string; complete: boolean; next: number } {
  const end = text.indexOf('\n', start);
  const stop = end < 0 ? text.length : end;
  const line = text.slice(start, stop);
  return { text: line.endsWith('\r') ? line.slice(0, -1) : line, complete: end >= 0, next: end < 0 ? stop : end + 1 };
}

function toField(line: string, cut: boolean, start: number): HeaderField | undefined {
  const colon = line.indexOf(':');
  if (colon <= 0) return undefined;
  const name = line.slice(0, colon);
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return undefined;
  return { name: name.toLowerCase(), value: line.slice(colon + 1).trim(), cut, start, end: start + line.length };
}

/** The first field of a name. */
export function field(head: MessageHead, name: string): HeaderField | undefined {
  return head.fields.find((each) => each.name === name);
}

/** True where the first bytes, up to the end of the first line, are printable. */
export function startsPrintable(bytes: Uint8Array, limit = 200): boolean {
  for (const byte of bytes.subarray(0, limit)) {
    if (byte === 10) return true;
    if (!isPrintableAscii(byte) && byte < 0x80) return false;
  }
  return true;
}
