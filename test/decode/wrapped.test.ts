/** Literals that a terminal broke at its width, in every column: in words, in escapes, between literals. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';
import { corpus, type PayloadCase } from '../support/payloads';

const forms = new Set(['python-bytes', 'python-bytes-list', 'json-escaped-repr']);

/** Literals in one line, longer than a narrow terminal is wide; three quotes hold line ends of their own. */
const literals = ['forms.jsonl', 'kinds.jsonl', 'written.jsonl', 'pasted.jsonl']
  .flatMap((name) => corpus<PayloadCase>(name))
  .map((payload) => ({ ...payload, hex: payload.frames?.join('') ?? payload.hex }))
  .filter(({ input, hex }) => input.length > 45 && !input.includes('\n') && hex !== undefined)
  .filter(({ input }) => !/\.\.\.|\u2026|&#|"""/.test(input))
  .filter(({ input }) => forms.has(decode(input).form));

/** The text as a terminal of this width shows it, and as it is copied from there. */
function wrapped(text: string, width: number): string {
  return Array.from({ length: Math.ceil(text.length / width) }, (_, i) => text.slice(i * width, (i + 1) * width)).join(
    '\n',
  );
}

function bytesOf(text: string): string {
  return Buffer.from(decode(text).bytes).toString('hex');
}

test('there are literals of every form', () => {
  expect(new Set(literals.map(({ input }) => decode(input).form))).toEqual(forms);
});

/** Between two backslashes a break reads as source code that goes on behind the first. */
function isAmbiguous(text: string): boolean {
  return /(?<!\\)\\\n\\/.test(text) && !/\\\\x/.test(text);
}

test.each(literals.map((each) => [each.id, each] as const))('%s at every width', (_, { input, hex, truncated }) => {
  for (let width = 40; width <= 132; width++) {
    const text = wrapped(input, width);
    const found = bytesOf(text);
    if (isAmbiguous(text)) continue;
    // Nothing closes a literal that was cut: words without an escape may be another line of the log.
    if (truncated) expect(hex, `${width} columns`).toContain(found);
    else expect(found, `${width} columns`).toBe(hex);
  }
});

describe.each([
  'ERROR 12-01 06:50:01 [moriio_engine.py:731] payload = ',
  '2026-04-01T02:29:14.123456789Z stdout F got ',
  '(EngineCore_DP0 pid=4711) received ',
])('%s', (prefix) => {
  test.each(literals.map((each) => [each.id, each] as const))('%s', (_, { input, hex, truncated }) => {
    for (const width of [80, 100, 120]) {
      const text = wrapped(prefix + input, width);
      if (isAmbiguous(text)) continue;
      if (truncated) expect(hex, `${width} columns`).toContain(bytesOf(text));
      else expect(bytesOf(text), `${width} columns`).toBe(hex);
    }
  });
});

test.each([
  [
    'lines that a terminal cut at its border',
    "ERROR [a.py:1] bad message b'\\x83\\xa6status\nERROR [a.py:1] bad message b'\\x83\\xa6status",
    '83a6737461747573',
  ],
  [
    'a sentence with an apostrophe behind a cut literal',
    "ERROR [a.py:1] got the payload b'\\x83\\xa6status\nand the engine's listener ended with it",
    '83a6737461747573',
  ],
  [
    'source code that goes on behind a backslash',
    "header = (b'\\x83\\xa6status\\\n\\xa5HELLO')",
    '83a6737461747573a548454c4c4f',
  ],
])('%s is not joined', (_, text, hex) => {
  expect(bytesOf(text)).toBe(hex);
});

/** Other ways to write bytes in one line, as Node.js and Python write them. */
const writings: readonly (readonly [string, (bytes: Buffer) => string])[] = [
  ['hex', (bytes) => bytes.toString('hex')],
  ['hex with blanks', (bytes) => bytes.toString('hex').replaceAll(/..(?=.)/g, '$& ')],
  ['Base64', (bytes) => bytes.toString('base64')],
  ['percent signs', (bytes) => bytes.toString('hex').replaceAll(/../g, '%$&')],
  ['a list of numbers', (bytes) => `[${[...bytes].join(', ')}]`],
];

const kept = corpus<{ readonly id: string; readonly hex: string }>('vllm.jsonl').filter(({ id }) =>
  ['moriio-remote-blocks', 'dp-init-moe', 'kv-event-stored', 'p2p-connect'].includes(id),
);

describe.each(writings)('%s', (_, write) => {
  test.each(kept.map(({ id, hex }) => [id, hex] as const))('%s', (_, hex) => {
    for (const name of ['', 'payload=', 'ERROR could not decode payload: ']) {
      for (let width = 40; width <= 132; width++) {
        const text = wrapped(name + write(Buffer.from(hex, 'hex')), width);
        expect(bytesOf(text), `${name} ${width} columns`).toBe(hex);
      }
    }
  });
});

test('digests in lines of their own stay apart', () => {
  const digests = [
    '9f86d081884c7d659a2feaa0c55ad015',
    'a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '098f6bcd4621d373cade4e832627b4f6',
  ];
  expect(bytesOf(`the digest ${digests.join('\n')}`)).not.toContain(digests.slice(0, 2).join(''));
});
