/**
 * Which two bytes unversioned ZMTP 1.0 framing takes from a foreign client.
 *
 * A first byte other than 0xff makes libzmq read an unversioned peer (src/zmtp_engine.cpp, receive_greeting and
 * handshake_v1_0_unversioned; src/v1_decoder.cpp; RFC 13): the first byte is the length of the identity frame, which
 * counts the flags byte, and the second byte is the flags. What is left of the client's first bytes is the identity,
 * so an identity of n bytes proves that the first byte was n + 1.
 */

/** Bytes that were lost in front of an identity, and how its beginning looks. */
export interface LostBytes {
  /** The first byte: identity length + 1. */
  readonly first: number;
  /** The second byte; undefined where the protocol allows several. */
  readonly second?: number;
  /** A second byte to read on with where it is not certain. */
  readonly assumed?: number;
  /** Start of the identity as Latin-1 text. */
  readonly starts: RegExp;
  /** Kinds that the restored bytes must turn out to be. */
  readonly kinds: readonly string[];
}

function letters(word: string, starts: RegExp, kinds: readonly string[]): LostBytes {
  return { first: word.charCodeAt(0), second: word.charCodeAt(1), starts, kinds };
}

const http = ['http1-request'];
const textRequests = ['http1-request', 'rtsp-request', 'sip-request'];
const hello = ['tls-client-hello'];

/** One row a client protocol. Rows that are tried without a known length come first, likeliest first. */
export const lostBytes: readonly LostBytes[] = [
  letters('GET ', /^T /, textRequests),
  letters('POST', /^ST /, http),
  letters('PUT ', /^T /, http),
  letters('PATCH', /^TCH /, http),
  letters('HEAD', /^AD /, http),
  letters('OPTIONS', /^TIONS /, textRequests),
  letters('DELETE', /^LETE /, http),
  letters('CONNECT', /^NNECT /, ['http1-request', 'nats-connect']),
  letters('TRACE', /^ACE /, http),
  letters('DESCRIBE', /^SCRIBE /, ['rtsp-request']),
  letters('INVITE', /^VITE /, ['sip-request']),
  letters('REGISTER', /^GISTER /, ['sip-request']),
  letters('PROPFIND', /^OPFIND /, http),
  letters('HTTP', /^TP\/1\./, ['http1-response']),
  letters('PRI', /^I \* HTTP\/2\.0/, ['http2-preface']),
  letters('PROXY', /^OXY (?:TCP|UNKNOWN)/, ['proxy-protocol-v1']),
  letters('SSH', /^H-(?:2\.0|1\.99)-/, ['ssh-banner']),
  letters('AMQP', /^QP/, ['amqp-header']),
  letters('INFO', /^FO \{/, ['nats-info']),
  { first: 0x16, second: 0x03, starts: /^.{4}\0/s, kinds: hello },
  { first: 0x0d, second: 0x0a, starts: /^\r\n\0\r\nQUIT\n/, kinds: ['proxy-protocol-v2'] },
  { first: 0x2a, assumed: 0x31, starts: /^(?:\d{0,3})\r\n\$\d/, kinds: ['redis-resp'] },
  { first: 0x10, assumed: 0x7f, starts: /^.{1,3}MQ(?:TT|Isdp)/s, kinds: ['mqtt-connect'] },
  { first: 0x7b, second: 0x22, starts: /^[\w. -]{1,60}"\s?:/, kinds: ['json'] },
  { first: 0x3c, second: 0x21, starts: /^DOCTYPE/i, kinds: ['html'] },
  { first: 0x3c, second: 0x3f, starts: /^xml /, kinds: ['html'] },
  { first: 0x3c, second: 0x68, starts: /^tml/i, kinds: ['html'] },
];
