/**
 * Small changes of wording: the rules of `core/match/variant.ts`, and a looser look by which the text around a piece of
 * a literal is dismissed.
 */
import { COMMA, DOT, isAnyQuote, isDigit, isLetter, isSpace, isText, LETTER_N, LETTER_O, LETTER_T } from './bytes';
import { length, pool, poolAt, text, textAt } from './memory';

/** Limits of `core/match/variant.ts`. */
const MIN_VARIED: i32 = 24;
const AFTER: i32 = 8;
const MAX_ENDING: i32 = 3;

/** Where both go on behind the change found last. */
export let literalBehind: i32 = 0;
export let textBehind: i32 = 0;

/** True where the literal [first, last) varies at `i` from the text at `k`, which ends at `end`. */
export function varies(first: i32, last: i32, i: i32, k: i32, end: i32): bool {
  if (last - first < MIN_VARIED || i === first) return false;
  if (isNumberIn(poolAt(i), poolAt(i - 1)) || isNumberIn(textAt(k), textAt(k - 1))) {
    if (goesOn(numberEndInPool(i), last, numberEnd(k), end)) return true;
  }
  const wanted = poolAt(i);
  const found = textAt(k);
  if (isLetter(wanted) && (wanted ^ found) === 32) return goesOn(i + 1, last, k + 1, end);
  if (isMark(wanted) || isMark(found)) {
    const skipped = isMark(wanted) ? 1 : 0;
    const added = isMark(found) ? 1 : 0;
    if (goesOn(i + skipped, last, k + added, end)) return true;
  }
  if (isLetter(textAt(k - 1))) {
    let stop = k;
    while (stop < end && isLetter(textAt(stop))) stop++;
    if (stop > k && stop - k <= MAX_ENDING && goesOn(i, last, stop, end)) return true;
  }
  if (isLetter(poolAt(i - 1))) {
    let stop = i;
    while (stop < last && isLetter(poolAt(stop))) stop++;
    if (stop > i && stop - i <= MAX_ENDING && goesOn(stop, last, k, end)) return true;
  }
  const skipped = notLength(poolAt(i), poolAt(i + 1), poolAt(i + 2), poolAt(i + 3));
  const added = notLength(textAt(k), textAt(k + 1), textAt(k + 2), textAt(k + 3));
  return skipped > 0 && added > 0 && goesOn(i + skipped, last, k + added, end);
}

function goesOn(i: i32, last: i32, k: i32, end: i32): bool {
  const size = min(AFTER, last - i);
  if (k + size > end) return false;
  for (let n = 0; n < size; n++) if (poolAt(i + n) !== textAt(k + n)) return false;
  literalBehind = i;
  textBehind = k;
  return true;
}

/** Most bytes that a change may take away or add. */
const MAX_CHANGE: i32 = 4;
/** Farthest place of the pool that is looked at behind, or before, one. */
const REACH: i32 = MAX_CHANGE + AFTER;

/** True where a change of a few bytes, or of a number, at these places would let both agree behind it. */
export function mayVaryBehind(i: i32, k: i32): bool {
  if ((isDigit(textAt(k)) || isDigit(textAt(k - 1))) && agreesFrom(numberEndInPool(i), numberEnd(k))) return true;
  // The literal, or the text, ends so soon that the rest can be left out.
  let rest = 1;
  while (rest < REACH && isText(poolAt(i + rest))) rest++;
  if (rest <= MAX_CHANGE || k + MAX_CHANGE >= length) return true;
  for (let skipped = 0; skipped <= MAX_CHANGE; skipped++) {
    const wanted = load<u64>(pool + i + skipped);
    for (let added = skipped === 0 ? 1 : 0; added <= MAX_CHANGE; added++) {
      const differs = wanted ^ load<u64>(text + k + added);
      if (<u8>differs !== 0) continue;
      // How many bytes agree, or where one of the two ends.
      const agreed = differs === 0 ? AFTER : <i32>(ctz(differs) >> 3);
      if (agreed === AFTER || skipped + agreed >= rest || k + added + agreed >= length) return true;
    }
  }
  return false;
}

/** The same before these places. */
export function mayVaryBefore(i: i32, k: i32): bool {
  let first = i;
  let start = k;
  while (isDigit(poolAt(first)) || isPoint(poolAt(first))) first--;
  while (start >= 0 && (isDigit(textAt(start)) || isPoint(textAt(start)))) start--;
  if (start < k && agreesDownTo(first, start)) return true;
  for (let skipped = 0; skipped <= MAX_CHANGE; skipped++) {
    const wanted = poolAt(i - skipped);
    for (let added = 0; added <= MAX_CHANGE; added++) {
      if (wanted !== textAt(k - added) || skipped + added === 0) continue;
      if (agreesDownTo(i - skipped, k - added)) return true;
    }
  }
  return false;
}

function agreesFrom(i: i32, k: i32): bool {
  for (let n = 0; n < AFTER; n++) {
    const wanted = poolAt(i + n);
    if (!isText(wanted) || k + n >= length) return true;
    if (wanted !== textAt(k + n)) return false;
  }
  return true;
}

function agreesDownTo(i: i32, k: i32): bool {
  for (let n = 0; n < AFTER; n++) {
    if (i - n < 0 || k - n < 0) return n > 0;
    const wanted = poolAt(i - n);
    if (!isText(wanted)) return n > 0;
    if (wanted !== textAt(k - n)) return false;
  }
  return true;
}

/** Length of ` not`, `not`, `n't` or `'t`, given its first bytes; 0 for anything else. */
function notLength(a: u8, b: u8, c: u8, d: u8): i32 {
  if (isSpace(a) && b === LETTER_N && c === LETTER_O && d === LETTER_T) return 4;
  if (a === LETTER_N && b === LETTER_O && c === LETTER_T) return 3;
  if (a === LETTER_N && isAnyQuote(b) && c === LETTER_T) return 3;
  return isAnyQuote(a) && b === LETTER_T ? 2 : 0;
}

function isNumberIn(byte: u8, before: u8): bool {
  return isDigit(byte) || (isDigit(before) && isPoint(byte));
}

function isPoint(byte: u8): bool {
  return byte === DOT || byte === COMMA;
}

function numberEnd(at: i32): i32 {
  let end = at;
  while (end < length && (isDigit(textAt(end)) || isPoint(textAt(end)))) end++;
  return end;
}

function numberEndInPool(at: i32): i32 {
  let end = at;
  while (isDigit(poolAt(end)) || isPoint(poolAt(end))) end++;
  return end;
}

function isMark(byte: u8): bool {
  return byte > 32 && byte < 127 && !isLetter(byte) && !isDigit(byte);
}
