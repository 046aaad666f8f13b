/**
 * The prefix that nearly every line of a vLLM log has, told from raw bytes: `core/match/prefix/usual.ts` takes it off
 * lines that are read. Old logs name no process before the level.
 */
import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  DOT,
  isDigit,
  isLetter,
  isName,
  MINUS,
  OPEN_BRACKET,
  OPEN_PAREN,
  SLASH,
  SPACE,
} from './bytes';
import { text, textAt } from './memory';

/** Longest name of a process, and of a file: those of the host. */
const MAX_NAME: i32 = 96;
const MAX_FILE: i32 = 200;
/** Bytes of `07-22 08:14:55`. */
export const STAMP: i32 = 14;

/** Parts of the prefix found last: the end of the process with its parenthesis (where none is, the line’s start) … */
export let processEnd: i32 = 0;
/** … where level, stamp and tag begin, and where the tag ends. */
export let levelStart: i32 = 0;
export let stampStart: i32 = 0;
export let tagStart: i32 = 0;
export let tagEnd: i32 = 0;

/** Where the text of a line begins behind the usual prefix; -1 where the line begins otherwise. */
export function usualEnd(start: i32, end: i32): i32 {
  processEnd = textAt(start) === OPEN_PAREN ? processEndAt(start, end) : start;
  if (processEnd < 0) return -1;
  levelStart = processEnd > start ? processEnd + 1 : start;
  stampStart = levelEnd(levelStart, end);
  if (stampStart < 0 || !isStamp(stampStart, end)) return -1;
  tagStart = stampStart + STAMP + 1;
  tagEnd = tagEndAt(tagStart, end);
  return tagEnd < 0 || !isBlank(tagEnd, end) ? -1 : tagEnd + 1;
}

/** Behind `(EngineCore_DP0 pid=972)`; -1 where no process stands there. */
export function processEndAt(start: i32, end: i32): i32 {
  let at = start + 1;
  const limit = min(end, at + MAX_NAME);
  while (at < limit && isName(textAt(at))) at++;
  if (at === start + 1 || at + 6 > end) return -1;
  // ` pid=`
  if (textAt(at) !== SPACE || textAt(at + 1) !== 112 || textAt(at + 2) !== 105) return -1;
  if (textAt(at + 3) !== 100 || textAt(at + 4) !== 61) return -1;
  const close = digitsEnd(at + 5, end, 9);
  return close > at + 5 && textAt(close) === CLOSE_PAREN && isBlank(close + 1, end) ? close + 1 : -1;
}

/** Behind a level, the blank, and before a digit; -1 elsewhere. */
function levelEnd(at: i32, end: i32): i32 {
  const stop = at + levelLength(at);
  return stop > at && stop + 1 < end && textAt(stop) === SPACE && isDigit(textAt(stop + 1)) ? stop + 1 : -1;
}

/** Length of `DEBUG`, `INFO`, `WARNING`, `ERROR` or `CRITICAL`; 0 for anything else. */
function levelLength(at: i32): i32 {
  const first = wordAt(at);
  if (first === 0x4f464e49) return 4;
  if (first === 0x55424544 && textAt(at + 4) === 71) return 5;
  if (first === 0x4f525245 && textAt(at + 4) === 82) return 5;
  if (first === 0x4e524157 && wordAt(at + 3) === 0x474e494e) return 7;
  return first === 0x54495243 && wordAt(at + 4) === 0x4c414349 ? 8 : 0;
}

/** True where a level below a warning begins: `DEBUG` or `INFO`. */
export function isCalmAt(at: i32): bool {
  const byte = textAt(at);
  return byte === 68 || byte === 73;
}

/** True for `07-22 08:14:55 [`. */
function isStamp(at: i32, end: i32): bool {
  if (at + STAMP + 2 > end) return false;
  for (let group = 0; group < 5; group++) {
    const place = at + 3 * group;
    if (!isDigit(textAt(place)) || !isDigit(textAt(place + 1))) return false;
  }
  if (textAt(at + 2) !== MINUS || textAt(at + 5) !== SPACE) return false;
  if (textAt(at + 8) !== COLON || textAt(at + 11) !== COLON) return false;
  return textAt(at + STAMP) === SPACE && textAt(at + STAMP + 1) === OPEN_BRACKET;
}

/** Behind `[core.py:708]`; -1 elsewhere. */
function tagEndAt(at: i32, end: i32): i32 {
  if (!isLetter(textAt(at + 1))) return -1;
  let stop = at + 1;
  const limit = min(end, stop + MAX_FILE);
  while (stop < limit && isPath(textAt(stop))) stop++;
  // `.py:`
  if (stop >= end || wordAt(stop - 3) !== 0x3a79702e) return -1;
  const close = digitsEnd(stop + 1, end, 6);
  return close > stop + 1 && close < end && textAt(close) === CLOSE_BRACKET ? close + 1 : -1;
}

/** True where one blank stands, and something else behind it. */
function isBlank(at: i32, end: i32): bool {
  return at + 1 < end && textAt(at) === SPACE;
}

function digitsEnd(at: i32, end: i32, most: i32): i32 {
  let stop = at;
  const limit = min(end, at + most);
  while (stop < limit && isDigit(textAt(stop))) stop++;
  return stop;
}

function isPath(byte: u8): bool {
  return isName(byte) || byte === SLASH || byte === DOT;
}

/** Four bytes as one number, the first one lowest. */
function wordAt(at: i32): u32 {
  return load<u32>(text + at);
}
