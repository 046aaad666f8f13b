/** Bytes that come near a kind and are something else: a wrong answer is worse than none. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';

const hexOf = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

/** A kind, and bytes of which one decisive part is wrong. */
const rows: readonly (readonly [string, string, string])[] = [
  ['msgpack', 'a map of 48879 entries in four bytes', 'deadbeef'],
  ['msgpack', 'text that begins with a small integer', hexOf('get_meta_msg')],
  ['msgpack', 'the reserved byte alone', 'c1'],
  ['http1-request', 'another version token', hexOf('OPTIONS / RTSP/1.0\r\n\r\n')],
  ['http1-request', 'a NATS greeting', hexOf('CONNECT {"verbose":false}\r\n')],
  ['http1-request', 'a sentence', hexOf('GET ready for HTTP\r\n')],
  ['http1-response', 'no status', hexOf('HTTP/1.1 OK\r\n')],
  ['http2-preface', 'HTTP/1', hexOf('PRI * HTTP/1.1\r\n\r\n')],
  ['tls-client-hello', 'type 2 is a ServerHello', '160303004a02000046'.padEnd(160, '0')],
  ['tls-client-hello', 'version 4.1', '16040100b7010000b30303'],
  ['tls-record', 'a length beyond 2^14 and some', `170303ffff${'ab'.repeat(20)}`],
  ['ssh-banner', 'another protocol', hexOf('SSH-3.0-x\r\n')],
  ['redis-resp', 'no CRLF', hexOf('*2 apples')],
  ['postgres-ssl-request', 'one more in the code', '0000000804d21700'],
  ['postgres-startup', 'a length that the bytes exceed', `0000000900030000${'00'.repeat(20)}`],
  ['mysql-greeting', 'protocol 9', '4a0000000938'.padEnd(160, '0')],
  ['amqp-header', 'no version', hexOf('AMQPxyzw')],
  ['mqtt-connect', 'another name', '101700044d51545804'.padEnd(50, '0')],
  ['kafka-request', 'a size that is not the rest', '0000002100120003000000010007'.padEnd(70, '0')],
  ['mongodb-wire', 'an unknown opcode', '1500000001000000000000000000000000000000aa'],
  ['bson', 'no NUL at the end', '0500000001'],
  ['zip', 'another signature', '504b0304'.replace('0304', '0506').replace('504b', '504c')],
  ['gzip', 'another method', '1f8b0900000000000003'],
  ['zlib', 'a header that 31 does not divide', '789d4b4c4a0600024d0127'],
  ['pickle', 'no opcode behind the header', '8004ff'],
  ['pickle', 'text that begins like protocol 0', hexOf('cold start finished.')],
  ['safetensors', 'a header beyond 100 MB', `00e1f50600000000${hexOf('{"a"')}`],
  ['safetensors', 'no brace', '1000000000000000aabbccdd'],
  ['numpy-npy', 'another word', '934e554d505a0100'],
  ['nccl-magic', 'the bytes turned around', '564ab9f2fc4b9d6c'],
  ['torch-tcpstore', 'another magic', '00cef7853d'],
  [
    'gloo',
    'a total that is not preamble and data',
    '0300000000000000410000000000000001000000000000000700000000000000000000000000000010000000000000000000000000000000000102030405060708090a0b0c0d0e0f',
  ],
  ['zmtp-greeting', 'byte 9 is even', `ff00000000000000007e${'00'.repeat(20)}`],
  ['zmtp-greeting', 'telnet', 'fffd03fffb18fffb1f'],
  ['telnet', 'an MP3 frame', 'fffb9064000000000000'],
  ['utf16-text', 'numbers of two bytes', '0001000200030004000500060007'],
  ['proxy-protocol-v2', 'a signature with one wrong byte', '0d0a0d0a000d0a515549540b2111000c'],
  ['rdp-connect', 'no connection request', '0300000b06d000000000'],
  ['smb-negotiate', 'another protocol', '00000044fd534d42'.padEnd(80, '0')],
  ['dns-tcp', 'a length that does not fit', '00ff00060100000100000000000007'],
  ['socks5', 'more methods than bytes', '05ff00'],
  ['adb', 'a magic that does not fit', '434e584e00000001001000000700000032020000bcb1a7b2'],
  ['cbor', 'a map that is not complete', 'a3647479706567'],
  ['nixl-serdes', 'another word', hexOf('nixlSerXes|Agent')],
  ['uuid', 'variant 0', '550e8400e29b41d40716446655440000'],
  ['prometheus-text', 'a Markdown heading', hexOf('# Help wanted\n# Types of work\n')],
  ['html', 'an angle bracket', hexOf('<nobody> knows')],
  ['json', 'a Python dict', hexOf("{'a': 1}")],
];

test.each(rows)('no %s: %s', (kind, _, hex) => {
  expect(decode(hex, { form: 'hex' }).kind).not.toBe(kind);
});

describe('an identity whose length does not fit', () => {
  const identity = 'T /metrics HTTP/1.1\r\nHost: 10.0.0.5:13345\r\nUser-Agent: Prometheus/2.53';
  const literal = (text: string): string => `b'${text.replaceAll('\r', '\\r').replaceAll('\n', '\\n')}'`;

  test('70 bytes are a GET', () => {
    const reading = decode(literal(identity), { hint: 'zmq-identity' });
    expect(reading.fields).toMatchObject({ method: 'GET', restored_prefix_hex: '4745' });
  });

  test('79 bytes are a PUT', () => {
    const reading = decode(literal(`${identity}.0-rc.1-x`), { hint: 'zmq-identity' });
    expect(reading.fields).toMatchObject({ method: 'PUT', restored_prefix_hex: '5055' });
  });

  test('75 bytes are no method that is known: only the first byte is told', () => {
    const reading = decode(literal(`${identity}.0-rc`), { hint: 'zmq-identity' });
    expect(reading.fields).toMatchObject({ first_byte_restored: '4c', identity_len: 75 });
    expect(reading.fields.method).toBeUndefined();
  });
});

/** Each kind that is proven by its first bytes, cut short: named still, and called truncated. */
const cuts: readonly (readonly [string, string])[] = [
  ['http1-request', hexOf('GET /metrics HTTP/1.1\r\nHost: 10.0')],
  ['tls-client-hello', '16030100b7010000b30303'],
  ['safetensors', `4000000000000000${hexOf('{"w":{"dtype":"F32","sha')}`],
  ['pickle', '80049571000000000000007d94'],
  ['zip', '504b030414000000080000000000000000000a00000032000000070000'.padEnd(60, '0') + hexOf('a/b.txt')],
  ['mongodb-wire', '410000003a300000ffffffffd407000000000000746573742e'],
  ['nccl-magic', '6c9d4bfcf2b94a56'],
  ['zmtp-greeting', 'ff00000000000000017f0300'],
  ['mqtt-connect', '101700044d5154540402003c000b636c69'],
  ['msgpack', '83a6737461747573a548454c'],
  ['sslv2-client-hello', '802e01030100150000001000'],
];

test.each(cuts)('%s, cut short', (kind, hex) => {
  const reading = decode(hex, { form: 'hex' });
  expect(reading.kind).toBe(kind);
  expect(reading.truncated).toBe(true);
});
