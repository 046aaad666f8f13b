/** Each kind: a true payload is named, a part of it too, and what comes near it is not: a wrong answer is worse than none. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';
import { kindReaders } from '../../server/src/core/decode/kind/table';
import type { Hint } from '../../server/src/core/decode/reading';
import { corpus } from '../support/payloads';

/** Payloads of a kind, in hex. */
interface Triple {
  readonly kind: string;
  readonly hint?: Hint;
  readonly whole: string;
  /** Bytes that are left of the whole, which must still be named; or why a part is nothing. */
  readonly cut: number | string;
  /** Payloads that come near it: what is wrong with them, and their bytes. */
  readonly near: readonly (readonly [why: string, hex: string])[];
}

const triples = corpus<Triple>('triples.jsonl');

/** Kinds that make no claim about the bytes. */
const claimless = new Set(['unknown']);

test('every kind of the table has a triple, and no other', () => {
  const all = new Set(kindReaders.flatMap((reader) => reader.kinds).filter((kind) => !claimless.has(kind)));
  expect(triples.map(({ kind }) => kind).sort()).toEqual([...all].sort());
});

test('every triple is whole: two near misses or more, and a cut or the reason why there is none', () => {
  const poor = triples.filter(({ near, cut }) => near.length < 2 || cut === '' || cut === 0);
  expect(poor).toEqual([]);
});

const options = ({ hint }: Triple) => ({ form: 'hex', ...(hint && { hint }) });

test.each(triples)('$kind', (triple) => {
  const text = triple.whole === '' ? "b''" : triple.whole;
  const reading = decode(text, triple.whole === '' ? {} : options(triple));
  expect(reading.kind).toBe(triple.kind);
});

test('a kind that begins with few bytes is not found behind others, whatever the hint', () => {
  const found: string[] = [];
  for (const { kind, whole, hint } of triples) {
    const reader = kindReaders.find(({ kinds }) => kinds.includes(kind));
    for (let first = 0; first < 256 && whole !== ''; first++) {
      const bytes = Uint8Array.of(first, ...Buffer.from(whole.slice(2), 'hex'));
      const payload = { bytes, form: 'hex', identity: false, inner: () => undefined, ...(hint && { hint }) };
      if (reader?.begins?.includes(first) !== false) continue;
      const readings = [false, true].map((truncated) => reader.read({ ...payload, truncated }));
      if (readings.some((reading) => reading !== undefined)) found.push(`${kind} behind ${first}`);
    }
  }
  expect(found).toEqual([]);
});

describe('something else than', () => {
  const rows = triples.flatMap((triple) => triple.near.map(([why, hex]) => ({ ...triple, why, hex })));
  test.each(rows)('$kind: $why', (row) => {
    expect(decode(row.hex, options(row)).kind).not.toBe(row.kind);
  });
});

describe('cut in a log', () => {
  test.each(triples.filter(({ cut }) => typeof cut === 'number'))(
    '$kind after $cut bytes',
    ({ kind, whole, cut, hint }) => {
      expect(Number(cut)).toBeLessThan(whole.length / 2);
      const literal = `b'${whole.slice(0, 2 * Number(cut)).replaceAll(/../g, '\\x$&')}`;
      const reading = decode(literal, hint ? { hint } : {});
      expect(reading.kind).toBe(kind);
      expect(reading.truncated).toBe(true);
    },
  );
});
