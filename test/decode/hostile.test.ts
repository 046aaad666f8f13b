/** Hostile and broken input: a clear answer, no exception, no hang, no memory by declared lengths. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';
import { findPayloads } from '../../server/src/core/decode/find';
import { hints, type Json } from '../../server/src/core/decode/reading';
import { cpuTime } from '../support/cpuTime';
import { encoded, fuzzInputs, randomText, tree } from '../support/fuzz';
import { corpus, type PayloadCase } from '../support/payloads';

/** Runs of each property; a long run sets DECODE_FUZZ_RUNS. */
const runs = Number(process.env.DECODE_FUZZ_RUNS ?? 300);
const parameters = { numRuns: runs, seed: 20_261_130 } as const;

const hint = fc.option(fc.constantFrom(...hints), { nil: undefined });

/** A reading keeps its promises: ranges inside the bytes, children inside their node. */
function checkReading(text: string, chosen?: (typeof hints)[number]): void {
  const reading = decode(text, chosen ? { hint: chosen } : {});
  expect(reading.summary).not.toBe('');
  expect(reading.summary).not.toContain('\n');
  expect(() => JSON.stringify(reading.fields)).not.toThrow();
  const pending = reading.tree.map((node) => ({ node, start: 0, end: reading.bytes.length }));
  for (let each = pending.pop(); each; each = pending.pop()) {
    const { node, start, end } = each;
    expect(node.start >= start && node.start <= node.end && node.end <= end, `${text}: ${JSON.stringify(node)}`).toBe(
      true,
    );
    for (const child of node.children) pending.push({ node: child, start: node.start, end: node.end });
  }
}

describe('random input', () => {
  test('texts of all forms and of none', () => {
    fc.assert(
      fc.property(randomText, hint, (text, chosen) => {
        checkReading(text, chosen);
        findPayloads(text);
      }),
      parameters,
    );
  });

  test('labelled payloads with pieces cut out and put in', () => {
    const samples = ['forms.jsonl', 'kinds.jsonl', 'cases.jsonl', 'written.jsonl', 'pasted.jsonl']
      .flatMap((name) => corpus<PayloadCase>(name))
      .map((payload) => ({ text: payload.input, ...(payload.hint && { hint: payload.hint }) }));
    for (const { text, hint: chosen } of fuzzInputs(samples, parameters.seed, 4 * runs)) checkReading(text, chosen);
  });
});

/** Tagged JSON of what the library's encoder was given. */
function tagged(value: unknown): Json {
  if (value instanceof Uint8Array) return { $bin: Buffer.from(value).toString('hex') };
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : { $int: String(value) };
  // The library writes -0 as the integer 0.
  if (Object.is(value, -0)) return 0;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { $float: Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf' };
  }
  if (Array.isArray(value)) return value.map(tagged);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, tagged(each)]));
  return value as Json;
}

test('the walker reads what an independent encoder writes', () => {
  fc.assert(
    fc.property(tree, (value) => {
      const bytes = encoded(value);
      const text = Buffer.from(bytes).toString('hex');
      const reading = decode(text, { hint: 'msgpack', form: 'hex' });
      // A payload that is text from end to end is called text.
      if (reading.kind === 'text') return;
      expect(reading.fields.value).toEqual(tagged(value));
      expect(reading.fields.error).toBeUndefined();
    }),
    parameters,
  );
});

test('a cut message tells where it ends, and keeps what came before', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ minLength: 1 }), tree, { minKeys: 1, maxKeys: 8 }),
      fc.nat(1000),
      (value, cut) => {
        const bytes = encoded(value);
        const length = 1 + (cut % (bytes.length - 1));
        const reading = decode(Buffer.from(bytes.subarray(0, length)).toString('hex'), {
          hint: 'msgpack',
          form: 'hex',
        });
        expect(reading.fields.error).toMatchObject({ code: 'truncated', offset: length });
        expect(reading.truncated).toBe(true);
      },
    ),
    parameters,
  );
});

/** A dump in which every line is said to be repeated up to the next one, 800,000 bytes on. */
function jumpingDump(zero: string, radix: 8 | 16): string {
  const cells = radix === 16 ? '41 00 82 a4 0a 0b 0c 0d' : '  a  \\0   b   c';
  const offsets = Array.from({ length: 200 }, (_, i) => (i * 800_000).toString(radix).padStart(zero.length, '0'));
  return offsets.map((offset) => `${offset} ${cells}\n*\n`).join('');
}

describe('bombs', () => {
  const bombs: readonly (readonly [string, string])[] = [
    ['an array of 33 million elements in 5 bytes', 'dd01ffffff'],
    ['twelve of them inside each other', 'dd01ffffff'.repeat(12)],
    ['a thousand arrays of 65535', 'dcffff'.repeat(1000)],
    ['a map of 4 billion', 'dfffffffff010203'],
    ['a str of 4 GB', 'dbffffffff41'],
    ['100,000 arrays inside each other', `${'91'.repeat(100_000)}c0`],
    ['600,000 arrays inside each other', '91'.repeat(600_000)],
    ['maps inside each other', '81a161'.repeat(100_000)],
  ];

  test.each(bombs)('%s', (_, hex) => {
    const before = process.memoryUsage().heapUsed;
    const reading = decode(hex, { hint: 'msgpack', form: 'hex' });
    expect(reading.kind).toBe('msgpack');
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
  });

  test.each([
    ['10,000 digits', '9'.repeat(10_000)],
    ['a million digits', '7'.repeat(500_000)],
    ['10,000 digits as a rank', `unexpected data parallel rank: ${'9'.repeat(10_000)}`],
    ['an unclosed quote before megabytes', `b'${'a'.repeat(1_000_000)}`],
    ['quotes', '"'.repeat(1_000_000)],
    ['literals that never close', "b'\\x".repeat(200_000)],
    ['brackets', '['.repeat(1_000_000)],
    ['JSON that is nested', '{"a":'.repeat(100_000)],
    ['JSON that is nested and closed', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['backslashes', '\\'.repeat(1_000_000)],
    ['numbers', '1,'.repeat(400_000)],
    ['a dump whose offset jumps by gigabytes', '00000000  41\n*\n7fffffff  42\n'],
    ['a dump of characters whose offset jumps by megabytes', '0000000   a   b\n*\n14000000   c\n'],
    ['a count of gdb again and again', `"\\000" <repeats 999999 times>, `.repeat(2000)],
    ['a dump whose offsets jump again and again', jumpingDump('00000000', 16)],
    ['characters whose offsets jump again and again', jumpingDump('0000000', 8)],
    ['zeros that octal and decimal both have, in a line of gdb', `\t0x0000:  ${'0 '.repeat(150)}x`],
    ['blanks behind an offset', `0000000 ${' '.repeat(100_000)}!`],
    ['hex that runs into a word', `${'7d'.repeat(100_000)}ected`],
    ['nothing but line ends', '\n'.repeat(1_000_000)],
    ['lone surrogates', '\ud800'.repeat(1000)],
    // A machine with much else to do takes longer than a test may by itself.
  ])('%s', { timeout: 60_000 }, (_, text) => {
    const reading = decode(text);
    expect(reading.summary.length).toBeLessThan(1000);
    // What a text only says to be repeated is written out up to 1 MiB.
    expect(reading.bytes.length).toBeLessThan(2_200_000);
    findPayloads(text);
  });

  test('sixty groups that may each be hex, and each a cut message', () => {
    const text = `00000000  ${'83 a6 73 74 61 70000  '.repeat(60)}`;
    const costs = [1, 2, 3, 4, 5].map(() => {
      const before = cpuTime();
      decode(text);
      return cpuTime() - before;
    });
    // Three quarters of the 100 ms that it took when each group had the schemas of all messages made anew.
    expect(Math.min(...costs)).toBeLessThan(75);
  });

  test.each([' ', '\n', '\t', '\r\n'])('10 MB of %j hold nothing, which one look tells', (blank) => {
    const text = blank.repeat(10_000_000 / blank.length);
    const costs = Array.from({ length: 3 }, () => {
      const before = cpuTime();
      expect(decode(text).kind).toBe('none');
      return cpuTime() - before;
    });
    // Some 50 ms; a second where each form looked at all of them.
    expect(Math.min(...costs)).toBeLessThan(400);
  });

  test('blanks around a text do not change what is read', () => {
    const around = `${' '.repeat(100_000)}b'\\x81\\xa1a\\x01'${'\n'.repeat(100_000)}`;
    expect(decode(around)).toMatchObject({ form: 'python-bytes', fields: { value: { a: 1 } } });
  });

  test('a gzip bomb is looked into only at its beginning', () => {
    const reading = decode(gzipSync(new Uint8Array(50_000_000), { level: 9 }).toString('hex'), { form: 'hex' });
    expect(reading.kind).toBe('gzip');
    expect(reading.details.join()).toContain('65536 bytes, all zero');
  });
});

test.each([
  [255, 'identity'],
  [256, 'too long for a ZMQ identity'],
])('%d bytes as a rank: %s', (length, words) => {
  const rank = BigInt(`0x${'fe'.repeat(length)}`);
  const { summary } = decode(`Message from engine with unexpected data parallel rank: ${rank}`);
  expect(summary).toContain(words);
  expect(summary.startsWith('ZMQ identity')).toBe(length <= 255);
});

test.each([
  ['hexdump -C', '00000000  41 00 82 a4\n*\n00c005c0  42\n'],
  ['od -c', '0000000   a  \\0   b   c\n*\n60000000   c\n'],
  ['od -d', '0000000  65   0 130 164  65   0 130 164\n*\n60000000  66\n'],
  ['gdb', '"\\000" <repeats 9999999 times>, "\\203\\246"'],
])('%s: where repeats are not written out, bytes are missing', (_, text) => {
  const reading = decode(text);
  expect(reading.bytes.length).toBeLessThan(100);
  expect(reading.truncated).toBe(true);
});
