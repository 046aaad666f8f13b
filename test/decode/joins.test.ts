/** One value in several literals, as source code writes it; Python rows were evaluated by Python 3.11. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';

function hexOf(text: string): string {
  return Buffer.from(decode(text).bytes).toString('hex');
}

/** b'\x82\xa1a\x01\xa1b\x02' in parts. */
const message = '82a16101a16202';

const python: readonly (readonly [string, string])[] = [
  [
    String.raw`b'\x82\xa1a' \
    b'\x01\xa1b\x02'`,
    message,
  ],
  [
    String.raw`(b'\x82\xa1a'
 b'\x01\xa1b\x02')`,
    message,
  ],
  [String.raw`b'\x82\xa1a' + b'\x01\xa1b\x02'`, message],
  [
    String.raw`b'\x82\xa1a' + \
b'\x01' + b'\xa1b\x02'`,
    message,
  ],
  [
    String.raw`(b'\x82\xa1a'  # head
 b'\x01' b'\xa1b'  # more, with 'quotes'
 b'\x02')`,
    message,
  ],
  [
    String.raw`(b'\x82\xa1a' +
 b'\x01\xa1b\x02')`,
    message,
  ],
  [String.raw`b''.join([b'\x82\xa1a', b'\x01\xa1b\x02'])`, message],
  [
    String.raw`b"".join((
    b'\x82\xa1a',  # map
    b'\x01\xa1b\x02',
))`,
    message,
  ],
  [String.raw`(b'\x82\xa1a' b'\x01\xa1b\x02')`, message],
  [String.raw`bytes(b'\x82\xa1a') + bytes(b'\x01\xa1b\x02')`, message],
  [
    String.raw`bytearray(b'\x82\xa1a'
 b'\x01\xa1b\x02')`,
    message,
  ],
  [String.raw`b'\x00' * 4 + b'\x82'`, '0000000082'],
  [String.raw`b'\x82' + b'\x00' * 4`, '8200000000'],
  [String.raw`b'\x00' * 16`, '00'.repeat(16)],
  [
    String.raw`b'\x82\
\xa1a'`,
    '82a161',
  ],
  [String.raw`br'\x82\xa5'`, '5c7838325c786135'],
  [String.raw`rb"\x82"`, '5c783832'],
  [String.raw`RB'\n'`, '5c6e'],
  [String.raw`bR'''a\x82'b'''`, '615c7838322762'],
  [String.raw`br"a\"b"`, '615c2262'],
];

describe.each(python)('Python: %s', (source, hex) => {
  const texts: readonly (readonly [string, string])[] = [
    ['alone', source],
    ['in an assignment', `payload = ${source}\nsock.send(payload)\n`],
    ['with Windows line ends', source.replaceAll('\n', '\r\n')],
    ['in a fence', `\`\`\`python\n${source}\n\`\`\``],
  ];
  test.each(texts)('%s', (_, text) => expect(hexOf(text)).toBe(hex));
});

/** What joins two strings in each language. */
const joins: readonly (readonly [string, string])[] = [
  ['C, lines', '\n  '],
  ['C, one line', ' '],
  ['C, in a macro', ' \\\n  '],
  ['C, a line comment', ' // type\n  '],
  ['C, a comment', ' /* a "q" */ '],
  ['Go', ' +\n\t'],
  ['Java', '\n    + '],
  ['JavaScript', ' + '],
  ['PHP and Perl', ' . '],
  ['Lua', ' .. '],
  ['Haskell', ' ++ '],
  ['Elixir', ' <> '],
  ['Ruby', ' \\\n'],
];

describe.each(joins)('strings: %s', (_, join) => {
  const rows: readonly (readonly [string, string])[] = [
    [`"\\x82\\xa1a"${join}"\\x01\\xa1b\\x02"`, message],
    [`payload = "\\x82\\xa1a"${join}"\\x01\\xa1b\\x02";\nfoo("bar");`, message],
    [`payload = "\\x82\\xa1"${join}"a"${join}"\\x01\\xa1b\\x02";\n`, message],
    [`payload = "\\x82\\xa1a\\x01\\xa1"${join}"b"${join}"\\x02";\n`, message],
    [`payload = "\\x81\\xa1"${join}"ab";\n`, '81a16162'],
  ];
  test.each(rows)('%s', (text, hex) => expect(hexOf(text)).toBe(hex));
});

const others: readonly (readonly [string, string, string])[] = [
  ['a plain string in front, joined', 'payload = "GET " + "/\\x00\\xff";', '474554202f00ff'],
  ['a plain string in front, in C', 'char p[] = "GET "\n  "/\\x00\\xff";', '474554202f00ff'],
  ['Rust drops the blanks of a line that goes on', 'let p = b"\\x82\\xa1a\\\n        \\x01\\xa1b\\x02";', message],
  ['Rust, concat()', '[b"\\x82\\xa1a".as_slice(), b"\\x01\\xa1b\\x02"].concat()', message],
  ['Rust, concat() of slices', '[&b"\\x82\\xa1a"[..], &b"\\x01\\xa1b\\x02"[..]].concat()', message],
  ['Rust, concat_bytes!', 'concat_bytes!(b"\\x82\\xa1a", b"\\x01\\xa1b\\x02")', message],
  ['Rust, raw', 'br#"a"\\x82"#;', '6122' + '5c783832'],
  ['fields of an access log are no parts', '10.0.0.1 - - "\\x16\\x03\\x01" 400 157 "-" "-"', '160301'],
  ['fields in front are no parts', '10.0.0.1 - "-" "\\x16\\x03\\x01" 400', '160301'],
  ['two Python literals side by side are two frames', "b'\\x00k\\x8bEg' b'\\x82'", '006b8b456782'],
];

test.each(others)('%s', (_, text, hex) => expect(hexOf(text)).toBe(hex));

test('a backslash at the end of a cut literal takes no other line along', () => {
  expect(hexOf("got b'\\x82\\xa1a\\\nINFO next line")).toBe('82a161');
});
