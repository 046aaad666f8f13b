/** Marks with which programs and people say that more bytes followed: none of them is a byte, and the reading says that it is cut. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';

interface Row {
  /** The text in front of the mark. */
  readonly text: string;
  readonly hex: string;
  readonly form: string;
}

const marks = [
  '...',
  ' ...',
  '…',
  ' … ',
  '.....',
  '[...]',
  ' <...>',
  ' [truncated]',
  '<truncated>',
  ' (truncated)',
  '...(truncated)',
  '... [output truncated]',
  '... (210 more)',
  '… (210 more bytes)',
  '... 210 more bytes',
  '...210 bytes',
  '.. 210 more',
  '... +210',
  ' [210 bytes omitted]',
  '[+210 bytes]...',
  ' (210 bytes left)',
  '<snip>',
  ' [已截断]',
];

/** Values that nothing closes. */
const open: readonly Row[] = [
  { form: 'python-bytes', text: "b'\\xdc\\x00\\x14\\x01", hex: 'dc001401' },
  { form: 'python-bytes', text: 'got b"\\xdc\\x00\'\\x01', hex: 'dc002701' },
  { form: 'python-bytes', text: "payload=b'GET /metr", hex: '474554202f6d657472' },
  { form: 'rust-bytes', text: 'b"\\xdc\\0\\x14\\x01', hex: 'dc001401' },
  { form: 'python-bytes-list', text: "[b'\\x00k\\x8bEg', b'\\xdc\\x00", hex: '006b8b4567dc00' },
  { form: 'python-bytearray', text: "bytearray(b'\\xdc\\x00\\x14", hex: 'dc0014' },
  { form: 'c-escape', text: 'msg="\\xdc\\x00\\x14\\x01', hex: 'dc001401' },
  { form: 'c-escape', text: 'p = "\\334\\000\\024', hex: 'dc0014' },
  { form: 'json-string', text: '"\\u00dc\\u0000\\u0014\\u0001', hex: 'dc001401' },
  { form: 'hex-colon', text: 'dc:00:14:01', hex: 'dc001401' },
  { form: 'hex-spaced', text: 'dc 00 14 01 02 9c 3d 11', hex: 'dc001401029c3d11' },
  { form: 'hex-spaced', text: 'payload: dc 00 14 01', hex: 'dc001401' },
  { form: 'hex-spaced', text: '82 01 03 02 19 01 26 11', hex: '8201030219012611' },
  { form: 'hex-dash', text: 'DC-00-14-01-02', hex: 'dc00140102' },
  { form: 'hex', text: 'dc001401029c3d1177', hex: 'dc001401029c3d1177' },
  { form: 'hex', text: '0xdc001401029c3d', hex: 'dc001401029c3d' },
  { form: 'hex', text: 'payload=dc001401029c3d1177', hex: 'dc001401029c3d1177' },
  { form: 'hex', text: '22030102000100115566778899001122', hex: '22030102000100115566778899001122' },
  { form: 'hex-0x', text: '0xdc, 0x00, 0x14, 0x01, 0x9c', hex: 'dc0014019c' },
  { form: 'go-slice', text: '[]byte{0xdc, 0x0, 0x14, 0x1', hex: 'dc001401' },
  { form: 'node-buffer', text: '<Buffer dc 00 14 01 02', hex: 'dc00140102' },
  { form: 'postgres-bytea', text: '\\xdc001401', hex: 'dc001401' },
  { form: 'decimal-array', text: '[220, 0, 20, 1, 200, 3', hex: 'dc001401c803' },
  { form: 'numpy-array', text: 'array([220, 0, 20, 1, 200', hex: 'dc001401c8' },
  { form: 'erlang-binary', text: '<<220,0,20,1,200,3', hex: 'dc001401c803' },
  { form: 'base64', text: 'g6ZzdGF0dXOlSEVMTE+lbG9jYWzD', hex: '83a6737461747573a548454c4c4fa56c6f63616cc3' },
  { form: 'percent', text: '%DC%00%14%01', hex: 'dc001401' },
  {
    form: 'hexdump-C',
    text: '00000000  dc 00 14 01 02 03 04 05  06 07 08 09 0a 0b 0c 0d  |................|\n',
    hex: 'dc00140102030405060708090a0b0c0d',
  },
];

/** Closed literals in front of a mark. */
const closed: readonly Row[] = [
  { form: 'python-bytes', text: "b'\\xdc\\x00\\x14\\x01'", hex: 'dc001401' },
  { form: 'python-bytes-list', text: "[b'\\xdc\\x00', b'\\x14\\x01'", hex: 'dc001401' },
  { form: 'rust-bytes', text: 'b"\\xdc\\0\\x14\\x01"', hex: 'dc001401' },
  { form: 'c-escape', text: '"\\xdc\\x00\\x14\\x01"', hex: 'dc001401' },
  { form: 'json-string', text: '"\\u00dc\\u0000\\u0014\\u0001"', hex: 'dc001401' },
];

describe.each([...open, ...closed])('$form: $text', ({ text, hex, form }) => {
  test.each(marks)('%s', (mark) => {
    const reading = decode(text + mark);
    expect(Buffer.from(reading.bytes).toString('hex')).toBe(hex);
    expect(reading.truncated).toBe(true);
    expect(reading.form).toBe(form);
  });
});

describe.each(open.filter(({ text }) => !text.endsWith('\n')))(
  'a mark in the next line: $text',
  ({ text, hex, form }) => {
    test.each(['\n...', '\n[truncated]', '\r\n... (210 more)\r\n'])('%j', (mark) => {
      const reading = decode(text + mark);
      expect(Buffer.from(reading.bytes).toString('hex')).toBe(hex);
      expect(reading.truncated).toBe(true);
      expect(reading.form).toBe(form);
    });
  },
);

const others: readonly (readonly [string, string, string, boolean])[] = [
  ['hex that begins in the middle', '… 9c 3d ...', '9c3d', true],
  ['hex that ends the value', '... 9c 3d', '9c3d', true],
  ['quoted hex in code', '"82a5...",', '82a5', true],
  ['hex with words behind the mark', 'dc:00:14:01... from peer', 'dc001401', true],
  ['a part of a whole', '82 a1 61 01 (4 of 210 bytes)', '82a16101', true],
  ['the first bytes', '82a16101 (first 4 bytes)', '82a16101', true],
  ['a literal with words behind the mark', "got b'\\xdc\\x00\\x14... (truncated) from 10.0.0.1", 'dc0014', true],
  ['a literal with prose behind three dots', "bad message b'\\x16\\x03\\x01... dropping", '160301', true],
  ['dots that a closed literal holds are bytes', "b'\\x82...'", '822e2e2e', false],
  ['a character that no bytes hold inside closed quotes', "b'\\x82\\xa1a…\\x01\\xa1b'", '82a161', true],
  ['the same in Rust', 'b"\\x82\\xa1a…\\x01"', '82a161', true],
  ['dots before more escapes are bytes', "b'\\x82... \\x83", '822e2e2e2083', true],
  ['a sentence behind a closed literal', "got b'\\x82\\x83' ... retrying", '8283', false],
  ['an escape that reprlib cut', "b'\\x82\\xa1a\\xc...x00\\x00'", '82a161', true],
];

test.each([
  ['[220, 0, 20, 1, 200, 3, ...]', 'dc001401c803'],
  ['{ 0xdc, 0x00, 0x14, 0x01, ... }', 'dc001401'],
  ['<<220,0,20,1,200,3,...>>', 'dc001401c803'],
  ["[b'\\xdc\\x00', b'\\x14\\x01', ...]", 'dc001401'],
  ['dc 00 14 01 02, ...', 'dc00140102'],
])('a list that goes on: %s', (text, hex) => {
  const reading = decode(text);
  expect(Buffer.from(reading.bytes).toString('hex')).toBe(hex);
  expect(reading.truncated).toBe(true);
});

test.each(others)('%s', (_, text, hex, truncated) => {
  const reading = decode(text);
  expect(Buffer.from(reading.bytes).toString('hex')).toBe(hex);
  expect(reading.truncated).toBe(truncated);
});

test('digits of a cut number are read as hex with a remark, and a long number not at all', () => {
  expect(decode('82010203...').details.join('\n')).toContain('decimal number');
  const number = decode(`unexpected data parallel rank: ${'78433302'.repeat(12)}...`);
  expect(number.kind).toBe('none');
});

test('three dots among escapes are bytes, and the reading says what else they may be', () => {
  const { bytes, details } = decode("b'\\x82\\xa1a...\\x01\\xa1b\\x02'");
  expect(Buffer.from(bytes).toString('hex')).toBe('82a1612e2e2e01a16202');
  expect(details.join('\n')).toContain('Three dots stand inside the quotes');
  expect(decode("b'Loading...\\r\\n'").details.join('\n')).not.toContain('Three dots');
});

test.each([
  ['8283', false],
  ['1195725856', true],
])('%s of a log: the peer sent more where a protocol begins in it, and only then', (number, truncated) => {
  expect(decode(number).truncated).toBe(truncated);
});
