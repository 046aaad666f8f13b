/** What log collectors and job systems put between a time and the line itself. */
import {
  CLOSE_BRACE,
  COLON,
  decode,
  digitsEnd,
  EQUALS,
  hasText,
  isDigit,
  isSpace,
  isWord,
  MINUS,
  OPEN_BRACE,
  QUOTE,
  SLASH,
} from '../bytes';
import { byteSet, type Layer, nameBytes, nameIn, oneBlank, runEnd } from './layer';

const PLUS = 43;
const LETTER_E = 69;
const LETTER_O = 79;
const MAX_LABELS = 1024;
const MAX_WORDS = 6;
/** Longest origin that Ray Serve prints before a message. */
const MAX_ORIGIN = 240;
const streamBytes = byteSet('./-', isWord);
const originBytes = byteSet('./-:#', isWord);

/** Labels of a Loki stream: `{app="vllm", pod="vllm-0"} `. JSON has a quote mark or nothing after its brace. */
export const labels: Layer = {
  name: 'labels',
  where: 'anywhere',
  first: byteSet('{'),
  take(state, at) {
    const { bytes } = state;
    if (bytes[at] !== OPEN_BRACE || !isWord(bytes[at + 1])) return at;
    const name = runEnd(state, at + 1, nameBytes);
    if (bytes[name] !== EQUALS || bytes[name + 1] !== QUOTE) return at;
    const end = Math.min(state.end, at + MAX_LABELS);
    for (let i = name + 2; i < end; i++) {
      if (bytes[i] === CLOSE_BRACE && bytes[i - 1] === QUOTE) return isSpace(bytes[i + 1]) ? i + 2 : at;
    }
    return at;
  },
};

/** GitLab’s runner after its time: number of the stream, E or O, then a space, or `+` where the line goes on. */
export const runner: Layer = {
  name: 'stream',
  where: 'after-log',
  first: byteSet('', isDigit),
  take({ bytes, end, names }, at) {
    if (names.at(-1) !== 'time') return at;
    const stop = digitsEnd(bytes, at, end, 2, 2);
    if (stop < 0 || (bytes[stop] !== LETTER_E && bytes[stop] !== LETTER_O)) return at;
    return isSpace(bytes[stop + 1]) || bytes[stop + 1] === PLUS ? stop + 2 : at;
  },
};

/** The stream of CloudWatch after its time, a path without a slash in front: `vllm/server/5b1d9c5e `. */
export const logStream: Layer = {
  name: 'stream',
  where: 'after-log',
  first: streamBytes,
  take(state, at) {
    const { bytes, facts, names } = state;
    if (names.at(-1) !== 'time' || bytes[at] === SLASH) return at;
    const stop = runEnd(state, at, streamBytes, MAX_ORIGIN);
    if (!isSpace(bytes[stop]) || !bytes.subarray(at, stop).includes(SLASH)) return at;
    facts.processes.push(nameIn(bytes, at, stop));
    return oneBlank(state, stop);
  },
};

/** Ray Serve after level and time: `deployment replica request-id route replica.py:359 -- `. */
export const serve: Layer = {
  name: 'serve',
  where: 'after-log',
  first: originBytes,
  take(state, at) {
    const { bytes, facts } = state;
    if (facts.level === null) return at;
    let i = at;
    for (let words = 0; words < MAX_WORDS; words++) {
      if (words > 0 && hasText(bytes, i, state.end, '-- ')) return i + 3;
      const stop = runEnd(state, i, originBytes, MAX_ORIGIN);
      if (stop === i || bytes[stop] !== 32 || bytes[stop - 1] === COLON || bytes[i] === MINUS) return at;
      noteTag(bytes, i, stop, facts);
      i = stop + 1;
    }
    return at;
  },
};

function noteTag(bytes: Uint8Array, start: number, end: number, facts: Parameters<Layer['take']>[0]['facts']): void {
  // Nearly every word ends in a letter.
  if (!isDigit(bytes[end - 1])) return;
  const [, file, line] = /^([\w./-]+\.py):(\d{1,6})$/.exec(decode(bytes, start, end)) ?? [];
  if (file !== undefined) facts.tag = { file, line: Number(line) };
}
