/** What the tools in which people look at logs put before a line: grep, cat -n, srun, pm2, boxes of a terminal. */
import { COLON, digitsEnd, hasText, isDigit, isSpace, isWord, MINUS, PIPE, TAB } from '../bytes';
import { blanksEnd, byteSet, type Layer, nameBytes, nameIn, oneBlank, runEnd } from './layer';

const extensions = ['.log', '.txt', '.out', '.err', '.stderr', '.stdout'];
const MAX_PATH = 200;
const pathBytes = byteSet('./-+@', isWord);
const digits = byteSet('', isDigit);

/** grep over several files: `logs/vllm-0.log:1841:`, `vllm.log:`; with `-` between the parts around a hit. */
export const grep: Layer = {
  name: 'grep',
  where: 'start',
  first: byteSet('./~', isWord),
  take(state, at) {
    const { bytes, end } = state;
    const stop = runEnd(state, at, pathBytes, MAX_PATH);
    const mark = bytes[stop];
    if (mark === COLON) {
      if (!extensions.some((extension) => hasText(bytes, stop - extension.length, stop, extension))) return at;
      const line = digitsEnd(bytes, stop + 1, end, 1, 9);
      return line > 0 && bytes[line] === COLON ? line + 1 : stop + 1;
    }
    return contextEnd(bytes, at, stop);
  },
};

/** `vllm.log-1842-`: the dashes are bytes of file names as well, so that the extension tells where the path ends. */
function contextEnd(bytes: Uint8Array, at: number, stop: number): number {
  for (let i = at + 4; i < stop; i++) {
    if (bytes[i] !== MINUS || !extensions.some((extension) => hasText(bytes, i - extension.length, i, extension)))
      continue;
    const line = digitsEnd(bytes, i + 1, stop, 1, 9);
    return line > 0 && bytes[line] === MINUS ? line + 1 : at;
  }
  return at;
}

/** The number of a line, as cat -n and nl (with a tab) and grep -n (with a colon) print it. */
export const lineNumber: Layer = {
  name: 'line-number',
  where: 'start',
  first: digits,
  take({ bytes, end }, at) {
    const stop = digitsEnd(bytes, at, end, 1, 9);
    if (stop < 0) return at;
    if (bytes[stop] === TAB) return stop + 1;
    const next = bytes[stop + 1];
    return bytes[stop] === COLON && !isDigit(next) && !isSpace(next) && stop + 1 < end ? stop + 1 : at;
  },
};

/** The number of a task before each of its lines: srun --label’s `3: `. */
export const task: Layer = {
  name: 'task',
  where: 'start',
  first: digits,
  take({ bytes, end, facts }, at) {
    const stop = digitsEnd(bytes, at, end, 1, 5);
    if (stop < 0 || bytes[stop] !== COLON || !isSpace(bytes[stop + 1])) return at;
    facts.processes.push(nameIn(bytes, at, stop));
    return stop + 2;
  },
};

/** pm2: `0|vllm     | `. */
export const pm2: Layer = {
  name: 'pm2',
  where: 'start',
  first: digits,
  take(state, at) {
    const { bytes, end, facts } = state;
    const number = digitsEnd(bytes, at, end, 1, 4);
    if (number < 0 || bytes[number] !== PIPE || !isWord(bytes[number + 1])) return at;
    const stop = runEnd(state, number + 1, nameBytes);
    const pipe = blanksEnd(state, stop);
    if (bytes[pipe] !== PIPE) return at;
    facts.processes.push(nameIn(bytes, at, stop));
    return oneBlank(state, pipe + 1);
  },
};

/** The left side of a box (U+2502, U+2503), as Rich draws panels and terminals draw panes. */
export const box: Layer = {
  name: 'box',
  where: 'start',
  first: byteSet('', (byte) => byte === 0xe2),
  take(state, at) {
    return isBar(state.bytes, at) && isSpace(state.bytes[at + 3]) ? oneBlank(state, at + 3) : at;
  },
};

/** End of a text without the right side of a box. */
export function withoutBar(bytes: Uint8Array, end: number): number {
  return end >= 4 && isBar(bytes, end - 3) && isSpace(bytes[end - 4]) ? end - 3 : end;
}

/** U+2502 and U+2503, E2 94 82 and E2 94 83. */
function isBar(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xe2 && bytes[at + 1] === 0x94 && (bytes[at + 2] === 0x82 || bytes[at + 2] === 0x83);
}
