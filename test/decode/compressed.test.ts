/** Compressed data: whole or cut, and what the answer says where its content is not looked into. */
import { describe, expect, test } from 'vitest';
import { decodeBytes } from '../../server/src/core/decode/decode';
import { corpus } from '../support/payloads';

/** Written by Python 3.11 (gzip, zlib, bz2, lzma, zipfile), zstd 1.5.4 and lz4 1.9.4. */
const rows = corpus<{ kind: string; hex: string }>('compressed.jsonl').map(({ kind, hex }, i) => ({
  kind,
  name: `${kind} ${i}`,
  bytes: new Uint8Array(Buffer.from(hex, 'hex')),
}));

test.each(rows)('$name is whole', ({ kind, bytes }) => {
  const reading = decodeBytes(bytes);
  expect([reading.kind, reading.confidence, reading.truncated]).toEqual([kind, 'proven', false]);
  expect(reading.summary).not.toContain('cut');
});

/** Behind the first member of gzip data others may follow, of which only unpacking them all would tell. */
const single = rows.filter(({ name }) => name !== 'gzip 2');

const cuts = single.flatMap(({ kind, name, bytes }) =>
  [0.4, 0.7, 0.9, 1].map((share) => {
    const length = Math.min(bytes.length - 1, Math.ceil(bytes.length * share));
    return { kind, name, length, part: bytes.subarray(0, length) };
  }),
);

test.each(cuts)('$name after $length bytes is cut', ({ kind, part }) => {
  const reading = decodeBytes(part);
  expect([reading.kind, reading.truncated]).toEqual([kind, true]);
  expect(reading.summary).toContain('cut');
});

describe('what is inside', () => {
  test.each(rows.filter(({ kind, bytes }) => !['xz', 'bzip2'].includes(kind) && bytes.length > 60))(
    'of $name',
    ({ bytes }) => {
      expect(decodeBytes(bytes).fields.inner_kind).toBeDefined();
    },
  );

  test.each([
    ['xz', 'xz -dc'],
    ['bzip2', 'bzip2 -dc'],
  ])('of %s is not looked into, and the answer says how to', (kind, command) => {
    const row = rows.find((each) => each.kind === kind);
    const reading = decodeBytes(row?.bytes ?? new Uint8Array(0));
    expect(reading.summary).toContain(
      `Its content is not looked into here. To see it, save the bytes and run ${command}.`,
    );
  });

  test('a byte that is changed in the middle is told as broken, or changes a checksum that is not compared', () => {
    const bytes = rows.find(({ kind }) => kind === 'zlib')?.bytes.slice() ?? new Uint8Array(0);
    bytes.fill(0xff, 4, 8);
    expect(decodeBytes(bytes).kind).not.toBe('zlib');
  });
});

test('two bytes of a zlib header before a block that nothing confirms prove nothing', () => {
  const reading = decodeBytes(new Uint8Array(Buffer.from('789c4b4c4a06', 'hex')));
  expect(reading.confidence).toBe('weak');
});
