/**
 * Windows that were dismissed because of the text around them. A text in quotes is searched again as one by itself, and there
 * its end, and its beginning, forgive much; so a quotation near such a window could hold a hit after all.
 */
import { isDigit } from './bytes';
import { textAt } from './memory';

/** For each: where the window stands, where the text differs from the rest of its literal, and its place in the pool. */
const MOST: i32 = 1 << 14;
const SIZE: i32 = 12;
const doubts: usize = memory.data(SIZE * MOST);
/** How far from there the end of a quotation matters. */
const NEAR: i32 = 32;

let count: i32 = 0;
/** Number of the one found last. */
export let found: i32 = 0;
/** The first one that may lie in what is asked for next. */
let next: i32 = 0;

/** Forgets all: another text follows. */
export function forgetDoubts(): void {
  count = 0;
  next = 0;
}

/** Takes note of a window; more than there is room for are counted alone. */
export function doubt(position: i32, differsAt: i32, window: i32): void {
  if (count < MOST) {
    const place = doubts + count * SIZE;
    store<i32>(place, position);
    store<i32>(place, differsAt, 4);
    store<i32>(place, window, 8);
  }
  count++;
}

/** True where there were more than could be kept. */
export function isOverfull(): bool {
  return count > MOST;
}

/**
 * The place in the pool of the next window that may be a hit in the quotation that is open in [start, end); -1 where there is
 * none. Ask again from the number behind {@link found}, with `first` for the first one; quotations are asked for in order.
 */
export function nextDoubt(first: i32, start: i32, end: i32): i32 {
  // The windows of one word are looked up from its end: a few bytes are out of order.
  while (next < count && load<i32>(doubts + next * SIZE) < start - NEAR) next++;
  for (let i = max(first, next); i < count; i++) {
    const place = doubts + i * SIZE;
    const position = load<i32>(place);
    if (position >= end + NEAR) break;
    if (position < start || position >= end || !isNearMark(position, load<i32>(place, 4), start, end)) continue;
    found = i;
    return load<i32>(place, 8);
  }
  return -1;
}

/** True where the mark that closes a quotation, or opens it, stands near the place where its text differs. */
function isNearMark(position: i32, differsAt: i32, start: i32, end: i32): bool {
  if (differsAt <= position) return differsAt === position || differsAt - start <= NEAR;
  let at = differsAt;
  // A number counts as one change.
  for (let left = NEAR; left > 0 && at < end; at++) if (!isDigit(textAt(at))) left--;
  return at >= end;
}
