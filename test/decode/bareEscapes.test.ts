/** Escapes without quotes: the text around them is none of the bytes, and printable bytes that belong to them are kept. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';

const payloads: readonly (readonly [string, string, string])[] = [
  ['a message', String.raw`\x82\xa1a\x01\xa1b\x02`, '82a16101a16202'],
  [
    'a message that ends with words',
    String.raw`\x82\xa1a\x01\xa1b\xabhello world`,
    '82a16101a162ab68656c6c6f20776f726c64',
  ],
  ['unknown bytes', String.raw`\x99\x82\x00\xff`, '998200ff'],
  ['unknown bytes that end with a letter', String.raw`\x99\x82\x00\xffE`, '998200ff45'],
  ['unknown bytes that begin with a letter', String.raw`K\x99\x82\x00\xff`, '4b998200ff'],
  ['a message whose backslashes are doubled', String.raw`\\x82\\xa1a\\x01\\xa1b\\x02`, '82a16101a16202'],
];

const texts = [
  '%',
  '  %  ',
  '`%`',
  '`%`, then crash',
  'got `%` from 10.0.0.1',
  '(%)',
  'frame (%) failed',
  '[%]',
  'msg=[%]',
  'received <%> on port 29550',
  '|%|',
  '**%**',
  'payload: %',
  'payload=%',
  '"msg": %',
  '%, then crash',
  '% from 10.0.0.1 port 22',
  'Invalid method % in request',
  '%;',
  '%,',
  'x = %; y = 2',
  'recv: % (7 bytes)',
  'err %: unknown type',
  'I sent % and then it crashed',
  '2026-11-30 12:00:01 ERROR bad frame: %',
  '%\nnext line',
  '> %\r\n',
];

describe.each(payloads)('%s', (_, payload, hex) => {
  test.each(texts)('%s', (text) => {
    const reading = decode(text.replace('%', () => payload));
    expect(Buffer.from(reading.bytes).toString('hex')).toBe(hex);
    expect(reading.form).toBe('c-escape');
  });
});

test('what was left out is said', () => {
  expect(decode('bad \\x99\\x82\\x00\\xff, then crash').details.join('\n')).toContain('“bad” and “, then crash”');
});

/** Python 3.11: repr of a message of 67 bytes without its quotes. */
const long = String.raw`\x84\xa4type\xa7release\xabtransfer_id\xabtx-5f0c2a7e\xb0consumer_tp_size\x02\xa1h\xcf\x80\x00\x00\x00\x00\x00\x00\x00`;
const longHex =
  '84a474797065a772656c65617365ab7472616e736665725f6964ab74782d3566306332613765b0636f6e73756d65725f74705f73697a6502a168cf8000000000000000';

test.each([60, 61, 62, 63, 64, 79, 80])('a terminal broke the line after %i characters', (width) => {
  const lines = long.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  expect(Buffer.from(decode(lines.join('\n')).bytes).toString('hex')).toBe(longHex);
});

const others: readonly (readonly [string, string, string])[] = [
  ['the longer of two code spans', 'expected `\\x00` got `\\x82\\xa1a\\x01\\xa1b\\x02`', '82a16101a16202'],
  ['one escape alone', '\\x82', '82'],
  ['one escape in back ticks', '`\\x82`', '82'],
  ['octal', '\\203', '83'],
  ['octal in a sentence', 'frame \\203\\246abc\\245 was bad', '83a6616263a5'],
  [
    'a request behind words',
    'bad line: GET /x HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n',
    '474554202f7820485454502f312e310d0a486f73743a20610d0a0d0a',
  ],
  [
    'lines of text go on in words',
    'GET / HTTP/1.1\\r\\nHost: a, b c',
    '474554202f20485454502f312e310d0a486f73743a20612c20622063',
  ],
  [
    'a banner behind a word',
    'banner SSH-2.0-OpenSSH_9.2p1 Debian-2\\r\\n',
    '5353482d322e302d4f70656e5353485f392e3270312044656269616e2d320d0a',
  ],
];

test.each(others)('%s', (_, text, hex) => expect(Buffer.from(decode(text).bytes).toString('hex')).toBe(hex));
