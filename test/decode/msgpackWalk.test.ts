/** Byte ranges, paths and errors of the msgpack walker. */
import { Encoder } from '@msgpack/msgpack';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode, decodeBytes } from '../../server/src/core/decode/decode';
import type { Payload } from '../../server/src/core/decode/kind/kind';
import { msgpack } from '../../server/src/core/decode/kind/msgpack';
import { type MsgpackNode, readTree } from '../../server/src/core/decode/msgpack/tree';
import type { ReadingNode } from '../../server/src/core/decode/reading';
import { encoded, tree } from '../support/fuzz';

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

/** Nodes of a tree, itself among them. */
function size(node: MsgpackNode | undefined): number {
  return node ? node.children.reduce((sum, child) => sum + size(child), 1) : 0;
}

/** All that a walk tells but the nodes themselves. */
function told(bytes: Uint8Array, limit?: number) {
  const { root, skipped, ...rest } = readTree(bytes, 0, limit);
  return { ...rest, values: size(root) + skipped };
}

describe('values that are passed over are told like those that are kept', () => {
  test('in whole, cut and broken messages', () => {
    const edit = fc.record({ at: fc.nat(2000), byte: fc.nat(255), cut: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(tree, { minLength: 1, maxLength: 6 }),
        edit,
        fc.nat(9),
        (value, { at, byte, cut }, limit) => {
          const whole = encoded(value);
          const place = at % whole.length;
          const bytes = cut ? whole.subarray(0, place) : whole;
          if (!cut) bytes[place] = byte;
          const { error, ...kept } = told(bytes);
          const passed = told(bytes, 1 + limit);
          // A part of a text that is cut is kept beside the values.
          expect({ ...passed, values: 0 }).toEqual({ ...kept, ...(error && { error }), values: 0 });
          if (!error) expect(passed.values).toBe(kept.values);
        },
      ),
      { numRuns: 1000, seed: 20_261_130 },
    );
  });

  test.each([
    ['deeper than is passed over', `93${'91'.repeat(90)}c00102`],
    ['deeper, behind others', `9301${'91'.repeat(63)}c0${'91'.repeat(64)}c0`],
    ['maps with a lone key', '9381a16101 81a162'.replaceAll(' ', '')],
    ['every width', 'dc0003dd00000001c0de0001a161c3df00000001a162c70101ff'],
    ['a byte that is refused', '9301930102c103'],
  ])('%s', (_, hex) => {
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    expect(told(bytes, 1)).toEqual(told(bytes));
  });
});

test('what a large value holds is looked at when someone asks for it', () => {
  const gzip = Uint8Array.from(Buffer.from('1f8b08000000000000034b4c0400c9a17adc02000000', 'hex'));
  const bytes = new Encoder().encode({ data: gzip, more: new Uint8Array(80_000) });
  const asked: number[] = [];
  const payload: Payload = {
    bytes,
    truncated: false,
    form: 'bytes',
    identity: false,
    inner: (inside) => {
      asked.push(inside.length);
      return undefined;
    },
  };
  const reading = msgpack.read(payload);
  expect(reading?.summary).toContain('msgpack: {data: ');
  expect(asked).toEqual([]);
  expect(reading?.fields.nested).toBeUndefined();
  expect(asked).toEqual([gzip.length, 4096]);
});
