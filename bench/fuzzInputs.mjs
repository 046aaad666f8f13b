// Hostile inputs for the decoder, the same for the same seed: mutations of every labelled payload, and random ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { root } from './bundled.mjs';

const hints = [
  'msgpack',
  'cbor',
  'protobuf',
  'grpc',
  'uuid',
  'ucx',
  'websocket',
  'zmtp',
  'zmq-identity',
  'zmq-multipart',
  'int',
  'protocol',
];
const pieces = [
  ...[
    "b'",
    '"',
    '\\x',
    '\\',
    '83',
    'a6',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '0x',
    ',',
    ' ',
    '\n',
    '%',
    '=',
    '...',
    '1',
    '-',
  ],
  ...[
    'Frame(',
    '|',
    ':',
    '*',
    '00000000',
    '\n*\n',
    ' <repeats 999 times>',
    '\r\n',
    'HTTP/1.1',
    '\u00a8',
    '\ufffd',
    '\ud83d',
  ],
];

/** Bytes in the spellings in which people paste them. */
const spellings = [
  (bytes) => Buffer.from(bytes).toString('hex'),
  (bytes) => Buffer.from(bytes).toString('base64'),
  (bytes) => `b'${Buffer.from(bytes).toString('hex').replace(/../g, '\\x$&')}'`,
  (bytes) => `[${[...bytes].join(', ')}]`,
  (bytes) => `[b'', b'${Buffer.from(bytes).toString('hex').replace(/../g, '\\x$&')}']`,
  (bytes) => Buffer.from(bytes).toString('latin1'),
  (bytes) => `rank: ${BigInt(`0x0${Buffer.from(bytes).reverse().toString('hex')}`)}`,
  (bytes) => Buffer.from(bytes).toString('hex').replace(/../g, '$& ').trim(),
];

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double(),
    fc.string(),
    fc.uint8Array({ maxLength: 40 }),
    fc.array(tie('value'), { maxLength: 8 }),
    fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 8 },
    ),
  ),
}));
const spelled = (bytes) => fc.tuple(bytes, fc.constantFrom(...spellings)).map(([each, spell]) => spell(each));

/** Inputs of fast-check: bytes, encoded values, text of any characters, text of the marks that forms are made of. */
const random = fc.oneof(
  spelled(fc.uint8Array({ maxLength: 300 })),
  spelled(value.map((each) => encode(each))),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 80 }).map((parts) => parts.join('')),
);

/** Texts of the corpora, with the hint of each. */
function samples() {
  return ['forms', 'kinds', 'cases', 'vllm'].flatMap((name) =>
    readFileSync(join(root, `test/corpus/decode/${name}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .map(({ input, hex, hint }) => ({ text: input ?? hex, hint })),
  );
}

/** Numbers in [0, 1) that a seed fixes (mulberry32). */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One change of a text: cut, removed, put in, repeated, or joined with another sample. */
function mutated(text, other, next) {
  const at = Math.floor(next() * (text.length + 1));
  const length = Math.floor(next() ** 3 * 200);
  const piece = pieces[Math.floor(next() * pieces.length)];
  switch (Math.floor(next() * 6)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + piece + text.slice(at);
    case 3:
      return text.slice(0, at) + text.slice(at, at + length).repeat(1 + Math.floor(next() * 20)) + text.slice(at);
    case 4:
      return text.slice(0, at) + other.slice(Math.floor(next() * other.length));
    default:
      return text.slice(0, at) + Math.floor(next() * 256).toString(16) + text.slice(at + 1 + Math.floor(next() * 3));
  }
}

/** `count` inputs `{text, hint}`: three in four are mutations, the rest is random. */
export function* inputs(seed, count) {
  const next = generator(seed);
  const corpus = samples();
  const pick = () => corpus[Math.floor(next() * corpus.length)];
  const batch = 500;
  let made = [];
  for (let i = 0; i < count; i++) {
    const hint = next() < 0.3 ? hints[Math.floor(next() * hints.length)] : undefined;
    if (i % 4 === 0) {
      if (made.length === 0) made = fc.sample(random, { seed: seed + i, numRuns: batch });
      yield { text: made.pop(), hint };
      continue;
    }
    const sample = pick();
    let { text } = sample;
    for (let edits = 1 + Math.floor(next() * 4); edits > 0; edits--) text = mutated(text, pick().text, next);
    yield { text, hint: hint ?? sample.hint };
  }
}
