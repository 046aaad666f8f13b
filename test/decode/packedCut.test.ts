/** Packed data that is cut anywhere is called cut, and whole data is not. Written by gzip 1.12, zlib, xz 5.4, bzip2 1.0.8, lz4 1.9.4 and zstd 1.5.4. */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decode, decodeBytes } from '../../server/src/core/decode/decode';

const plain = 'rank 3 sends its metadata, rank 3 waits for an answer, rank 3 gives up';

/** Kind, options, the data in hex, and the first length at which its magic bytes are all there. */
const rows: readonly (readonly [string, string, string, number])[] = [
  [
    'gzip',
    '',
    '1f8b08000000000000032b4acccb563056284ecd4b2956c82c2956c84d2d494c492c49d45128824895278284d3f28b1412f380a8b83cb5082e979e59965aac505a00001429d71546000000',
    3,
  ],
  ['zlib', 'level 9', deflateSync(plain, { level: 9 }).toString('hex'), 8],
  ['zlib', 'stored', deflateSync(plain, { level: 0 }).toString('hex'), 8],
  [
    'xz',
    '',
    'fd377a585a000004e6d6b4460200210116000000742fe5a3e0004500385d0039184a218b38aba483bea059c1e472a03d67b6fd49e1e19128531404270405b2fa19186b2c4cbc80c15ae7d0eb67ffb957a14dc8a6c0160000b888658989ea904b00015446dec9ee611fb6f37d010000000004595a',
    6,
  ],
  [
    'bzip2',
    '',
    '425a6839314159265359337dbe7000001b19804004080027abdf8020004869a53d329a19a1a853d4c43234d02e99fa5c870aa5a213429590f96bf6f5a80e66117ac9026b8d6a11a064aa5e91811f177245385090337dbe70',
    10,
  ],
  [
    'lz4-frame',
    '',
    '04224d186440a73d000000f30c72616e6b20332073656e647320697473206d657461646174612c201b002077611700d5666f7220616e20616e737765721c0080676976657320757000000000e77da185',
    4,
  ],
  [
    'lz4-frame',
    'checks of blocks, none of the frame',
    '04224d187040ad3d000000f30c72616e6b20332073656e647320697473206d657461646174612c201b002077611700d5666f7220616e20616e737765721c00806769766573207570df06e1bd00000000',
    4,
  ],
  [
    'zstd',
    '',
    '28b52ffd0458050200640372616e6b20332073656e647320697473206d657461646174612c20776169747320666f7220616e20616e73776572676976657320757002007f96b067130fb1eac922',
    4,
  ],
  [
    'zstd',
    'without a check value',
    '28b52ffd0058050200640372616e6b20332073656e647320697473206d657461646174612c20776169747320666f7220616e20616e73776572676976657320757002007f96b067130f',
    4,
  ],
];

describe.each(rows)('%s %s', (kind, _, hex, magic) => {
  const bytes = Buffer.from(hex, 'hex');

  test('whole', () => {
    const reading = decodeBytes(bytes);
    expect(reading.kind).toBe(kind);
    expect(reading.truncated).toBe(false);
  });

  test('cut at each length', () => {
    for (let length = magic; length < bytes.length; length++) {
      const reading = decodeBytes(bytes.subarray(0, length));
      expect([length, reading.kind, reading.truncated]).toEqual([length, kind, true]);
      expect(reading.summary).toContain('cut');
    }
  });
});

test('two bytes of a zlib header prove little: the name is no more than a guess', () => {
  expect(decode('789c15965712c3300844cfaa').confidence).toBe('weak');
});
