/** zstd: frames of its own program unpack to what was packed, and forged ones cost no more than they may write. */
import { describe, expect, test } from 'vitest';
import { unpackZstd } from '../../server/src/core/decode/packed/zstd';
import { cpuTime } from '../support/cpuTime';
import { corpus } from '../support/payloads';

const limit = 65_536;

/** A frame, and which of the texts below it holds. */
interface Packed {
  readonly plain: string;
  readonly level: string;
  readonly packed: string;
}

/** Bytes that a linear congruential generator gives. */
function generated(length: number, byte: (value: number) => number): Uint8Array {
  let state = 1n;
  return Uint8Array.from({ length }, () => {
    state = (state * 1_103_515_245n + 12_345n) & 0x7fffffffn;
    return byte(Number(state >> 16n));
  });
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const lines = Array.from({ length: 600 }, (_, i) => `line ${i} ${(i * 7919) % 1000} ${'abc'.repeat(i % 5)}\n`).join('');

const plain = new Map([
  ['lines', bytesOf(lines)],
  ['letters', generated(3000, (value) => 97 + (value % 8))],
  ['skewed', generated(4000, (value) => (value % 16) * (Math.floor(value / 16) % 16) * (Math.floor(value / 256) % 2))],
  ['noise', generated(700, (value) => value % 256)],
  ['zeros', new Uint8Array(200_000)],
  ['word', bytesOf('hello hello hello hello')],
  ['byte', bytesOf('x')],
  ['nothing', new Uint8Array(0)],
]);

const frames = corpus<Packed>('zstd.jsonl').map((row) => ({
  ...row,
  frame: new Uint8Array(Buffer.from(row.packed, 'base64')),
}));

test.each(frames)('$plain at $level', ({ plain: name, frame }) => {
  expect(unpackZstd(frame, limit)).toEqual(plain.get(name)?.slice(0, limit));
});

test.each(frames)('$plain at $level, cut anywhere, gives a beginning', ({ plain: name, frame }) => {
  const whole = Buffer.from(plain.get(name) ?? []);
  for (let length = 0; length < frame.length; length += 1 + (frame.length >> 6)) {
    const part = unpackZstd(frame.subarray(0, length), limit);
    expect(whole.subarray(0, part.length).equals(Buffer.from(part))).toBe(true);
  }
});

/** A block of so many bytes behind a frame header that asks for 8 MB. */
function forged(block: string): Uint8Array {
  const size = block.length / 2;
  const header = Buffer.alloc(3);
  header.writeUIntLE((size << 3) | (2 << 1) | 1, 0, 3);
  return new Uint8Array(Buffer.concat([Buffer.from('28b52ffd0068', 'hex'), header, Buffer.from(block, 'hex')]));
}

describe('forged', () => {
  // No literals; 98,047 sequences; one code for each table: length 0, offset 1, match of 65,539 bytes and 16 bits more.
  const sequences = '00ffffff5400ff';

  test.each([
    ['98,047 matches of 128 kB each', forged(`${sequences}34${'ff'.repeat(2000)}`)],
    ['matches before the beginning', forged(`${sequences.replace('5400ff', '54001f')}34${'ff'.repeat(2000)}`)],
    ['a table whose states are too many', forged(`00ffffff80${'ff'.repeat(300)}`)],
    ['literals of a tree that is not there', forged('f3ffffffff')],
  ])('%s', (_, frame) => {
    const before = cpuTime();
    expect(unpackZstd(frame, limit).length).toBeLessThanOrEqual(limit);
    expect(cpuTime() - before).toBeLessThan(100);
  });

  test('any byte changed', () => {
    for (const { frame } of frames) {
      for (let at = 4; at < Math.min(frame.length, 300); at++) {
        const changed = Uint8Array.from(frame);
        changed[at] = (changed[at] ?? 0) ^ 0x55;
        expect(unpackZstd(changed, limit).length).toBeLessThanOrEqual(limit);
      }
    }
  });
});
