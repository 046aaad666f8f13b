/** Byte ranges, paths and errors of the msgpack walker. */
import { describe, expect, test } from 'vitest';
import { decode, decodeBytes } from '../../server/src/core/decode/decode';
import type { ReadingNode } from '../../server/src/core/decode/reading';

const read = (hex: string) => decodeBytes(Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex')), 'msgpack');

/** A tree as text: `label start-end (children)`. */
function outline(node: ReadingNode): string {
  const children = node.children.map(outline).join(', ');
  return `${node.label} ${node.start}-${node.end}${children === '' ? '' : ` (${children})`}`;
}

test('every value has its byte range; a pair begins at its key', () => {
  const reading = read('82 a1 61 93 01 cd 01 2c c0 a1 62 c4 02 00 ff');
  expect(reading.tree.map(outline)).toEqual(['object 0-15 (a 1-9 ([0] 4-5, [1] 5-8, [2] 8-9), b 9-15)']);
});

describe('errors tell code, offset, first byte of the value and path', () => {
  test.each([
    ['81 a1 61 81 a1 62 91 a3', 'truncated', 8, 7, '$.a.b[0]'],
    ['82 a1 61 93 01 02 03 a1 62 c1', 'reserved-byte', 9, 9, '$.b'],
    ['92 01', 'truncated', 2, 0, '$'],
    ['82 a1 61 01 a2 62', 'truncated', 6, 4, '$.<key 1>'],
    ['81 a3 61 2e 62 cd 01', 'truncated', 7, 5, '$["a.b"]'],
    ['81 01 cd 01', 'truncated', 4, 2, '$.<value 0>'],
    ['cf 00 00', 'truncated', 3, 0, '$'],
    ['d8 01 00', 'truncated', 3, 0, '$'],
  ])('%s', (hex, code, offset, node_offset, path) => {
    expect(read(hex).fields).toMatchObject({ error: { code, offset, node_offset }, error_path: path });
  });
});

describe('what was read before an error stays', () => {
  test.each([
    ['82 a1 61 93 01 02 03 a1 62 c1', { a: [1, 2, 3] }],
    ['93 01 a1 78 cd 01', [1, 'x']],
    ['83 a6 73 74 61 74 75 73 a5 48 45 4c 4c', {}],
  ])('%s', (hex, value) => {
    expect(read(hex).fields.partial_value).toEqual(value);
  });
});

test('a text that is cut is shown as far as it goes, but is no value', () => {
  const reading = read('83 a6 73 74 61 74 75 73 a5 48 45 4c c3');
  expect(reading.summary).toContain('status: "HEL…');
  expect(reading.tree.map(outline)).toEqual(['object 0-13 (status 1-13)']);
  expect(reading.fields.warnings).toBeUndefined();
});

describe('remarks about valid objects', () => {
  test.each([
    ['d3 ff ff ff ff ff ff ff ff', { value: -1, non_minimal: true }],
    ['da 00 01 61', { value: 'a', non_minimal: true }],
    ['c7 01 05 00', { value: { $ext: [5, '00'] }, non_minimal: true }],
    [
      '82 01 a1 61 a1 31 a1 62',
      {
        value: {
          $map: [
            [1, 'a'],
            ['1', 'b'],
          ],
        },
      },
    ],
    ['82 a1 61 01 a1 61 02', { warnings: [{ code: 'duplicate-key', offset: 4 }] }],
    ['a2 c3 28', { value: { $str: 'c328' }, warnings: [{ code: 'invalid-utf8', offset: 0 }] }],
    ['d7 ff ff ff ff ff 00 00 00 00', { warnings: [{ code: 'bad-timestamp', offset: 0 }] }],
    ['c7 0c ff 3b 9a c9 ff ff ff ff f1 86 8b 84 00', { value: { $ts: '0000-01-01T00:00:00.999999999Z' } }],
  ])('%s', (hex, fields) => {
    expect(read(hex).fields).toMatchObject(fields);
  });

  test('a key __proto__ is a key like others', () => {
    const value = read('81 a9 5f 5f 70 72 6f 74 6f 5f 5f 01').fields.value;
    expect(Object.keys(value ?? {})).toEqual(['__proto__']);
  });
});

test('several objects are told apart, and what is left over is counted', () => {
  const reading = read('81 a1 61 01 92 02 03 ff');
  expect(reading.fields).toMatchObject({ values: [{ a: 1 }, [2, 3]], trailing_offset: 4 });
  expect(reading.details.join('\n')).toContain('1 byte left over');
});

test('the hundred outer levels are shown, and the depth is told', () => {
  const reading = decode(`${'91'.repeat(5000)}c0`, { hint: 'msgpack', form: 'hex' });
  expect(reading.fields).toMatchObject({ max_depth: 5000, min_depth_reported: 100 });
});
