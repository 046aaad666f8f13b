/** Places in the source and loggers before a message. */
import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  DOT,
  decode,
  digitsEnd,
  hasText,
  isDigit,
  isLower,
  isSpace,
  isUpper,
  MINUS,
  OPEN_BRACKET,
  OPEN_PAREN,
  PIPE,
} from '../bytes';
import { blanksEnd, type Layer, nameEnd, numberEnd, oneBlank, type PeelState } from './layer';
import { levelOfLetter } from './level';

const extensions = [
  '.py',
  '.pyx',
  '.rs',
  '.cpp',
  '.cc',
  '.c',
  '.cu',
  '.cuh',
  '.h',
  '.hpp',
  '.go',
  '.ts',
  '.js',
  '.java',
];

/**
 * `[core.py:708] `, `core.py:708] `, `[core.py:708 run] `, `(core.py:708) `, `worker.py:1540 -- `, `shmutils.cc:72 `,
 * PyTorch’s `[E ProcessGroupNCCL.cpp:587] ` with its level letter.
 */
export const sourceTag: Layer = {
  name: 'source-tag',
  where: 'anywhere',
  take(state, at) {
    const { bytes, end, facts } = state;
    const open = bytes[at] === OPEN_BRACKET || bytes[at] === OPEN_PAREN;
    let start = open ? at + 1 : at;
    const letter = open && bytes[start + 1] === 32 ? levelOfLetter(String.fromCharCode(bytes[start] ?? 0)) : undefined;
    if (letter) start += 2;
    const fileEnd = nameEnd(state, start, '._/\\-<>+@', 200);
    const file = decode(bytes, start, fileEnd);
    if (bytes[fileEnd] !== COLON || !extensions.some((extension) => file.endsWith(extension))) return at;
    const lineEnd = digitsEnd(bytes, fileEnd + 1, end, 1, 6);
    if (lineEnd < 0) return at;
    const after = tagEnd(state, lineEnd, open);
    if (after < 0) return at;
    facts.tag = { file, line: Number(decode(bytes, fileEnd + 1, lineEnd)) };
    if (letter) facts.level = letter;
    return oneBlank(state, after);
  },
};

/** loguru: `vllm.engine.core:run_busy_loop:123 - `; logging’s `%(name)s:%(lineno)d`. */
export const moduleTag: Layer = {
  name: 'module-tag',
  where: 'after-log',
  take(state, at) {
    const { bytes, facts } = state;
    const moduleEnd = nameEnd(state, at, '.');
    if (moduleEnd === at || bytes[moduleEnd] !== COLON || isDigit(bytes[at])) return at;
    const functionEnd = nameEnd(state, moduleEnd + 1, '<>.');
    const colon = bytes[functionEnd] === COLON ? functionEnd : moduleEnd;
    const lineEnd = numberEnd(state, colon + 1);
    if (lineEnd < 0 || !isSpace(bytes[lineEnd])) return at;
    facts.logger = decode(bytes, at, moduleEnd);
    return oneBlank(state, lineEnd);
  },
};

/** A logger’s name: dotted or with `::`, or, right after a level, a single word with a colon (Rust tracing). */
export const logger: Layer = {
  name: 'logger',
  where: 'after-log',
  take(state, at) {
    const { bytes, facts, names } = state;
    const open = bytes[at] === OPEN_BRACKET;
    const start = open ? at + 1 : at;
    const stop = loggerEnd(state, start);
    if (stop === start || !isLower(bytes[start])) return at;
    const dotted = bytes.subarray(start, stop).some((byte) => byte === DOT || byte === COLON);
    const follows = bytes[stop];
    if (open) {
      if (follows !== CLOSE_BRACKET) return at;
      facts.logger = decode(bytes, start, stop);
      return oneBlank(state, stop + 1);
    }
    const bare = isSpace(follows) && dotted && !isUpper(bytes[lastPart(bytes, start, stop)]);
    const target = follows === COLON && isSpace(bytes[stop + 1]) && !isUpper(bytes[lastPart(bytes, start, stop)]);
    if (!bare && !(target && (dotted || names.at(-1) === 'level'))) return at;
    facts.logger = decode(bytes, start, stop);
    return target ? oneBlank(state, stop + 1) : blanksEnd(state, stop);
  },
};

/** A tag in the right-hand column, as Rich prints it: `message    core.py:708`. */
export function rightColumn(state: PeelState, start: number, end: number): number {
  const { bytes, facts } = state;
  let i = end;
  while (i > start && isDigit(bytes[i - 1])) i--;
  if (i === end || end - i > 6 || bytes[i - 1] !== COLON) return end;
  const colon = i - 1;
  let file = colon;
  while (file > start && !isSpace(bytes[file - 1])) file--;
  const name = decode(bytes, file, colon);
  if (!hasText(bytes, file - 2, end, '  ') || !extensions.some((extension) => name.endsWith(extension))) return end;
  facts.tag ??= { file: name, line: Number(decode(bytes, colon + 1, end)) };
  return file;
}

/** What ends a tag: a bracket, a function’s name before it, ` -- `, ` - `, a colon, or a space. */
function tagEnd(state: PeelState, at: number, open: boolean): number {
  const { bytes, end } = state;
  const byte = bytes[at];
  if (byte === CLOSE_BRACKET || byte === CLOSE_PAREN) return at + 1;
  if (open) {
    const close = nameEnd(state, at, ' ._<>', 60);
    return bytes[close] === CLOSE_BRACKET ? close + 1 : -1;
  }
  if (byte === COLON) return at + 1;
  if (hasText(bytes, at, end, ' -- ')) return at + 3;
  if (!isSpace(byte)) return -1;
  const next = blanksEnd(state, at);
  if (bytes[next] === MINUS || bytes[next] === PIPE) return next + 1;
  return next;
}

function loggerEnd(state: PeelState, at: number): number {
  const { bytes } = state;
  let stop = nameEnd(state, at, '.-');
  while (bytes[stop] === COLON && bytes[stop + 1] === COLON) stop = nameEnd(state, stop + 2, '.-');
  return stop;
}

function lastPart(bytes: Uint8Array, start: number, end: number): number {
  for (let i = end; i > start; i--) if (bytes[i - 1] === DOT || bytes[i - 1] === COLON) return i;
  return start;
}
