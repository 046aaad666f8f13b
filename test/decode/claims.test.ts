/** What is claimed of bytes that are nothing in particular: random ones, and texts of many sorts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decode, decodeBytes } from '../../server/src/core/decode/decode';
import type { Reading } from '../../server/src/core/decode/reading';

/** A generator of bytes, the same for the same seed: xorshift, 32 bits. */
function randomBytes(seed: number): (length: number) => Uint8Array {
  let state = seed;
  return (length) =>
    Uint8Array.from({ length }, () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 11) & 255;
    });
}

/** Kinds that claim nothing. */
const claimless = new Set(['unknown', 'random', 'text']);

function isClaimed({ kind, confidence }: Reading): boolean {
  return !claimless.has(kind) && confidence !== 'weak';
}

/** Readings of 1,000 random inputs of a length, as a file or as the beginning of one. */
function readings(length: number, truncated: boolean): Reading[] {
  const next = randomBytes(0x1d872b41 + length);
  return Array.from({ length: 1000 }, () => decodeBytes(next(length), undefined, truncated));
}

/**
 * Most inputs of 1,000 of which a kind may be said without "perhaps", and of which it may be said with it. The shorter, the more
 * are messages by chance: `91 05` is one. Sixteen bytes have the six bits of a UUID of version 4 in one of 64. Docs/decoding.md
 * states what was counted among 10,000.
 */
const bounds = [
  { length: 8, claimed: 2, perhaps: 20 },
  { length: 16, claimed: 2, perhaps: 40 },
  { length: 32, claimed: 1, perhaps: 8 },
  { length: 64, claimed: 1, perhaps: 6 },
  { length: 200, claimed: 1, perhaps: 6 },
];

describe.each([false, true])('random bytes, cut: %s', (truncated) => {
  test.each(bounds)('$length of them are rarely anything', ({ length, claimed, perhaps }) => {
    const all = readings(length, truncated);
    expect(all.filter(isClaimed).length).toBeLessThanOrEqual(claimed);
    const hedged = all.filter(({ kind, confidence }) => !claimless.has(kind) && confidence === 'weak');
    expect(hedged.length).toBeLessThanOrEqual(perhaps);
    expect(hedged.filter(({ summary }) => !/^Perhaps |the length of a digest/.test(summary))).toEqual([]);
  });

  test('200 of them look random, and the answer says what may help', () => {
    const all = readings(200, truncated);
    expect(all.filter(({ kind }) => kind === 'random').length).toBeGreaterThan(980);
    const [first] = all;
    expect(first?.details.join('\n')).toMatch(/Entropy: 7\.\d bits a byte; so many bytes can have 7\.6\./);
    expect(first?.details.join('\n')).toContain('paste it from its first byte on');
  });
});

const root = join(import.meta.dirname, '../..');
const file = (path: string, limit = 20_000): string => readFileSync(join(root, path), 'utf8').slice(0, limit);

/** Texts that are no payload, whole and by the line. */
const texts: readonly (readonly [string, string])[] = [
  ['prose', file('docs/decoding.md')],
  ['a changelog', file('CHANGELOG.md')],
  ['TypeScript', file('server/src/core/decode/decode.ts')],
  ['a script', file('scripts/build.mjs')],
  ['YAML', file('data/triggers.yaml')],
  ['a configuration in YAML', 'data:\n  key: value\nid: 5\nevent: none\nretry: never\n'],
  ['Markdown', '# HELP wanted\n\n- [ ] one\n- [x] two\n\n> quoted\n'],
  [
    'Python',
    'import zmq\n\n\ndef main() -> None:\n    sock = zmq.Context().socket(zmq.ROUTER)\n    while True:\n        print(sock.recv())\n',
  ],
  ['a patch', 'diff --git a/x b/x\r\n--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-old\r\n+new\r\n'],
  ['a log', file('test/corpus/startup-failure.log')],
  ['mail', 'From: a@example.org\r\nDate: Mon, 30 Nov 2026 13:00:00 +0000\r\nContent-Type: text/plain\r\n\r\nHello\r\n'],
  ['a shell session', '$ nvidia-smi\n$ vllm serve model --port 8000\nINFO {"pid": 738, "msg": "ready"}\nversion\n'],
  ['numbers', '1 2 3\n4.5 6\n-7e8\n'],
  ['INI', '[server]\nport = 8000\nhost = 0.0.0.0\n'],
  ['SQL', 'SELECT * FROM t WHERE id = 5;\nINSERT INTO t VALUES (1);\n'],
];

describe('text is text', () => {
  const asBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  test.each(texts)('%s', (_, text) => {
    const reading = decodeBytes(asBytes(text));
    expect([reading.kind, reading.confidence]).toEqual(['text', 'fits']);
  });

  test.each(texts)('%s, line by line', (_, text) => {
    const claimed = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap((line) => [
        decodeBytes(asBytes(line)),
        decodeBytes(asBytes(`${line}\n`)),
        decodeBytes(asBytes(line), undefined, true),
      ])
      .filter(isClaimed);
    // A line of source may be JSON, a payload that is shown, or a first line of a protocol, written down as an example.
    const shown = claimed.filter(({ kind }) => !['json', 'http1-request', 'http1-response', 'jwt'].includes(kind));
    expect(shown.map(({ kind, summary }) => `${kind}: ${summary}`)).toEqual([]);
  });
});

describe('JSON is JSON', () => {
  test.each([
    ['a document', '{"status": "HELLO", "local": true}'],
    ['a list', '[{"a": 1}, {"b": 2}]'],
    ['a line of a log', '{"level":"error","msg":"engine died","pid":738}'],
  ])('%s', (_, text) => {
    expect(decodeBytes(new TextEncoder().encode(text)).kind).toBe('json');
  });
});

describe('without a hint, broken and forged objects are named with "perhaps"', () => {
  test.each([
    // The byte that the specification never uses, inside; the path is where the walk stopped.
    ['92c101', 'reserved-byte', '$[0]'],
    ['81a16181a16291c1', 'reserved-byte', '$.a.b[0]'],
    ['83a3666f6fc1', 'reserved-byte', '$.foo'],
    // Headers of arrays, maps, texts and bins whose length is all ones, or was made to stay below a limit.
    ['ddffffffff', 'truncated', '$'],
    ['dfffffffff', 'truncated', '$'],
    ['dd01ffffff', 'truncated', '$'],
    ['dbffffffff41', 'truncated', '$'],
    ['c6ffffffff', 'truncated', '$'],
    ['91ddffffffff', 'truncated', '$[0]'],
    ['dcffffdcffffdcffff', 'truncated', '$[0][0]'],
  ])('%s', (hex, code, path) => {
    const reading = decode(hex);
    expect(reading).toMatchObject({
      kind: 'msgpack',
      confidence: 'weak',
      fields: { error: { code }, error_path: path },
    });
    expect(reading.summary).toMatch(/^Perhaps msgpack, /);
  });

  test.each([
    ['ddffffffff', true],
    ['c601ffffff', true],
    ['c6000000ff41', false],
    ['dcffff', false],
  ])('%s is called cut or forged: %s', (hex, forged) => {
    const { summary, details } = decode(hex, { hint: 'msgpack' });
    expect(summary.includes('(cut or forged)')).toBe(forged);
    expect(details.some((line) => line.includes('the header is forged'))).toBe(forged);
  });

  test('a lone reserved byte is told as such', () => {
    expect(decode("b'\\xc1'").details.join('\n')).toContain('0xc1 is the one byte that msgpack reserves');
  });
});

describe('lines that are logs or names are no payload', () => {
  const digits = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
  test.each([
    ['10.0.0.1 - - [28/Jul/2026:10:00:00 +0000] "GET /\\x22 HTTP/1.1" 400 166 "-" "-"'],
    ['"GET /\\x22 HTTP/1.1" 400'],
    [
      '\u001b[32mINFO\u001b[0m:     10.0.0.7:51234 - "\u001b[1mGET /metrics HTTP/1.1\u001b[0m" \u001b[32m200 OK\u001b[0m',
    ],
    ['\\x1b[32mINFO\\x1b[0m:     10.0.0.7:51234 - "\\x1b[1mGET /metrics HTTP/1.1\\x1b[0m" \\x1b[32m200 OK\\x1b[0m'],
    ['INFO:     10.0.0.7:51234 - "\\u001b[1mGET /metrics HTTP/1.1\\u001b[0m" 200 OK'],
    ['INFO:     10.0.0.7:51234 - "GET /metrics HTTP/1.1" 200 OK'],
    ['We give int.from_bytes(rank, "little") = 7 as an example.'],
    [`sha256: ${digits.slice(0, 40)}`],
    ['blob length1234567 of the file'],
    [`${digits}  came from this peer`],
    // Tables of numbers, which are no rows of a dump.
    ['100000 1 2\n100004 3 4\n'],
  ])('%s', (line) => {
    expect(decode(line).kind).toBe('text');
  });

  test('what a server could not read as a request is one', () => {
    expect(decode('"\\x16\\x03\\x01\\x02\\x00\\x01\\x00\\x01\\xFC\\x03\\x03" 400 166').kind).toBe('tls-client-hello');
    // Colours in a literal are bytes as others.
    expect(decode("b'\\x1b[31mred\\x1b[0m'").bytes).toHaveLength(12);
  });

  test.each([
    [`sha256: ${digits}`, 'SHA-256'],
    [`vllm/vllm-openai@sha256:${digits}`, 'SHA-256'],
    [`${digits}  model.safetensors`, 'SHA-256'],
    ['SHA1(x)= a9993e364706816aba3e25717850c26c9cd0d89d', 'SHA-1'],
    ['md5: 900150983cd24fb0d6963f7d28e17f72', 'MD5'],
  ])('%s is a digest', (line, algorithm) => {
    expect(decode(line)).toMatchObject({ kind: 'digest', confidence: 'proven', fields: { algorithm } });
  });
});

test('rows of decimal numbers are no characters', () => {
  // od -An -tu1 of 83 a6 05 03 07 09
  expect(decode(' 131 166   5   3   7   9\n')).toMatchObject({ form: 'decimal-array' });
});

describe('numbers that say themselves that they are bytes', () => {
  // 0x47455420 is "GET "; int.from_bytes(b"T /health HTTP/1", "big"), and b"\x01\x02\x03\x04" in both orders.
  test.each([
    ['java.io.IOException: Packet len1195725856 is out of range!', '47455420', 'big'],
    ['Packet len-16777216', 'ff000000', 'big'],
    ['We see int.from_bytes(head, "big") = 16909060 here', '01020304', 'big'],
    ["int.from_bytes(head, byteorder='little') -> 67305985", '01020304', 'little'],
    [
      'so int.from_bytes(x, "big") gives 111822266689762084879397814144833957681',
      '54202f6865616c746820485454502f31',
      'big',
    ],
  ])('%s', (line, hex, byteorder) => {
    const reading = decode(line);
    expect(Buffer.from(reading.bytes).toString('hex')).toBe(hex);
    expect(reading.fields.byteorder).toBe(byteorder);
  });
});
