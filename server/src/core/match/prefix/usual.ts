/**
 * The prefix that nearly every line of a vLLM log has: `(EngineCore_DP0 pid=972) ERROR 07-22 08:14:55 [core.py:708] `. It
 * is taken off in one go, with what the layers would take one after the other; where a line differs they go on.
 */
import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  digitsEnd,
  hasText,
  isDigit,
  isLetter,
  isLower,
  isUpper,
  MINUS,
  OPEN_BRACKET,
  OPEN_PAREN,
  SPACE,
} from '../bytes';
import { levels } from '../match';
import { blanksEnd, byteSet, nameIn, type PeelState, runEnd } from './layer';

const word = byteSet('_', isLetter, isDigit);
const path = byteSet('_/.', isLetter, isDigit);
const PID = ' pid=';
/** `07-22 08:14:55`: a mark between each two digits. */
const stampMarks = [MINUS, SPACE, COLON, COLON];

/** The layers, in the order in which they stand. */
const steps = [takeProcess, takeLevel, takeStamp, takeTag];

/**
 * Takes the usual layers off the start of a line, as far as they stand there; `boundaries` get their ends.
 *
 * @returns true where all stand there and no layer can follow
 */
export function takeUsual(state: PeelState, boundaries: number[]): boolean {
  let at = 0;
  for (const step of steps) {
    const next = step(state, at);
    if (next < 0) return false;
    boundaries.push(next);
    at = next;
  }
  return beginsSentence(state, blanksEnd(state, at));
}

/**
 * True for a word such as sentences begin with, and a blank, or a colon and one: neither a level nor a month, nor the name of
 * a logger, a program or a file. `server/src/wasm/kernel/plain.ts` knows more such words.
 */
function beginsSentence(state: PeelState, at: number): boolean {
  const { bytes, end } = state;
  const stop = runEnd(state, at, word);
  const size = stop - at;
  if (size < 2 || stop + 1 >= end || !isLetter(bytes[at]) || !isLower(bytes[at + 1])) return false;
  if (isUpper(bytes[at]) ? size === 3 || isUpper(bytes[stop - 1]) : hasText(bytes, at, end, 'std')) return false;
  if (bytes[stop + (bytes[stop] === COLON ? 1 : 0)] !== SPACE) return false;
  // Ray Serve sets ` -- ` behind its words.
  const dash = bytes.indexOf(MINUS, at);
  return dash < 0 || dash >= end || bytes[dash + 1] !== MINUS;
}

/** `(EngineCore_DP0 pid=972) ` */
function takeProcess(state: PeelState, at: number): number {
  const { bytes, end, facts, names } = state;
  if (bytes[at] !== OPEN_PAREN) return -1;
  const stop = runEnd(state, at + 1, word);
  if (stop === at + 1 || !hasText(bytes, stop, end, PID)) return -1;
  const close = digitsEnd(bytes, stop + PID.length, end, 1, 9);
  if (close < 0 || bytes[close] !== CLOSE_PAREN || !isBlank(state, close + 1)) return -1;
  facts.processes.push(nameIn(bytes, at + 1, close));
  names.push('process');
  return close + 2;
}

/** `ERROR ` before a digit */
function takeLevel({ bytes, end, facts, names }: PeelState, at: number): number {
  for (const level of levels) {
    if (bytes[at] !== level.charCodeAt(0)) continue;
    const stop = at + level.length;
    if (!hasText(bytes, at, end, level) || bytes[stop] !== SPACE || !isDigit(bytes[stop + 1])) return -1;
    facts.level = level;
    names.push('level');
    return stop + 1;
  }
  return -1;
}

/** `07-22 08:14:55 ` before a bracket */
function takeStamp(state: PeelState, at: number): number {
  const { bytes, end, facts, names } = state;
  let stop = at;
  for (let group = 0; ; group++) {
    stop = digitsEnd(bytes, stop, end, 2, 2);
    if (stop < 0) return -1;
    if (group === stampMarks.length) break;
    if (bytes[stop++] !== stampMarks[group]) return -1;
  }
  if (bytes[stop] !== SPACE || bytes[stop + 1] !== OPEN_BRACKET) return -1;
  facts.setTime(at, stop);
  names.push('time');
  return stop + 1;
}

/** `[core.py:708] ` */
function takeTag(state: PeelState, at: number): number {
  const { bytes, end, facts, names } = state;
  const fileEnd = runEnd(state, at + 1, path, 200);
  if (!isLetter(bytes[at + 1]) || bytes[fileEnd] !== COLON || !hasText(bytes, fileEnd - 3, end, '.py')) return -1;
  const lineEnd = digitsEnd(bytes, fileEnd + 1, end, 1, 6);
  if (lineEnd < 0 || bytes[lineEnd] !== CLOSE_BRACKET || !isBlank(state, lineEnd + 1)) return -1;
  let line = 0;
  for (let i = fileEnd + 1; i < lineEnd; i++) line = line * 10 + ((bytes[i] ?? 0) - 48);
  facts.tag = { file: nameIn(bytes, at + 1, fileEnd), line };
  names.push('source-tag');
  return lineEnd + 2;
}

/** True where one blank stands, and something else behind it. */
function isBlank({ bytes, end }: PeelState, at: number): boolean {
  return bytes[at] === SPACE && at + 1 < end;
}
