/**
 * Whether a line may go on with the message of a line above it. vLLM repeats its prefix on every line of a record: same
 * process, level, second and place. So nothing above continues in a line unless the nearest line of its process has that
 * very prefix; `core/match/record.ts` says the same of lines that are read.
 */
import { CR, ESC, LF, OPEN_PAREN } from './bytes';
import { isStart, text, textAt } from './memory';
import { mayNameProcess } from './plain';
import { levelStart, processEnd, processEndAt, STAMP, stampStart, tagEnd, usualEnd } from './usual';

/** Lines looked through: those of other processes that may stand between two lines of one. */
const MAX_OTHERS: i32 = 24;
/** Longest line looked at. */
const REACH: i32 = 1 << 12;

/** What a line above says. */
const CONTINUES: i32 = 0;
const ENDS: i32 = 1;
const ANOTHER: i32 = 2;

/** The line that is asked for: where it begins, and the parts of its prefix. */
let own: i32 = 0;
let ownProcess: i32 = 0;
let ownLevel: i32 = 0;
let ownStamp: i32 = 0;
let ownTagEnd: i32 = 0;

/** Whether the line at `start`, which begins with the usual prefix found last, may continue another one. */
export function mayContinue(start: i32): bool {
  own = start;
  ownProcess = processEnd;
  ownLevel = levelStart;
  ownStamp = stampStart;
  ownTagEnd = tagEnd;
  let end = start - 1;
  for (let count = 0; count < MAX_OTHERS; count++) {
    if (end < 0) return !isStart;
    if (textAt(end) !== LF) return true;
    const first = startOf(end);
    if (first < 0) return true;
    const said = lineSays(first, end);
    if (said !== ANOTHER) return said === CONTINUES;
    end = first - 1;
  }
  return false;
}

/** Start of the line that ends at `end`; -1 where it is not known. */
function startOf(end: i32): i32 {
  const floor = max(0, end - REACH);
  let start = end;
  while (start > floor && textAt(start - 1) !== LF) {
    start--;
    if (textAt(start) === CR) return -1;
  }
  return start > floor || (start === 0 && isStart) ? start : -1;
}

function lineSays(start: i32, end: i32): i32 {
  const hasProcess = ownProcess > own;
  const process = textAt(start) === OPEN_PAREN ? processEndAt(start, end) : -1;
  if (hasProcess && process > 0 && !isSame(start, process, own, ownProcess)) return ANOTHER;
  const message = usualEnd(start, end);
  if (message < 0) {
    if (isDoubtful(start, end)) return CONTINUES;
    return hasProcess ? ANOTHER : ENDS;
  }
  // It names no process, but a level: it belongs to none.
  if (hasProcess && process < 0) return mayNameProcess(message, end) ? CONTINUES : ANOTHER;
  if (isSame(levelStart, tagEnd, ownLevel, ownTagEnd)) return CONTINUES;
  return mayNameProcess(message, end) ? CONTINUES : ENDS;
}

/** True for a line that is no usual one, and of the same second, or coloured: only who reads it knows its record. */
function isDoubtful(start: i32, end: i32): bool {
  const first = load<u64>(text + ownStamp);
  const last = load<u64>(text + ownStamp, STAMP - 8);
  for (let at = start; at < end; at++) {
    const byte = textAt(at);
    if (byte === ESC || byte >= 0xc2) return true;
    if (load<u64>(text + at) === first && load<u64>(text + at, STAMP - 8) === last) return true;
  }
  return false;
}

function isSame(start: i32, end: i32, other: i32, otherEnd: i32): bool {
  return end - start === otherEnd - other && memory.compare(text + start, text + other, end - start) === 0;
}
