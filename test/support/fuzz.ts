/** Hostile inputs for the decoder, the same for the same seed: mutations of labelled payloads, and random ones. */
import { Encoder } from '@msgpack/msgpack';
import fc from 'fast-check';
import { type Hint, hints } from '../../server/src/core/decode/reading';

/** A text to decode, and what the user says about it. */
export interface FuzzInput {
  readonly text: string;
  readonly hint?: Hint;
}

/** The marks that forms are made of. */
const pieces = [
  ...[
    "b'",
    '"',
    "'",
    '\\x',
    '\\',
    '\\0',
    '\\x{',
    '83',
    'a6',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '<<',
    '16#',
    '0x',
    '0b',
    '0o',
  ],
  ...[
    ',',
    ' ',
    '\n',
    '%',
    '=',
    '...',
    '1',
    '-',
    'Frame(',
    '|',
    ':',
    '.',
    '*',
    '00000000',
    '\n*\n',
    ' <repeats 999 times>',
  ],
  ...[
    '\r\n',
    'HTTP/1.1',
    '(byte) 0x',
    '10100110 ',
    '&quot;',
    'b&#39;',
    '\u00a0',
    '\u00a8',
    '\u2019',
    '\ufffd',
    '\ud83d',
  ],
];

type Spell = (bytes: Uint8Array) => string;

const hexOf: Spell = (bytes) => Buffer.from(bytes).toString('hex');
const escaped: Spell = (bytes) => hexOf(bytes).replaceAll(/../g, '\\x$&');

/** Bytes in the spellings in which people paste them. */
const spellings: readonly Spell[] = [
  hexOf,
  (bytes) => Buffer.from(bytes).toString('base64'),
  (bytes) => `b'${escaped(bytes)}'`,
  (bytes) => `[${[...bytes].join(', ')}]`,
  (bytes) => `<<${[...bytes].join(',')}>>`,
  (bytes) => `[b'', b'${escaped(bytes)}']`,
  (bytes) => `['', '${hexOf(bytes)}']`,
  (bytes) => Buffer.from(bytes).toString('latin1'),
  (bytes) => `rank: ${BigInt(`0x0${Buffer.from(bytes).reverse().toString('hex')}`)}`,
  (bytes) => hexOf(bytes).replaceAll(/../g, '$& ').trim(),
];

/** Values of all formats of msgpack that its library writes. */
export const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
    fc.double(),
    fc.string({ unit: 'grapheme' }),
    fc.uint8Array(),
    fc.array(tie('tree'), { maxLength: 20 }),
    fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      tie('tree'),
      { maxKeys: 20 },
    ),
  ),
}));

/** Bytes of a value as an encoder that is not ours writes it. */
export function encoded(value: unknown): Uint8Array {
  return new Encoder({ useBigInt64: true }).encode(value);
}

const spelled = (bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<string> =>
  fc.tuple(bytes, fc.constantFrom(...spellings)).map(([each, spell]) => spell(each));

/** Random texts: bytes and values in every spelling, any characters, the marks that forms are made of. */
export const randomText = fc.oneof(
  spelled(fc.uint8Array({ maxLength: 300 })),
  spelled(tree.map(encoded).filter((bytes) => bytes.length < 2000)),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 80 }).map((parts) => parts.join('')),
);

/** Numbers in [0, 1) that a seed fixes (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One change of a text: cut, removed, put in, repeated, or joined with another sample. */
function mutated(text: string, other: string, next: () => number): string {
  const at = Math.floor(next() * (text.length + 1));
  const length = Math.floor(next() ** 3 * 200);
  const piece = pieces[Math.floor(next() * pieces.length)] ?? '';
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

/** `count` inputs: three in four are `samples` with one to four changes, the rest is random. */
export function* fuzzInputs(samples: readonly FuzzInput[], seed: number, count: number): Generator<FuzzInput> {
  const next = generator(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
  let made: string[] = [];
  for (let i = 0; i < count; i++) {
    const hint = next() < 0.3 ? pick(hints) : undefined;
    if (i % 4 === 0) {
      if (made.length === 0) made = fc.sample(randomText, { seed: seed + i, numRuns: 500 });
      yield { text: made.pop() ?? '', ...(hint && { hint }) };
      continue;
    }
    const sample = pick(samples);
    let text = sample?.text ?? '';
    for (let edits = 1 + Math.floor(next() * 4); edits > 0; edits--)
      text = mutated(text, pick(samples)?.text ?? '', next);
    const said = hint ?? sample?.hint;
    yield { text, ...(said && { hint: said }) };
  }
}
