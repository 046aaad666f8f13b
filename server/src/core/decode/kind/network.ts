/** Binary first messages of other network protocols: PROXY v2, RDP, SMB, DNS, RMI, SOCKS, telnet, ADB, SSLv2, WebSocket. */
import { beNumber, hasHex, hasText, latin1, leNumber, u8 } from '../bytes';
import type { Json, ReadingNode } from '../reading';
import { asText, count, oneLine, utf8Bytes } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

function proven(
  kind: string,
  summary: string,
  fields: { readonly [name: string]: Json },
  tree: readonly ReadingNode[],
): KindReading {
  return { kind, confidence: 'proven', summary, details: [], fields, tree };
}

function ipv4(bytes: Uint8Array, at: number): string {
  return [...bytes.subarray(at, at + 4)].join('.');
}

function ipv6(bytes: Uint8Array, at: number): string {
  return Array.from({ length: 8 }, (_, i) => beNumber(bytes, at + 2 * i, 2).toString(16)).join(':');
}

/** Addresses of a PROXY v2 header by family (AF_INET 1, AF_INET6 2). */
function proxyAddresses(bytes: Uint8Array): { src: string; dst: string } | undefined {
  const family = u8(bytes, 13) >> 4;
  if (family === 1 && bytes.length >= 28) {
    return { src: `${ipv4(bytes, 16)}:${beNumber(bytes, 24, 2)}`, dst: `${ipv4(bytes, 20)}:${beNumber(bytes, 26, 2)}` };
  }
  if (family !== 2 || bytes.length < 52) return undefined;
  return {
    src: `[${ipv6(bytes, 16)}]:${beNumber(bytes, 48, 2)}`,
    dst: `[${ipv6(bytes, 32)}]:${beNumber(bytes, 50, 2)}`,
  };
}

export const proxyV2: KindReader = {
  kinds: ['proxy-protocol-v2'],
  source: 'PROXY protocol specification 2.2',
  begins: Uint8Array.of(0x0d),
  read: (payload) => {
    const { bytes } = payload;
    if (!hasHex(bytes, '0d0a0d0a000d0a515549540a')) return undefined;
    const length = beNumber(bytes, 14, 2);
    const addresses = proxyAddresses(bytes);
    const end = Math.min(bytes.length, 16 + Math.max(0, length));
    const behind = end < bytes.length ? payload.inner(bytes.subarray(end), true) : undefined;
    const through = addresses ? `: the client ${addresses.src} speaks to ${addresses.dst}` : '';
    return {
      ...proven(
        'proxy-protocol-v2',
        `PROXY protocol v2 header${through} through a proxy`,
        { ...addresses, ...(behind && { inner_kind: behind.kind }) },
        [
          leaf(0, 12, 'signature', 'PROXY v2'),
          leaf(12, end, 'addresses', addresses ? `${addresses.src} to ${addresses.dst}` : 'none'),
        ],
      ),
      details: behind ? [`Behind the header: ${behind.summary}`] : [],
    };
  },
};

/** TPKT (RFC 1006 6) with an X.224 connection request; MS-RDPBCGR 2.2.1.1. */
export const rdp: KindReader = {
  kinds: ['rdp-connect'],
  source: 'RFC 1006 6; MS-RDPBCGR 2.2.1.1',
  begins: Uint8Array.of(3),
  read: ({ bytes }) => {
    const length = beNumber(bytes, 2, 2);
    // The X.224 header counts what follows its own first byte (ITU-T X.224 13.2.1).
    const agrees = u8(bytes, 4) === length - 5 || length > 259;
    if (
      u8(bytes, 0) !== 3 ||
      u8(bytes, 1) !== 0 ||
      u8(bytes, 5) !== 0xe0 ||
      length < 11 ||
      bytes.length > length ||
      !agrees
    )
      return undefined;
    const cookie = /Cookie: (mstshash=[^\r\n]{0,100})/.exec(latin1(bytes, 0, Math.min(bytes.length, 200)))?.[1];
    const summary = `RDP connection request${cookie ? ` (${oneLine(cookie)})` : ''}: a remote-desktop client or a scanner`;
    return {
      ...proven('rdp-connect', summary, cookie ? { cookie } : {}, [
        leaf(0, 4, 'TPKT', `${length} bytes`),
        leaf(4, bytes.length, 'X.224', 'connection request'),
      ]),
      ...(bytes.length < length && { incomplete: true }),
    };
  },
};

/**
 * What is left of a connection request where a ZMQ socket took the packet's first bytes and handed on the rest: DST-REF 0,
 * SRC-REF, class, cookie (ITU-T X.224 13.3; MS-RDPBCGR 2.2.1.1).
 */
export const rdpRest: KindReader = {
  kinds: ['rdp-connect'],
  source: 'ITU-T X.224 13.3; MS-RDPBCGR 2.2.1.1',
  begins: Uint8Array.of(0),
  read: ({ bytes }) => {
    const cookie = /^\0\0[\s\S]{3}Cookie: (mstshash=[^\r\n]{0,100})/.exec(
      latin1(bytes, 0, Math.min(bytes.length, 200)),
    )?.[1];
    if (cookie === undefined) return undefined;
    const summary = `The rest of an RDP connection request (${oneLine(cookie)}): a remote-desktop client or a scanner`;
    return {
      ...proven('rdp-connect', summary, { cookie }, [
        leaf(0, bytes.length, 'X.224', 'connection request, without its head'),
      ]),
      details: [
        'Its first six bytes are missing: a ZMQ socket takes them for lengths and flags of ZMTP 1.0 frames and for the identity of the peer.',
      ],
    };
  },
};

/** NetBIOS session message with an SMB header: MS-SMB 2.2.3.1, MS-SMB2 2.2.1. */
export const smb: KindReader = {
  kinds: ['smb-negotiate'],
  source: 'MS-SMB 2.2.3.1; MS-SMB2 2.2.1',
  begins: Uint8Array.of(0),
  read: ({ bytes }) => {
    const magic = hasHex(bytes, 'ff534d42', 4) ? 1 : hasHex(bytes, 'fe534d42', 4) ? 2 : 0;
    if (u8(bytes, 0) !== 0 || magic === 0) return undefined;
    return proven(
      'smb-negotiate',
      `SMB${magic} message: a Windows file-sharing client or a scanner`,
      { version: magic },
      [leaf(0, 4, 'NetBIOS', `${beNumber(bytes, 1, 3)} bytes`), leaf(4, bytes.length, 'SMB', `SMB${magic}`)],
    );
  },
};

/** Labels of a DNS name, or undefined where they are none: RFC 1035 3.1. */
function dnsName(bytes: Uint8Array, start: number): string | undefined {
  const labels: string[] = [];
  for (let at = start; labels.length < 64; ) {
    const length = u8(bytes, at);
    if (length === 0) return labels.join('.') || '.';
    const label = length > 0 && length < 64 ? asText(bytes.subarray(at + 1, at + 1 + length)) : undefined;
    if (label === undefined) return undefined;
    labels.push(label);
    at += 1 + length;
  }
  return undefined;
}

/** DNS over TCP: length of two bytes, then a message with one question (RFC 7766 8, RFC 1035 4.1). */
export const dns: KindReader = {
  kinds: ['dns-tcp'],
  source: 'RFC 7766 8; RFC 1035 4.1',
  read: (payload) => {
    const { bytes } = payload;
    const length = beNumber(bytes, 0, 2);
    const fits = length === bytes.length - 2 || (payload.truncated && length > bytes.length - 2);
    const questions = beNumber(bytes, 6, 2);
    if (!fits || length < 12 || questions > 1 || (u8(bytes, 4) & 0x78) > 0x28) return undefined;
    const name = questions === 1 ? dnsName(bytes, 14) : undefined;
    if (questions === 1 ? name === undefined : length !== 12) return undefined;
    // A bare header asks for the server's status or refuses something: its flags are not zero, as those of padding are.
    if (questions !== 1 && beNumber(bytes, 4, 2) === 0) return undefined;
    return proven(
      'dns-tcp',
      `DNS message over TCP${name ? `, asking for ${oneLine(name, 80)}` : ''}`,
      name ? { name } : {},
      [leaf(0, 2, 'length', String(length)), leaf(2, bytes.length, 'message', name ?? 'no question')],
    );
  },
};

/** Java RMI: `JRMI`, version, protocol 4b (stream), 4c (single) or 4d (multiplex). */
export const javaRmi: KindReader = {
  kinds: ['java-rmi'],
  source: 'Java RMI specification 10.2',
  begins: utf8Bytes('J'),
  read: ({ bytes, truncated }) => {
    const whole = bytes.length >= 7;
    const headed = bytes.length < 6 || (beNumber(bytes, 4, 2) >= 1 && beNumber(bytes, 4, 2) <= 2);
    if (!hasText(bytes, 'JRMI') || !headed || (!whole && !truncated)) return undefined;
    if (whole && (u8(bytes, 6) < 0x4b || u8(bytes, 6) > 0x4d)) return undefined;
    return {
      ...proven(
        'java-rmi',
        'Java RMI header: a Java RMI or JMX client, or a scanner',
        bytes.length >= 6 ? { version: beNumber(bytes, 4, 2) } : {},
        [leaf(0, bytes.length, 'header', 'JRMI')],
      ),
      ...(!whole && { incomplete: true }),
    };
  },
};

/** SOCKS5 greeting: version 5, number of methods, methods: RFC 1928 3. */
export const socks5: KindReader = {
  kinds: ['socks5'],
  source: 'RFC 1928 3',
  begins: Uint8Array.of(5),
  read: ({ bytes, hint, truncated }) => {
    const methods = u8(bytes, 1);
    const cut = truncated && hint === 'protocol' && bytes.length < 2 + methods;
    const greeting = u8(bytes, 0) === 5 && methods > 0 && (cut || bytes.length >= 2 + methods);
    const known = greeting && [...bytes.subarray(2, 2 + methods)].every((method) => method <= 3 || method >= 0x80);
    if (!known || (bytes.length > 2 + methods && u8(bytes, 2 + methods) !== 5)) return undefined;
    return {
      ...proven(
        'socks5',
        `${hint === 'protocol' ? '' : 'Perhaps a '}SOCKS5 greeting with ${count(methods, 'method')}: a client looks for a SOCKS proxy`,
        { version: 5 },
        [leaf(0, bytes.length, 'greeting', `${methods} methods`)],
      ),
      confidence: hint === 'protocol' ? 'fits' : 'weak',
    };
  },
};

/** How many commands of three bytes stand at the beginning, each ff, fb to fe, and an option below 50. */
function telnetCommands(bytes: Uint8Array): number {
  let at = 0;
  while (u8(bytes, at) === 0xff && u8(bytes, at + 1) >= 0xfb && u8(bytes, at + 1) <= 0xfe) {
    const option = u8(bytes, at + 2);
    if (option < 0 || option >= 50) break;
    at += 3;
  }
  return at / 3;
}

/** Telnet negotiation: IAC (ff) and WILL, WONT, DO or DONT (fb to fe) with an option: RFC 854. */
export const telnet: KindReader = {
  kinds: ['telnet'],
  source: 'RFC 854',
  begins: Uint8Array.of(0xff),
  read: ({ bytes }) => {
    const commands = telnetCommands(bytes);
    // One command alone is three bytes; as much as that other data has by chance, such as UTF-16 behind its mark ff fe.
    if (commands === 0 || (commands === 1 && bytes.length > 3)) return undefined;
    const reading = proven('telnet', 'Telnet negotiation (IAC WILL/DO …): a telnet client or server', {}, [
      leaf(0, bytes.length, 'negotiation', `${bytes.length} bytes`),
    ]);
    return commands > 1 ? reading : { ...reading, confidence: 'fits' };
  },
};

/** Android Debug Bridge: six little-endian words; the last is the first inverted (adb protocol.txt). */
export const adb: KindReader = {
  kinds: ['adb'],
  source: 'Android adb protocol.txt',
  begins: utf8Bytes('CAOWS'),
  read: ({ bytes }) => {
    const command = leNumber(bytes, 0, 4);
    if (bytes.length < 24 || !/^(?:CNXN|AUTH|OPEN|OKAY|CLSE|WRTE|SYNC|STLS)/.test(latin1(bytes, 0, 4)))
      return undefined;
    if (leNumber(bytes, 20, 4) !== ~command >>> 0) return undefined;
    return proven(
      'adb',
      `Android Debug Bridge message ${latin1(bytes, 0, 4)}: adb or a scanner`,
      { command: latin1(bytes, 0, 4) },
      [leaf(0, 24, 'header', latin1(bytes, 0, 4)), leaf(24, bytes.length, 'data', `${bytes.length - 24} bytes`)],
    );
  },
};

/** A ClientHello in SSLv2 framing: length with the high bit, type 1, version 03 0x (RFC 5246 E.2). */
export const sslv2: KindReader = {
  kinds: ['sslv2-client-hello'],
  source: 'RFC 5246 E.2',
  read: ({ bytes }) => {
    const length = beNumber(bytes, 0, 2) - 0x8000;
    const version = beNumber(bytes, 3, 2);
    if (
      length < 9 ||
      u8(bytes, 2) !== 1 ||
      (version !== 2 && (version < 0x300 || version > 0x304)) ||
      bytes.length > length + 2
    )
      return undefined;
    if (beNumber(bytes, 5, 2) % 3 !== 0) return undefined;
    return {
      ...proven(
        'sslv2-client-hello',
        'ClientHello in SSLv2 framing: an old TLS client or a scanner',
        { record_length: length },
        [
          leaf(0, 2, 'length', String(length)),
          leaf(2, bytes.length, 'ClientHello', `version 0x${version.toString(16)}`),
        ],
      ),
      ...(bytes.length < length + 2 && { incomplete: true }),
    };
  },
};

function unmasked(bytes: Uint8Array, mask: number, start: number, end: number): Uint8Array {
  return bytes.slice(start, end).map((byte, i) => byte ^ u8(bytes, mask + (i & 3)));
}

/** WebSocket frame: RFC 6455 5.2. It has no magic, so the hint must say so. */
function readWebsocket(payload: Payload): KindReading | undefined {
  const { bytes } = payload;
  const masked = (u8(bytes, 1) & 0x80) !== 0;
  const short = u8(bytes, 1) & 0x7f;
  const wide = short === 126 ? 2 : short === 127 ? 8 : 0;
  const length = wide === 0 ? short : wide === 2 ? beNumber(bytes, 2, 2) : beNumber(bytes, 4, 6);
  const start = 2 + wide + (masked ? 4 : 0);
  const end = Math.min(bytes.length, start + length);
  const body = masked ? unmasked(bytes, start - 4, start, end) : bytes.slice(start, end);
  const text = asText(body);
  const opcode = u8(bytes, 0) & 15;
  return {
    ...proven(
      'websocket-frame',
      `WebSocket frame, opcode ${opcode}, ${masked ? 'masked' : 'not masked'}, ${count(length, 'byte')}${text ? `: ${oneLine(text)}` : ''}`,
      { masked, opcode, ...(text !== undefined && { payload: text }) },
      [
        leaf(0, start, 'header', `opcode ${opcode}`),
        leaf(start, end, 'payload', text ? oneLine(text) : `${end - start} bytes`),
      ],
    ),
    ...(end < start + length && { incomplete: true }),
  };
}

export const websocket: KindReader = {
  kinds: ['websocket-frame'],
  source: 'RFC 6455 5.2',
  read: (payload) => (payload.hint === 'websocket' && payload.bytes.length >= 2 ? readWebsocket(payload) : undefined),
};
