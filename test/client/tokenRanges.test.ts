import { expect, it } from 'vitest';
import { tokenRanges } from '../../client/src/logs/tokenRanges';

const types = ['logTime', 'logError'];
const wanted = new Set(['logTime']);

// Places as in the example of the protocol's specification: relative to the token before, to the line's start in a new line.
it.each([
  [[], []],
  [
    [2, 5, 3, 0, 0, 0, 5, 4, 0, 0, 3, 2, 7, 0, 0],
    ['2:5-8', '2:10-14', '5:2-9'],
  ],
  [[2, 5, 3, 1, 0, 0, 5, 4, 0, 0], ['2:10-14']],
  [[0, 1, 2, 9, 0], []],
  [[0, 1, 2], []],
])('%j stands at %j', (data, expected) => {
  const ranges = tokenRanges(data, types, wanted).map(({ line, start, end }) => `${line}:${start}-${end}`);
  expect(ranges).toEqual(expected);
});
