import { describe, expect, it } from 'vitest';
import { LineCounter } from '../../server/src/core/match/report';

/** Line and its start by counting from the front, for comparison. */
function byCounting(bytes: Uint8Array, position: number): { line: number; start: number } {
  const before = [...bytes.subarray(0, position)];
  return { line: before.filter((byte) => byte === 10).length, start: before.lastIndexOf(10) + 1 };
}

describe('LineCounter', () => {
  const bytes = new TextEncoder().encode('one\n\ntwo three\nlast');
  const positions = [...bytes.keys(), bytes.length];

  it.each([
    ['forward', positions],
    ['backward', positions.toReversed()],
    ['to and fro', positions.map((position, i) => (i % 2 ? position : bytes.length - position))],
  ])('finds lines %s', (_order, order) => {
    const counter = new LineCounter(bytes);
    expect(order.map((position) => counter.locate(position))).toEqual(order.map((at) => byCounting(bytes, at)));
  });

  it('counts on from a line that began before the bytes', () => {
    const counter = new LineCounter(bytes, 7, -20);
    expect([counter.locate(2), counter.locate(4)]).toEqual([
      { line: 7, start: -20 },
      { line: 8, start: 4 },
    ]);
  });
});
