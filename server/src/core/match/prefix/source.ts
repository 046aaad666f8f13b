/** Places in the source and loggers before a message. */
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  DOT,
  digitsEnd,
  hasText,
  isDigit,
  isLower,
  isSpace,
  isUpper,
  isWord,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PIPE,
  UNDERSCORE,
} from '../bytes';
import type { SourceTag } from '../match';
import {
  blanksEnd,
  byteSet,
  type Layer,
  nameBytes,
  nameIn,
  numberEnd,
  oneBlank,
  type PeelState,
  runEnd,
} from './layer';
import { levelOf, levelOfLetter } from './level';

const ZERO = 48;
const pathBytes = byteSet('._/\\-<>+@', isWord);
const dotted = byteSet('.', isWord);
const functionBytes = byteSet('<>.', isWord);
const levelBytes = byteSet('', isUpper);
const spaced = byteSet(' ._<>', isWord);

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
 * Airflow’s `{core.py:708} `, PyTorch’s `[E ProcessGroupNCCL.cpp:587] ` with its level letter.
 */
export const sourceTag: Layer = {
  name: 'source-tag',
  where: 'anywhere',
  first: byteSet('[({._/\\-<>+@', isWord),
  take(state, at) {
    const { bytes, end, facts } = state;
    const open = bytes[at] === OPEN_BRACKET || bytes[at] === OPEN_PAREN || bytes[at] === OPEN_BRACE;
    let start = open ? at + 1 : at;
    const letter = open && bytes[start + 1] === 32 ? levelOfLetter(String.fromCharCode(bytes[start] ?? 0)) : undefined;
    if (letter) start += 2;
    const fileEnd = runEnd(state, start, pathBytes, 200);
    if (bytes[fileEnd] !== COLON || !isFile(bytes, start, fileEnd)) return at;
    const lineEnd = digitsEnd(bytes, fileEnd + 1, end, 1, 6);
    if (lineEnd < 0) return at;
    const after = tagEnd(state, lineEnd, open);
    if (after < 0) return at;
    facts.tag = tagOf(bytes, start, fileEnd, lineEnd);
    if (letter) facts.level = letter;
    return oneBlank(state, after);
  },
};

/** loguru: `vllm.engine.core:run_busy_loop:123 - `; logging’s `%(name)s:%(lineno)d`. */
export const moduleTag: Layer = {
  name: 'module-tag',
  where: 'after-log',
  first: dotted,
  take(state, at) {
    const { bytes, facts } = state;
    const moduleEnd = runEnd(state, at, dotted);
    if (moduleEnd === at || bytes[moduleEnd] !== COLON || isDigit(bytes[at])) return at;
    const functionEnd = runEnd(state, moduleEnd + 1, functionBytes);
    const colon = bytes[functionEnd] === COLON ? functionEnd : moduleEnd;
    const lineEnd = numberEnd(state, colon + 1);
    if (lineEnd < 0 || !isSpace(bytes[lineEnd])) return at;
    facts.logger = nameIn(bytes, at, moduleEnd);
    return oneBlank(state, lineEnd);
  },
};

/**
 * A logger’s name: dotted or with `::`; right after a level, a single word with a colon (Rust tracing); a single word
 * before a level, as Python’s guides format it (`2026-07-22 08:14:55,123 - __main__ - ERROR - `).
 */
export const logger: Layer = {
  name: 'logger',
  where: 'after-log',
  first: byteSet('[_', isLower),
  take(state, at) {
    const { bytes, facts, names } = state;
    const open = bytes[at] === OPEN_BRACKET;
    const start = open ? at + 1 : at;
    const stop = loggerEnd(state, start);
    if (stop === start || !(isLower(bytes[start]) || bytes[start] === UNDERSCORE)) return at;
    // The class of an exception, in lower case too: `nixl._bindings.nixlBackendError: NIXL_ERR_BACKEND`.
    if (/(?:Error|Exception)$/.test(nameIn(bytes, lastPart(bytes, start, stop), stop))) return at;
    const dotted = bytes.subarray(start, stop).some((byte) => byte === DOT || byte === COLON);
    const follows = bytes[stop];
    if (open) {
      if (follows !== CLOSE_BRACKET) return at;
      facts.logger = nameIn(bytes, start, stop);
      return oneBlank(state, stop + 1);
    }
    const bare =
      isSpace(follows) && (dotted ? !isUpper(bytes[lastPart(bytes, start, stop)]) : isBeforeLevel(state, stop));
    const target = follows === COLON && isSpace(bytes[stop + 1]) && !isUpper(bytes[lastPart(bytes, start, stop)]);
    if (!bare && !(target && (dotted || names.at(-1) === 'level'))) return at;
    facts.logger = nameIn(bytes, start, stop);
    return target ? oneBlank(state, stop + 1) : blanksEnd(state, stop);
  },
};

/** True where a dash or a bar and then a level follow. */
function isBeforeLevel(state: PeelState, at: number): boolean {
  const mark = blanksEnd(state, at);
  if (state.bytes[mark] !== MINUS && state.bytes[mark] !== PIPE) return false;
  const word = blanksEnd(state, mark + 1);
  const stop = runEnd(state, word, levelBytes, 9);
  return word > mark + 1 && stop > word && levelOf(nameIn(state.bytes, word, stop)) !== undefined;
}

/** A tag in the right-hand column, as Rich prints it: `message    core.py:708`. */
export function rightColumn(state: PeelState, start: number, end: number): number {
  const { bytes, facts } = state;
  let i = end;
  while (i > start && isDigit(bytes[i - 1])) i--;
  if (i === end || end - i > 6 || bytes[i - 1] !== COLON) return end;
  const colon = i - 1;
  let file = colon;
  while (file > start && !isSpace(bytes[file - 1])) file--;
  if (!hasText(bytes, file - 2, end, '  ') || !isFile(bytes, file, colon)) return end;
  facts.tag ??= tagOf(bytes, file, colon, end);
  return file;
}

/** True for a name with an extension of source code. */
function isFile(bytes: Uint8Array, start: number, end: number): boolean {
  return extensions.some((text) => end - start >= text.length && hasText(bytes, end - text.length, end, text));
}

/** The tag of a file and the line number behind it. */
function tagOf(bytes: Uint8Array, start: number, fileEnd: number, lineEnd: number): SourceTag {
  let line = 0;
  for (let i = fileEnd + 1; i < lineEnd; i++) line = line * 10 + ((bytes[i] as number) - ZERO);
  return { file: nameIn(bytes, start, fileEnd), line };
}

/** What ends a tag: a bracket, a function’s name before it, ` -- `, ` - `, a colon, or a space. */
function tagEnd(state: PeelState, at: number, open: boolean): number {
  const { bytes, end } = state;
  const byte = bytes[at];
  if (byte === CLOSE_BRACKET || byte === CLOSE_PAREN || byte === CLOSE_BRACE) return at + 1;
  if (open) {
    const close = runEnd(state, at, spaced, 60);
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
  let stop = runEnd(state, at, nameBytes);
  while (bytes[stop] === COLON && bytes[stop + 1] === COLON) stop = runEnd(state, stop + 2, nameBytes);
  return stop;
}

function lastPart(bytes: Uint8Array, start: number, end: number): number {
  for (let i = end; i > start; i--) if (bytes[i - 1] === DOT || bytes[i - 1] === COLON) return i;
  return start;
}
