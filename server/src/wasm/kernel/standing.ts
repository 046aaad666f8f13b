/**
 * Whether the literals of a wording can stand on a line, told from its raw bytes before anything is read. A piece of one
 * literal stands there; most such lines lack the others, so that whatever is peeled off or joined to them they would not
 * be believed. What is said here of a line is an upper bound for what `compare` finds in any part of it.
 */
import { APOSTROPHE, BACKTICK, HOLE, isLetter, isSpace, isText, LF, QUOTE, SPACE } from './bytes';
import { hasDots, isPlain, lineCount, lineEnd, lineStart, moveTo } from './line';
import { minCut, minElided, minGap, poolAt, starts, textAt, weakInAll, weakLiteral } from './memory';
import { literalBehind, textBehind, varies } from './variant';

export const NOWHERE = 0;
/** On this line alone. */
export const LINE = 1;
/** Only if lines before or after belong to it. */
const JOINED = 2;

/** Bytes that agree of the template looked for last. */
export let agreedMost: i32 = 0;

/** Every quote mark as an apostrophe, every white space as a space, all else as itself. */
const folded: usize = memory.data(256);

/** What was said last of templates: the template, the number of the line, the bytes that agree, the answer. */
const MEMOS: i32 = 256;
const MEMO: i32 = 16;
const memos: usize = memory.data(MEMOS * MEMO);

/** Fills the tables. */
export function prepareFolded(): void {
  for (let i = 0; i < 256; i++) {
    const byte = <u8>i;
    const one = byte === QUOTE || byte === BACKTICK ? APOSTROPHE : isSpace(byte) ? SPACE : byte;
    store<u8>(folded + i, one);
  }
}

/** How a template can stand on the line that holds a position. */
export function standingAt(template: i32, position: i32): i32 {
  agreedMost = 0;
  moveTo(position);
  if (!isPlain) return LINE;
  // Windows of one template often stand on one line: it is looked for once.
  const memo = memos + (template & (MEMOS - 1)) * MEMO;
  if (load<i32>(memo) === template && load<i32>(memo, 4) === lineCount) {
    agreedMost = load<i32>(memo, 8);
    return load<i32>(memo, 12);
  }
  const standing = standingOn(load<i32>(starts + (template << 2)));
  store<i32>(memo, template);
  store<i32>(memo, lineCount, 4);
  store<i32>(memo, agreedMost, 8);
  store<i32>(memo, standing, 12);
  return standing;
}

/** The same for the template whose texts begin at `start` of the pool, on the line found last, which is plain. */
function standingOn(start: i32): i32 {
  const begins = poolAt(start) !== HOLE;
  let at = lineStart;
  let agreed = 0;
  let cut = 0;
  let total = 0;
  let isWhole = true;
  let isStrong = false;
  let i = begins ? start : start + 1;
  while (isText(poolAt(i))) {
    const end = textEnd(i);
    total += weightIn(i, end);
    isStrong = isStrong || isJoined(i, end);
    if (at >= 0) {
      const reached = reachOnLine(i, end, at, slipsFor(end - i));
      if (reached >= 0) {
        at = reached;
        agreed += weightIn(i, end);
      } else {
        isWhole = false;
        // Behind a hole alone it takes as much as a gap does: MIN_OPENING_CUT of `core/match/compare.ts`.
        if (agreed > 0 || begins || -1 - reached >= minGap) cut = max(cut, -1 - reached);
        // Without its first literal nothing else of a text counts.
        if (agreed === 0) at = -1;
      }
    }
    i = poolAt(end) === HOLE ? end + 1 : end;
  }
  agreedMost = agreed + cut;
  if (isWhole || isEnough(agreedMost, total)) return LINE;
  return isStrong || total >= weakInAll ? JOINED : NOWHERE;
}

/** True where so much agrees that the text may be believed: `isEnough` of `core/match/belief.ts`. */
function isEnough(agreed: i32, total: i32): bool {
  if (hasDots && agreed >= minElided) return true;
  return agreed >= minGap || (agreed >= minCut && agreed * 2 >= total);
}

/**
 * Looks for a literal of the pool on the line, from `from` on. Gives the end of the first place where it agrees but for
 * slips and white space at its end; where there is none, -1 less the most bytes that agree somewhere.
 */
function reachOnLine(first: i32, last: i32, from: i32, maxSlips: i32): i32 {
  let stop = last;
  while (stop > first + 1 && isSpace(poolAt(stop - 1))) stop--;
  const initial = fold(poolAt(first));
  const next = initial === SPACE ? poolSpacesEnd(first, stop) : first + 1;
  const second = next < stop ? poolAt(next) : SPACE;
  const isTold = isLetter(second);
  const end = lineEnd;
  let most = 0;
  for (let at = from; at < end; at++) {
    if (fold(textAt(at)) !== initial) continue;
    if (isTold && isOtherLetterBehind(at, initial, second)) {
      most = max(most, 1);
      continue;
    }
    let i = first;
    let k = at;
    let agreed = 0;
    let slips = 0;
    while (i < stop && k < end) {
      const wanted = fold(poolAt(i));
      const found = fold(textAt(k));
      const same = wanted === found;
      if (same) agreed++;
      else if (agreed === 0 || slips++ === maxSlips) break;
      else if (varies(first, last, i, k, end)) {
        i = literalBehind;
        k = textBehind;
        continue;
      } else if (wanted !== SPACE && found !== SPACE) break;
      if (!same || wanted === SPACE) {
        if (wanted === SPACE) i = poolSpacesEnd(i, stop);
        if (found === SPACE) k = textSpacesEnd(k, end);
      } else {
        i++;
        k++;
      }
    }
    if (i === stop) return k;
    if (agreed > most) most = agreed;
  }
  return -1 - most;
}

/**
 * True where the byte behind `initial`, or behind white space that it stands for, is another letter than the second one:
 * neither a slip nor a change of wording leads over it.
 */
function isOtherLetterBehind(at: i32, initial: u8, second: u8): bool {
  const k = initial === SPACE ? textSpacesEnd(at, lineEnd) : at + 1;
  if (k >= lineEnd) return false;
  const found = textAt(k);
  return isLetter(found) && (found | 32) !== (second | 32);
}

function poolSpacesEnd(at: i32, end: i32): i32 {
  let i = at;
  while (i < end && isSpace(poolAt(i))) i++;
  return i;
}

function textSpacesEnd(at: i32, end: i32): i32 {
  let k = at;
  while (k < end && isSpace(textAt(k))) k++;
  return k;
}

/** A byte as it is compared. */
export function fold(byte: u8): u8 {
  return load<u8>(folded + byte);
}

/** How often a literal may slip: `slipsFor` of `core/match/compare.ts`. */
function slipsFor(size: i32): i32 {
  return size < 12 ? 0 : 1 + (size >> 6);
}

/** True for a literal that is put together from several lines: a long one, or one that holds a line end. */
function isJoined(start: i32, end: i32): bool {
  let first = start;
  while (first < end && isSpace(poolAt(first))) first++;
  let last = end;
  while (last > start && isSpace(poolAt(last - 1))) last--;
  if (last - first >= weakLiteral) return true;
  for (let i = start; i < end; i++) if (poolAt(i) === LF) return true;
  return false;
}

/** Bytes of a literal, each run of white space counted as one. */
function weightIn(start: i32, end: i32): i32 {
  let weight = end - start;
  let before: u8 = 0;
  for (let i = start; i < end; i++) {
    const byte = fold(poolAt(i));
    if (byte === SPACE && before === SPACE) weight--;
    before = byte;
  }
  return weight;
}

function textEnd(start: i32): i32 {
  let end = start;
  while (isText(poolAt(end))) end++;
  return end;
}
