import { expect, it } from 'vitest';
import { isClassOf } from '../../server/src/core/match/exceptionNames';

it.each<[printed: string, raised: string, same: boolean]>([
  ['ValueError', 'ValueError', true],
  ['torch.OutOfMemoryError', 'OutOfMemoryError', true],
  ['std::runtime_error', 'runtime_error', true],
  ['RuntimeError', 'runtime_error', true],
  ['ValueError', 'invalid_argument', true],
  ['IndexError', 'out_of_range', true],
  ['RuntimeError', 'invalid_argument', false],
  ['RuntimeError', 'ValueError', false],
  ['runtime_error', 'RuntimeError', false],
])('%s printed, %s raised: %s', (printed, raised, same) => {
  expect(isClassOf(printed, raised)).toBe(same);
});
