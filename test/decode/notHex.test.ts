/** Words, dates, addresses and numbers are no hex, and short hex is. */
import { expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';

const words = [
  'decade facade',
  'ab cd',
  'bed face',
  'facade',
  'decade',
  'dc',
  'ace',
  'dead beef cafe',
  'a bad fade',
  'added cafe face',
  'be ad ded',
  'be ef',
  'effaced facade',
  'Bad Face 12 34',
  'a b c d e f',
  'decade: facade',
  'deface the facade',
  'Dec 12 10 20 30',
  'Feb 12 10 20 30',
  'Dec 12 10:20:30',
  'Dec 12 10:20:30 gpu-3 vllm[991]: started',
  '10 Dec 2026',
  '12 Feb 2020',
  'Feb 10',
  '2026-11-30',
  '30-11-2026',
  '2026-11-30T12:05:09Z',
  '12:05:09',
  '09:05:01',
  '[2026-11-30 12:58]',
  'In 2026 11 30 12 05',
  'v0.20.2',
  'versions 0.19.1 0.20.2',
  '1.2.3.4',
  'fe80::1',
  '10de:2230',
  '0000:3b:00.0',
  'GPU 0000:3B:00.0: Detected',
  'aa:bb:cc:dd:ee:ff is up',
  'link/ether 02:42:ac:11:00:02 brd ff:ff:ff:ff:ff:ff',
  '3ee0c13',
  'fixed in 3ee0c13',
  'see commit 9b9fc403 and 3ee0c13f',
  'a1b2c3d4...e5f6a7b8',
  'sha256:3f5a0e8b2c',
  'id 7b3f9a10 done',
  'Added abed1234 to list',
  'at 10 20 30 40 we',
  'e.g. 10 20 30 40 50',
  'layers 10, 20, 30, 40',
  'step 10/20 30/40',
  'call 06 12 34 56 78',
  'rank 0 1 2 3',
  '10 20',
  '1,2,3',
  'port 29550',
];

test.each(words)('%s is text', (text) => {
  const reading = decode(text);
  expect(['text', 'none']).toContain(reading.form);
});

const hex: readonly (readonly [string, string])[] = [
  ['82 a5', '82a5'],
  ['82a5', '82a5'],
  ['82:a5', '82a5'],
  ['82-A5', '82a5'],
  ['0x82', '82'],
  ['0x82a5', '82a5'],
  ['\\x82', '82'],
  ['\\x82\\xa5', '82a5'],
  ['01 02', '0102'],
  ['ff', 'ff'],
  ['de ad be ef', 'deadbeef'],
  ['ca fe ba be', 'cafebabe'],
  ['deadbeef', 'deadbeef'],
  ['DEADBEEF', 'deadbeef'],
  ['`82 a5`', '82a5'],
  ["'82a5'", '82a5'],
  ['(82 a5)', '82a5'],
  ['hex=82a16101', '82a16101'],
  ['payload: 82 a5 68 69', '82a56869'],
  ['got 82 a5 68 69 6a 00 01 02 03 from peer', '82a568696a00010203'],
  ['data: 0xdc001401029c3d', 'dc001401029c3d'],
  ['received dc:00:14:01:02:9c:3d:11:22 from x', 'dc001401029c3d1122'],
  ['dc001401\n029c3d11', 'dc001401029c3d11'],
];

test.each(hex)('%s is hex', (text, expected) => {
  expect(Buffer.from(decode(text).bytes).toString('hex')).toBe(expected);
});

test('a hardware address is called one', () => {
  expect(decode('00:1a:2b:3c:4d:5e').details.join('\n')).toContain('MAC');
});
