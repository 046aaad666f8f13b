/** What a hover offers to decode in a log line, and what it leaves alone. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';
import { findPayloads } from '../../server/src/core/decode/find';

/** The line, with each value that must be found in ‹ ›. */
function check(marked: string): void {
  const line = marked.replaceAll(/[‹›]/g, '');
  const found = findPayloads(line).map(({ start, end }) => line.slice(start, end));
  const wanted = [...marked.matchAll(/‹([^›]*)›/g)].map((match) => match[1]);
  expect(found).toEqual(wanted);
}

describe('values', () => {
  test.each([
    "Received non-UTF8 message: ‹b'\\x83\\xa6status\\xa5HELLO'› from peer",
    "Unexpected frame! received_frame = ‹[b'', b'\\x82\\xa4type']›",
    "Failed to decode ‹b'\\x83\\xa6status\\xa5HEL'›... (31 bytes)",
    'unexpected data parallel rank: ‹443548396288›',
    'unexpected data parallel rank: ‹7›',
    'peer magic ‹0x564ab9f2fc4b9d6c› expected another',
    'READ (peer=ipv4:192.0.2.9:443): ‹48 54 54 50 2f 31 2e 31 20 34 30 30› done',
    'payload=‹83a6737461747573a548454c4c4fa56c6f63616cc2a8› end',
    '10.0.0.7 - - [30/Nov/2026:10:00:00 +0000] ‹"\\x16\\x03\\x01\\x02\\x00\\x01"› 400 157 "-" "-"',
    "Invalid HTTP Version: ‹'\\x16\\x03\\x01\\x02'›",
    '{bad_header,‹<<22,3,1,2,0,1,0,1>>›}',
    'value "‹g6ZzdGF0dXOlSEVMTE+lbG9jYWzCqGhlYWRsZXNzww==›"',
  ])('%s', check);
});

describe('ordinary lines', () => {
  test.each([
    'INFO 07-28 12:00:01 [core.py:708] init engine took 12.5 s',
    'Avg prompt throughput: 1234.5 tokens/s, GPU KV cache usage: 12.3%',
    'commit 9b9fc403aabbccddeeff00112233445566778899 of main',
    'request id cmpl-7c9e6679-7425-40de-944b-e07fc1f90ae7 finished at 1785312000.25',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'mac 00:11:22:33:44:55 address fe80::1 time 12:34:56',
    'pid=1234567890123 tid=140735340871680 0x7fd40da50b80',
    'GET "/caf\\xc3" 200, a path with one stray byte',
    'a "\\\\x16\\\\x03" that was escaped twice',
    "the word 'bytes' is quoted, and b is a letter",
    '',
  ])('%s', check);
});

test('the text of a value is enough for the decoder', () => {
  const line = 'RuntimeError: Message from engine with unexpected data parallel rank: 300';
  const [found] = findPayloads(line);
  expect(decode(found?.text ?? '').fields).toMatchObject({ rank_le: 300 });
});

test.each([
  ['quotes', '"'.repeat(900_000)],
  ['apostrophes and escapes', "'\\x16".repeat(200_000)],
  ['strings that never close', `"\\x16\\x03${"'a".repeat(400_000)}`],
  ['binaries that never close', '<<1,2,3,4'.repeat(100_000)],
])('a line of %s is looked at in time', (_, line) => {
  const before = process.cpuUsage();
  findPayloads(line);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(3);
});

test('a line of megabytes is looked at in time', () => {
  expect(findPayloads(`${"b'".repeat(1_000_000)} ${'9'.repeat(1_000_000)}`).length).toBeLessThan(100_000);
});
