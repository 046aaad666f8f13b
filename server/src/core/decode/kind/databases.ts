/** First messages of databases: PostgreSQL, MySQL, SQL Server, MongoDB, LDAP. */
import { beNumber, hasHex, indexOfByte, latin1, leNumber, u8 } from '../bytes';
import type { Json } from '../reading';
import { count, oneLine, utf8 } from '../text';
import { readBson } from './bson';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

const postgresRequests = new Map([
  [80_877_103, ['postgres-ssl-request', 'PostgreSQL SSLRequest: a client asks whether the server speaks TLS']],
  [80_877_104, ['postgres-gss-request', 'PostgreSQL GSSENCRequest: a client asks for GSSAPI encryption']],
  [80_877_102, ['postgres-startup', 'PostgreSQL CancelRequest: a client asks to cancel a query']],
]);

/** Pairs of NUL-terminated names and values behind the version. */
function startupParameters(bytes: Uint8Array): Map<string, string> {
  const texts = latin1(bytes, 8, Math.min(bytes.length, 4096)).split('\0');
  const found = new Map<string, string>();
  for (let i = 0; i + 1 < texts.length && texts[i] !== ''; i += 2) found.set(texts[i] ?? '', texts[i + 1] ?? '');
  return found;
}

function readStartup(payload: Payload, code: number): KindReading {
  const { bytes } = payload;
  const parameters = startupParameters(bytes);
  const user = parameters.get('user');
  const database = parameters.get('database');
  const protocol = `${code >> 16}.${code & 0xffff}`;
  return {
    kind: 'postgres-startup',
    confidence: 'proven',
    summary: `PostgreSQL start-up message, protocol ${protocol}${user ? `, user ${oneLine(user, 60)}` : ''}${database ? `, database ${oneLine(database, 60)}` : ''}`,
    details: ['A PostgreSQL client talks to this port.'],
    fields: { protocol, code, ...(user !== undefined && { user }), ...(database !== undefined && { database }) },
    tree: [
      leaf(0, 4, 'length', String(beNumber(bytes, 0, 4))),
      leaf(4, 8, 'protocol', protocol),
      leaf(8, bytes.length, 'parameters', oneLine(latin1(bytes, 8, Math.min(bytes.length, 200)))),
    ],
    ...(beNumber(bytes, 0, 4) > bytes.length && { incomplete: true }),
  };
}

/** PostgreSQL documentation, Message Formats: length, then a code; version 3.0 is 196608. */
export const postgres: KindReader = {
  kinds: ['postgres-startup', 'postgres-ssl-request', 'postgres-gss-request'],
  source: 'PostgreSQL documentation, Message Formats',
  begins: Uint8Array.of(0),
  read: (payload) => {
    const { bytes } = payload;
    const length = beNumber(bytes, 0, 4);
    const code = beNumber(bytes, 4, 4);
    const request = postgresRequests.get(code);
    if (request && (length === 8 || length === 16)) {
      const [kind = '', summary = ''] = request;
      return {
        kind,
        confidence: 'proven',
        summary,
        details: ['A PostgreSQL client talks to this port.'],
        fields: { code },
        tree: [leaf(0, 4, 'length', String(length)), leaf(4, 8, 'code', String(code))],
      };
    }
    const version = code >= 196_608 && code <= 196_608 + 99;
    return version && length >= 9 && length <= 10_000 && length >= bytes.length
      ? readStartup(payload, code)
      : undefined;
  },
};

/** MySQL HandshakeV10: length of 3 bytes, sequence 0, protocol 10, NUL-terminated version. */
export const mysql: KindReader = {
  kinds: ['mysql-greeting'],
  source: 'MySQL documentation, Protocol::HandshakeV10',
  read: (payload) => {
    const { bytes } = payload;
    const length = leNumber(bytes, 0, 3);
    if (length < 20 || length > 1024 || u8(bytes, 3) !== 0 || u8(bytes, 4) !== 10) return undefined;
    const end = indexOfByte(bytes, 0, 5, Math.min(bytes.length, 80));
    const version = end < 0 ? '' : latin1(bytes, 5, end);
    if (!/^\d+\.\d+[\w.+~-]*$/.test(version)) return undefined;
    return {
      kind: 'mysql-greeting',
      confidence: 'proven',
      summary: `MySQL server greeting, version ${version}`,
      details: ['A MySQL or MariaDB server speaks first on this connection.'],
      fields: { server_version: version, protocol: 10 },
      tree: [leaf(0, 4, 'header', `${length} bytes`), leaf(4, 5, 'protocol', '10'), leaf(5, end, 'version', version)],
      ...(bytes.length < length + 4 && { incomplete: true }),
    };
  },
};

/** TDS pre-login (MS-TDS 2.2.6.5): type 12, status 1, length, then options that begin with VERSION (0) at offset 8. */
export const tds: KindReader = {
  kinds: ['tds-prelogin'],
  source: 'MS-TDS 2.2.6.5',
  begins: Uint8Array.of(0x12),
  read: (payload) => {
    const { bytes } = payload;
    const length = beNumber(bytes, 2, 2);
    // The first option is VERSION: token 0, then its place, which is even behind the list of options, and its length of 6.
    const option =
      bytes.length < 13 || (u8(bytes, 8) === 0 && beNumber(bytes, 9, 2) < length && beNumber(bytes, 11, 2) === 6);
    if (
      u8(bytes, 0) !== 0x12 ||
      u8(bytes, 1) > 1 ||
      length < 16 ||
      bytes.length > length ||
      bytes.length < 9 ||
      !option
    )
      return undefined;
    return {
      kind: 'tds-prelogin',
      confidence: 'proven',
      summary: 'SQL Server pre-login message (TDS): a SQL Server client or a scanner',
      details: [],
      fields: { length },
      tree: [
        leaf(0, 8, 'header', `TDS pre-login, ${length} bytes`),
        leaf(8, bytes.length, 'options', `${bytes.length - 8} bytes`),
      ],
      ...(bytes.length < length && { incomplete: true }),
    };
  },
};

/** MongoDB wire protocol: opcodes of requests and replies. */
const mongoOpcodes = new Map([
  [1, 'OP_REPLY'],
  [2001, 'OP_UPDATE'],
  [2002, 'OP_INSERT'],
  [2004, 'OP_QUERY'],
  [2005, 'OP_GET_MORE'],
  [2006, 'OP_DELETE'],
  [2007, 'OP_KILL_CURSORS'],
  [2012, 'OP_COMPRESSED'],
  [2013, 'OP_MSG'],
]);

/** First document of a message, behind flags and names. */
function mongoDocument(bytes: Uint8Array, opcode: number, nameEnd: number): Json | undefined {
  const at = opcode === 2013 ? 21 : opcode === 2004 ? nameEnd + 9 : -1;
  return at < 0 ? undefined : readBson(bytes.subarray(at))?.value;
}

export const mongodb: KindReader = {
  kinds: ['mongodb-wire'],
  source: 'MongoDB wire protocol',
  read: (payload) => {
    const { bytes } = payload;
    const length = leNumber(bytes, 0, 4);
    const opcode = leNumber(bytes, 12, 4);
    const name = mongoOpcodes.get(opcode);
    if (!name || length < 16 || length > 48_000_000 || bytes.length > length) return undefined;
    const named = opcode === 2004 || opcode === 2001 || opcode === 2002 || opcode === 2006;
    const nameEnd = named ? indexOfByte(bytes, 0, 20) : -1;
    const collection = nameEnd > 0 ? latin1(bytes, 20, nameEnd) : undefined;
    const document = mongoDocument(bytes, opcode, nameEnd);
    const shown = document === undefined ? '' : `: ${oneLine(JSON.stringify(document), 120)}`;
    return {
      kind: 'mongodb-wire',
      confidence: 'proven',
      summary: `MongoDB message ${name}${collection ? ` on ${oneLine(collection, 60)}` : ''}${shown}`,
      details: ['A MongoDB client or server speaks on this connection.'],
      fields: {
        opcode,
        ...(collection !== undefined && { collection }),
        ...(document !== undefined && { value: document }),
      },
      tree: [
        leaf(0, 16, 'header', `${name}, ${length} bytes`),
        leaf(16, bytes.length, 'body', `${bytes.length - 16} bytes`),
      ],
      ...(bytes.length < length && { incomplete: true }),
    };
  },
};

/** Length of a BER value at an offset: short form, or 0x81 to 0x84 and so many bytes (X.690 8.1.3). */
function berLength(bytes: Uint8Array, at: number): { value: number; next: number } {
  const first = u8(bytes, at);
  if (first < 0x80) return { value: first, next: at + 1 };
  const width = first & 0x7f;
  return { value: width > 4 ? -1 : beNumber(bytes, at + 1, width), next: at + 1 + width };
}

/** Universal types that the first values of real sequences have (X.690 8), their constructed forms, and context tags. */
const berTags = new Set([1, 2, 3, 4, 5, 6, 0x0a, 0x0c, 0x13, 0x16, 0x17, 0x18, 0x1e, 0x30, 0x31]);

/** True where values stand one after another from an offset up to the end, or, in a sequence that is `cut`, up to there. */
function isTiled(bytes: Uint8Array, start: number, cut: boolean): boolean {
  let at = start;
  while (at < bytes.length) {
    const tag = u8(bytes, at);
    const length = berLength(bytes, at + 1);
    const known = berTags.has(tag) || (tag >= 0x40 && tag !== 0xff);
    if (!known || (length.value < 0 && length.next <= bytes.length)) return false;
    if (length.value < 0 || length.next + length.value > bytes.length) return cut && (at > start || tag < 0x40);
    at = length.next + length.value;
  }
  return at === bytes.length;
}

const ldapOperations = new Map([
  [0x60, 'bindRequest'],
  [0x61, 'bindResponse'],
  [0x63, 'searchRequest'],
  [0x64, 'searchResultEntry'],
  [0x65, 'searchResultDone'],
  [0x42, 'unbindRequest'],
  [0x77, 'extendedRequest'],
  [0x78, 'extendedResponse'],
]);

/** Common names in a certificate, in their order: issuer, then subject (OID 2.5.4.3, then a string: X.520 6.2.2). */
function commonNames(bytes: Uint8Array): string[] {
  const found: string[] = [];
  for (let at = 0; at + 7 < bytes.length && found.length < 10; at++) {
    if (!hasHex(bytes, '0603550403', at)) continue;
    const { value, next } = berLength(bytes, at + 6);
    const text = value > 0 && next + value <= bytes.length ? utf8(bytes, next, next + value) : undefined;
    if (text !== undefined) found.push(oneLine(text, 80));
  }
  return found;
}

/** A certificate by its label; what stands in it is shown, and not whether it is valid. */
function certificate(bytes: Uint8Array, length: { readonly value: number; readonly next: number }): KindReading {
  const names = commonNames(bytes);
  const subject = names.at(-1);
  return {
    kind: 'asn1-ber',
    confidence: 'fits',
    summary: `X.509 certificate of ${count(bytes.length, 'byte')}${subject === undefined ? '' : ` for ${subject}`}`,
    details: [
      ...(names.length > 1 ? [`Issued by ${names[0]}.`] : []),
      'openssl x509 -noout -text shows all of it, with the time until which it is valid.',
    ],
    fields: { length: length.value, ...(names.length > 0 && { common_names: names }) },
    tree: [
      leaf(0, length.next, 'SEQUENCE', `${length.value} bytes`),
      leaf(length.next, bytes.length, 'content', `${bytes.length - length.next} bytes`),
    ],
  };
}

/** LDAP (RFC 4511 4.1.1): SEQUENCE { messageID INTEGER, protocolOp }; other BER sequences by their length. */
export const ldap: KindReader = {
  kinds: ['ldap', 'asn1-ber'],
  source: 'RFC 4511 4.1.1; X.690 8.1.3',
  begins: Uint8Array.of(0x30),
  read: (payload) => {
    const { bytes } = payload;
    if (u8(bytes, 0) !== 0x30 || bytes.length < 6) return undefined;
    const length = berLength(bytes, 1);
    const fits = length.value > 0 && length.next + length.value === bytes.length;
    const cut = payload.truncated && length.next + length.value > bytes.length;
    if ((!fits && !cut) || !isTiled(bytes, length.next, cut)) return undefined;
    const idLength = u8(bytes, length.next + 1);
    const operation =
      u8(bytes, length.next) === 2 && idLength >= 1 && idLength <= 4 ? u8(bytes, length.next + 2 + idLength) : -1;
    const name = ldapOperations.get(operation);
    if (!name && payload.spelling === 'certificate') return certificate(bytes, length);
    return {
      kind: name ? 'ldap' : 'asn1-ber',
      confidence: name ? 'proven' : 'weak',
      summary: name
        ? `LDAP ${name}`
        : `Perhaps an ASN.1 sequence of ${bytes.length} bytes (a certificate, a key, LDAP, SNMP, Kerberos …)`,
      details: [],
      fields: { length: length.value, ...(name && { operation: name }) },
      tree: [
        leaf(0, length.next, 'SEQUENCE', `${length.value} bytes`),
        leaf(length.next, bytes.length, 'content', `${bytes.length - length.next} bytes`),
      ],
    };
  },
};
