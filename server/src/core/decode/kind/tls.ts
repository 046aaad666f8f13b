/** TLS records: RFC 8446 5.1 (record), 4.1.2 (ClientHello); RFC 6066 3 (server name); RFC 7301 3.1 (ALPN). */
import { beNumber, latin1, u8 } from '../bytes';
import type { Json, ReadingNode } from '../reading';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

/** What a ClientHello says, as far as the bytes go. */
interface ClientHello {
  readonly sni?: string | null;
  readonly alpn: readonly string[];
  readonly nodes: readonly ReadingNode[];
}

/** TLS version of a two-byte code, as people write it. */
function versionName(code: number): string {
  if (code === 0x0300) return 'SSL 3.0';
  return code >= 0x0301 && code <= 0x0304
    ? `TLS 1.${code - 0x0301}`
    : `version 0x${code.toString(16).padStart(4, '0')}`;
}

/** Offset of the extensions' length behind session id, cipher suites and compression, or -1 where the bytes end before. */
function extensionsAt(bytes: Uint8Array): number {
  // Record header 5, handshake header 4, version 2, random 32.
  const session = u8(bytes, 43);
  if (session < 0) return -1;
  const suites = beNumber(bytes, 44 + session, 2);
  if (suites < 0) return -1;
  const compression = u8(bytes, 46 + session + suites);
  return compression < 0 ? -1 : 47 + session + suites + compression;
}

/** The first host name of a server_name extension whose body begins at `at`. */
function serverName(bytes: Uint8Array, at: number): string | undefined {
  const length = beNumber(bytes, at + 3, 2);
  if (u8(bytes, at + 2) !== 0 || length <= 0 || at + 5 + length > bytes.length) return undefined;
  return latin1(bytes, at + 5, at + 5 + length);
}

/** Protocol names of an ALPN extension. */
function protocolNames(bytes: Uint8Array, at: number, end: number): string[] {
  const names: string[] = [];
  for (let i = at + 2; i < end && i < bytes.length && names.length < 20; ) {
    const length = u8(bytes, i);
    names.push(latin1(bytes, i + 1, Math.min(end, i + 1 + length)));
    i += 1 + length;
  }
  return names;
}

function readExtensions(bytes: Uint8Array): ClientHello {
  const start = extensionsAt(bytes);
  const total = start < 0 ? -1 : beNumber(bytes, start, 2);
  const nodes: ReadingNode[] = [];
  let sni: string | undefined;
  let alpn: string[] = [];
  let at = start + 2;
  const end = Math.min(bytes.length, start + 2 + total);
  while (total >= 0 && at + 4 <= end) {
    const type = beNumber(bytes, at, 2);
    const length = beNumber(bytes, at + 2, 2);
    if (type === 0) sni = serverName(bytes, at + 4) ?? sni;
    if (type === 16) alpn = protocolNames(bytes, at + 4, at + 4 + length);
    nodes.push(leaf(at, Math.min(bytes.length, at + 4 + length), `extension ${type}`, `${length} bytes`));
    at += 4 + length;
  }
  const complete = total >= 0 && at >= start + 2 + total;
  return { ...(sni !== undefined ? { sni } : complete ? { sni: null } : {}), alpn, nodes };
}

function readHello(payload: Payload): KindReading {
  const { bytes } = payload;
  const recordLength = beNumber(bytes, 3, 2);
  const handshakeLength = beNumber(bytes, 6, 3);
  const hello = readExtensions(bytes);
  const name = hello.sni ? `, asking for the host ${hello.sni}` : '';
  const fields: { [name: string]: Json } = { record_length: recordLength };
  if (handshakeLength >= 0) fields.handshake_length = handshakeLength;
  if (hello.sni !== undefined) fields.sni = hello.sni;
  if (hello.alpn.length > 0) fields.alpn = hello.alpn;
  return {
    kind: 'tls-client-hello',
    confidence: bytes.length >= 9 ? 'proven' : 'fits',
    summary: `TLS ClientHello: a client starts TLS${name}${hello.alpn.length > 0 ? ` (ALPN ${hello.alpn.join(', ')})` : ''}`,
    details: ['A client that expects TLS (HTTPS, for example) talks to this port.'],
    fields,
    tree: [
      leaf(
        0,
        Math.min(5, bytes.length),
        'record',
        `handshake, ${versionName(beNumber(bytes, 1, 2))}, ${recordLength} bytes`,
      ),
      leaf(5, Math.min(9, bytes.length), 'handshake', `ClientHello, ${handshakeLength} bytes`),
      ...hello.nodes,
    ],
    ...(bytes.length < 5 + recordLength && { incomplete: true }),
  };
}

const contentTypes = new Map([
  [20, 'change_cipher_spec'],
  [21, 'alert'],
  [22, 'handshake'],
  [23, 'application_data'],
]);

/** RFC 8446 6: level and description of the alerts people meet. */
const alerts = new Map([
  [0, 'close_notify'],
  [10, 'unexpected_message'],
  [20, 'bad_record_mac'],
  [22, 'record_overflow'],
  [40, 'handshake_failure'],
  [42, 'bad_certificate'],
  [43, 'unsupported_certificate'],
  [44, 'certificate_revoked'],
  [45, 'certificate_expired'],
  [46, 'certificate_unknown'],
  [47, 'illegal_parameter'],
  [48, 'unknown_ca'],
  [49, 'access_denied'],
  [50, 'decode_error'],
  [51, 'decrypt_error'],
  [70, 'protocol_version'],
  [71, 'insufficient_security'],
  [80, 'internal_error'],
  [90, 'user_canceled'],
  [109, 'missing_extension'],
  [112, 'unrecognized_name'],
  [116, 'certificate_required'],
  [120, 'no_application_protocol'],
]);

const handshakeTypes = new Map([
  [2, 'ServerHello'],
  [4, 'NewSessionTicket'],
  [11, 'Certificate'],
  [12, 'ServerKeyExchange'],
  [14, 'ServerHelloDone'],
  [16, 'ClientKeyExchange'],
  [20, 'Finished'],
]);

function contentWords(bytes: Uint8Array, type: number): string {
  if (type === 21 && bytes.length >= 7) {
    return `alert, ${u8(bytes, 5) === 2 ? 'fatal' : 'warning'}: ${alerts.get(u8(bytes, 6)) ?? `code ${u8(bytes, 6)}`}`;
  }
  if (type === 22) return `handshake, ${handshakeTypes.get(u8(bytes, 5)) ?? 'encrypted or unknown'}`;
  return contentTypes.get(type) ?? '';
}

function readRecord(payload: Payload, type: number): KindReading | undefined {
  const { bytes } = payload;
  const length = beNumber(bytes, 3, 2);
  if (length < 1 || length > 16_640) return undefined;
  const alert = type === 21 && length === 2 && bytes.length >= 7;
  // An alert has a level of 1 or 2: six bytes in all that must agree.
  const alertLike = type === 21 && length === 2 && (u8(bytes, 5) === 1 || u8(bytes, 5) === 2);
  return {
    kind: 'tls-record',
    confidence: bytes.length >= 5 + length || payload.truncated || alertLike ? 'fits' : 'weak',
    summary: `TLS record: ${contentWords(bytes, type)}, ${length} bytes`,
    details: ['TLS traffic: the peer on this port speaks TLS.'],
    fields: {
      content_type: type,
      record_length: length,
      ...(alert && { alert_level: u8(bytes, 5), alert_code: u8(bytes, 6) }),
    },
    tree: [
      leaf(0, 5, 'record', contentWords(bytes, type)),
      leaf(5, bytes.length, 'content', `${bytes.length - 5} bytes`),
    ],
    ...(bytes.length < 5 + length && { incomplete: true }),
  };
}

/** Handshake length that fits the record: RFC 8446 lets a ClientHello fill its record or span several. */
function isClientHello(bytes: Uint8Array): boolean {
  if (u8(bytes, 0) !== 22 || bytes.length < 6 || u8(bytes, 5) !== 1) return false;
  const handshake = beNumber(bytes, 6, 3);
  return handshake < 0 || (handshake >= 38 && handshake <= 65_536);
}

export const tls: KindReader = {
  kinds: ['tls-client-hello', 'tls-record'],
  source: 'RFC 8446 5.1, 4.1.2; RFC 6066 3',
  begins: Uint8Array.of(20, 21, 22, 23),
  read: (payload) => {
    const { bytes } = payload;
    const type = u8(bytes, 0);
    if (!contentTypes.has(type) || u8(bytes, 1) !== 3 || u8(bytes, 2) > 4) return undefined;
    if (isClientHello(bytes)) return readHello(payload);
    if (bytes.length >= 6) return readRecord(payload, type);
    return type === 22 && bytes.length >= 3 ? startOfRecord(payload) : undefined;
  },
};

/** Four bytes that another program took for a length, `16 03 01 00`, or what stands in a log before the first NUL. */
function startOfRecord(payload: Payload): KindReading {
  return {
    kind: 'tls-client-hello',
    confidence: payload.truncated ? 'fits' : 'weak',
    summary: `The beginning of a TLS handshake record, most likely a ClientHello (${versionName(beNumber(payload.bytes, 1, 2))})`,
    details: ['A client that expects TLS (HTTPS, for example) talks to this port.'],
    fields: { content_type: 22 },
    tree: [leaf(0, payload.bytes.length, 'record', 'handshake')],
    incomplete: true,
  };
}
