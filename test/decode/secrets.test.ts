/** Credentials are told of and not repeated: not in words, fields or the tree, and not among the bytes that are shown. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';
import { readingDocument } from '../../server/src/core/render/readingDocument';
import { readingHtml } from '../../server/src/core/render/readingPage';

const secret = 'Xq7.zz9-Wk42';

/** A request of Redis: RESP arrays. */
const resp = (...words: readonly string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;
const literal = (text: string): string =>
  `b'${[...text].map((each) => `\\x${each.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}'`;
const request = (line: string, ...fields: readonly string[]): string =>
  `${line} HTTP/1.1\r\nHost: gpu-3:29550\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`;

/** All that is said and shown of a pasted text. */
function said(input: string): string {
  const reading = decode(input);
  const { summary, details, problems, fields, tree, alternatives } = reading;
  const parts = JSON.stringify({ summary, details, problems, fields, tree, alternatives });
  return `${parts}\n${readingDocument(reading)}\n${readingHtml(reading, {}, []).replaceAll(/<[^>]*>/g, '')}`;
}

const messages: readonly (readonly [string, string])[] = [
  ['Redis AUTH', resp('AUTH', secret)],
  ['Redis AUTH with a user', resp('AUTH', 'default', secret)],
  ['Redis HELLO', resp('HELLO', '3', 'AUTH', 'default', secret, 'SETNAME', 'w')],
  ['Redis CONFIG', resp('CONFIG', 'SET', 'requirepass', secret)],
  ['Redis MIGRATE', resp('MIGRATE', 'h', '6379', 'k', '0', '500', 'AUTH2', 'user', secret)],
  ['Redis ACL', resp('ACL', 'SETUSER', 'x', `>${secret}`)],
  ['Redis, inline', `AUTH ${secret}\r\n`],
  ['Authorization', request('GET /metrics', `Authorization: Bearer ${secret}`)],
  ['Authorization, another scheme', request('GET /metrics', `authorization: ${secret}`)],
  ['Cookie', request('GET /metrics', `Cookie: session=${secret}; theme=dark`)],
  ['Set-Cookie', `HTTP/1.1 200 OK\r\nSet-Cookie: session=${secret}; Path=/\r\n\r\n`],
  ['a key of an API', request('POST /v1/completions', `X-Api-Key: ${secret}`)],
  ['a query', request(`GET /metrics?x=1&api_key=${secret}`)],
  ['a URL', request(`GET http://user:${secret}@gpu-3/metrics`)],
  ['what is left of a request', `T /metrics HTTP/1.1\r\nHost: gpu-3\r\nAuthorization: Basic ${secret}\r\nX: y`],
  ['a field alone', `Authorization: Bearer ${secret}`],
  ['curl', `curl -H 'Authorization: Bearer ${secret}' http://gpu-3:8000/v1/models`],
  ['JSON', `{"headers": {"Authorization": "Bearer ${secret}", "x-api-key": "${secret}"}}`],
  ["Python's dictionary", `{'api_key': '${secret}', 'model': 'm'}`],
  ['a map of msgpack', `\x82\xa8password\xac${secret}\xa1n\x01`],
  ['a map in a map of msgpack', `\x81\xa7headers\x81\xadAuthorization\xd9\x13Bearer ${secret}`],
  ['a bin of msgpack', `\x81\xa7api_key\xc4\x0c${secret}`],
  ['NATS', `CONNECT {"verbose":false,"user":"u","pass":"${secret}"}\r\n`],
];

describe('a credential', () => {
  test.each(messages)('%s', (_, message) => {
    const input = literal(message);
    expect(said(input)).not.toContain(secret);
    expect(said(input)).not.toContain(secret.slice(0, 6));
    const reading = decode(input);
    expect(reading.fields.secret_warning).toBe(true);
    expect(reading.details[0]).toMatch(/^It holds a credential/);
    // The bytes are those that were pasted.
    expect(Buffer.from(reading.bytes).toString('latin1')).toBe(message);
  });

  test('in frames, between which two bytes were lost', () => {
    const whole = `T /metrics HTTP/1.1\r\nHost: gpu-3:29550\r\nAuthorization: Bearer ${secret}`;
    const frames = [whole.slice(0, 70), `${whole.slice(72)}\r\nAccept: */*\r\n`];
    // Eight of its characters are in the first frame, two are lost, two are in the second.
    expect(whole.indexOf(secret)).toBe(62);
    const shown = said(`[${frames.map(literal).join(', ')}]`);
    expect(shown).not.toContain(secret.slice(0, 4));
    expect(shown).not.toContain(secret.slice(-4));
  });

  test.each([
    [request('GET /metrics', 'Accept: */*')],
    [resp('SET', 'key', 'value')],
    // A word of msgpack that is a value and no key, and a map whose key only ends so.
    ['\x92\xa8password\x01'],
    ['\x81\xadno_a_password\xa2no'],
    ['\x03\0\0\x2b\x26\xe0\0\0\0\0\0Cookie: mstshash=admin\r\n\x01\0\b\0\x03\0\0\0'],
  ])('none: %j', (message) => {
    expect(decode(literal(message)).fields.secret_warning).toBeUndefined();
  });
});

describe('a private key', () => {
  const digits = 'MC4CAQAwBQYDK2VwBCIEIHoixIT8KJAB1H9LytzSHChkpE5eayEXBttj/InWoOic';
  test.each([
    'PRIVATE KEY',
    'RSA PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ])('%s', (label) => {
    for (const end of [`\n-----END ${label}-----`, '']) {
      const input = `it wrote\n-----BEGIN ${label}-----\n${digits}${end}\n`;
      const reading = decode(input);
      expect(reading).toMatchObject({ form: 'pem', kind: 'none', fields: { secret_warning: true } });
      expect(reading.summary).toContain('A private key was pasted');
      expect(reading.bytes).toHaveLength(0);
      expect(said(input)).not.toContain(digits.slice(8, 16));
    }
  });

  test('in a value of JSON', () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${digits}\n-----END PRIVATE KEY-----\n`;
    expect(said(JSON.stringify({ type: 'service_account', private_key: key }))).not.toContain(digits.slice(8, 16));
  });
});

test.each([
  // Kafka protocol guide, Request Header v1: size, api key 18, version 0, correlation id, client id.
  ['\0\0\0\x12\0\x12\0\0\0\0\0\x01\0\x08rdkafka!', 'rdkafka!'],
  ['\0\0\0\x11\0\x12\0\0\0\0\0\x01\0\x07rdkafka', 'rdkafka'],
])("a Kafka client's name is what its length says: %j", (message, name) => {
  expect(decode(literal(message)).fields).toMatchObject({ client_id: name });
});

test('a name of a Kafka client that is cut has no marks of the sentence around it', () => {
  const reading = decode('we got \\x00\\x00\\x00\\x2a\\x00\\x12\\x00\\x03\\x00\\x00\\x00\\x01\\x00\\x1ardkafka!...');
  expect(reading.fields).toMatchObject({ client_id_prefix: 'rdkafka' });
});
