/** Progress bars that a message follows on the same line, since the bar ends without a line end. */
import { CLOSE_BRACKET, isDigit, LESS, PIPE } from '../bytes';
import { byteSet, type Layer } from './layer';

const PERCENT = 37;
/** How far into a line the percentage stands: a description comes before it. */
const REACH = 80;
/** Bytes of the bar, whose blocks take three each, and of the figures behind it. */
const MAX_BAR = 800;

/** tqdm’s `Loading:  33%|███▎      | 1/3 [00:12<00:24, 12.1s/it]`. */
export const progress: Layer = {
  name: 'progress',
  where: 'anywhere',
  first: byteSet('', () => true),
  take({ bytes, end }, at) {
    const bar = barStart(bytes, at, Math.min(end, at + REACH));
    if (bar < 0) return at;
    const limit = Math.min(end, bar + MAX_BAR);
    const left = bytes.indexOf(LESS, bar);
    const close = left < 0 || left >= limit ? -1 : bytes.indexOf(CLOSE_BRACKET, left);
    return close < 0 || close >= limit || close + 1 >= end ? at : close + 1;
  },
};

/** Position behind `33%|`; -1 where none stands. */
function barStart(bytes: Uint8Array, from: number, to: number): number {
  for (let i = from + 1; i + 1 < to; i++) {
    if (bytes[i] === PERCENT && bytes[i + 1] === PIPE && isDigit(bytes[i - 1])) return i + 2;
  }
  return -1;
}
