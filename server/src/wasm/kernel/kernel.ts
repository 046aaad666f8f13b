/**
 * The search for candidates over bytes: `core/match/engine/search.ts` says what it finds. Written in AssemblyScript;
 * `npm run kernel` compiles it into `core/match/engine/kernelCode.ts`.
 */
import { agreesBefore, agreesBehind, DIFFERS, differsAt, WHOLE } from './around';
import { HOLE, isText } from './bytes';
import { doubt, forgetDoubts } from './doubts';
import { forgetLine, lineEnd, lineStart, moveTo, prepareMarks } from './line';
import { firstByte, length, minElided, pool, poolAt, starts, templateAt, text, windows } from './memory';
import { agreedMost, LINE, NOWHERE, prepareFolded, standingAt } from './standing';
import { isVain } from './vain';

export { setIndex, setLimits, setText } from './memory';
export { unpack } from './unpack';

/** First byte that the host may use. */
export function heap(): usize {
  prepareFolded();
  prepareMarks();
  return __heap_base;
}

const STRIDE: i32 = 4;
const FIRST: u32 = 0x9e3779b1;
const SECOND: u32 = 0x85ebca77;
const THIRD: u32 = 0x27d4eb2f;
/** Words sifted in one go, so that the text and the places that are kept stay in the processor’s nearest cache. */
const BLOCK: i32 = 1 << 12;
/** Bits of a slot: see `core/match/engine/layout.ts`. */
const TAG_SHIFT: u32 = 20;
const TAG_MASK: u32 = 0xfff;
const SHARED: u32 = 1 << 19;
const VALUE_LIMIT: u32 = SHARED - 1;
const EMPTY: u32 = 0xffffffff;

/** Mark of the hits of a line on which all are in vain. */
const VAIN: u32 = 4;

const places: usize = memory.data(4 * BLOCK, 16);

let longFilter: usize = 0;
let longShift: u32 = 0;
let offsets: usize = 0;
let offsetsMask: u32 = 0;
let wordFilter: usize = 0;
let wordShift: u32 = 0;
/** By kind of window: address of the slots, their number, address of the lists. */
const tables: usize = memory.data(3 * 12, 4);

/** Tells where the filters of the tier lie that is searched next; `longMask` picks one of its half bytes. */
export function setFilters(
  long: usize,
  longBits: u32,
  halves: usize,
  longMask: u32,
  words: usize,
  wordBits: u32,
): void {
  longFilter = long;
  longShift = longBits;
  offsets = halves;
  offsetsMask = longMask;
  wordFilter = words;
  wordShift = wordBits;
}

/** Tells where the windows of one kind lie. */
export function setTable(kind: i32, slots: usize, count: u32, shared: usize): void {
  const table = tables + 12 * kind;
  store<u32>(table, <u32>slots);
  store<u32>(table, count, 4);
  store<u32>(table, <u32>shared, 8);
}

/** Where windows may begin, whether lines are looked at, and where hits are written. */
let from: i32 = 0;
let to: i32 = 0;
let isNear: bool = false;
let isTelling: bool = false;
let hits: usize = 0;
let hitCount: i32 = 0;

/**
 * Finds windows that begin in [start, stop) of the text and writes hits at `target`, from where on memory grows: a
 * position, a template, and marks: 1 where the template’s first literal begins there, 2 where it is joined, 4 where the
 * line’s hits are all in vain, and above them the template’s first byte. Gives their number.
 *
 * @param near true: also where a template cannot stand whole enough to be believed
 * @param telling true: the text is a log, and lines whose hits are in vain are to be marked
 */
export function search(start: i32, stop: i32, near: bool, telling: bool, target: usize): i32 {
  from = start;
  to = stop;
  isNear = near;
  isTelling = telling;
  hits = target;
  hitCount = 0;
  forgetLine();
  forgetDoubts();
  // The first gram of a window that begins before the end stands less than a stride behind it.
  const limit = min(stop + STRIDE, length);
  for (let at = start; at < limit; at += BLOCK * STRIDE) {
    const count = min(BLOCK, (limit - at + STRIDE - 1) / STRIDE);
    const kept = sift(text + at, count);
    for (let k = 0; k < kept; k++) lookUpAround(at + load<i32>(places + (k << 2)) * STRIDE);
  }
  if (telling) markVain();
  return hitCount;
}

/** Marks the hits of lines on which all are in vain. */
function markVain(): void {
  const end = hits + 12 * hitCount;
  for (let first = hits; first < end; ) {
    moveTo(load<i32>(first));
    let last = first + 12;
    while (last < end && load<i32>(last) < lineEnd) last += 12;
    // A line that is not looked through whole may have other hits.
    const isWhole = lineStart >= from && lineEnd <= to;
    const mark = isWhole && isVain(first, last) ? VAIN : 0;
    for (; first < last; first += 12) store<u32>(first, load<u32>(first, 8) | mark, 8);
  }
}

/**
 * The hot loop: writes to `places` every `i` in [0, count) where the words at `i` pass a filter; gives their number. A
 * place is written whether it is kept or not, so that no branch depends on the text.
 */
function sift(words: usize, count: i32): i32 {
  const long = longFilter;
  const short = wordFilter;
  const shift = longShift;
  const shortShift = wordShift;
  let kept = places;
  let word = load<u32>(words);
  for (let i = 0; i < count; i++) {
    words += 4;
    const next = load<u32>(words);
    const first = word * FIRST;
    const both = first + next * SECOND;
    const bits = load<u32>(long + ((both >> shift) << 2));
    const wordBits = load<u32>(short + ((first >> shortShift) << 2));
    store<i32>(kept, i);
    const isKept =
      ((bits >> (both >> (shift - 5))) & (bits >> (both >> (shift - 10)))) | (wordBits >> (first >> (shortShift - 5)));
    kept += (isKept & 1) << 2;
    word = next;
  }
  return <i32>((kept - places) >> 2);
}

/** Looks up the windows of which a gram begins at `at`: they begin there or just before. */
function lookUpAround(at: i32): void {
  const word = load<u32>(text + at);
  const next = load<u32>(text + at, 4);
  const both = word * FIRST + next * SECOND;
  if (passesLong(both)) {
    const place = (both ^ (both >> 15)) & offsetsMask;
    lookUpWindows(0, (load<u8>(offsets + (place >> 1)) >> <u8>((place & 1) << 2)) & 15, at);
  }
  if (!passesWord(word * FIRST)) return;
  if (passesLong(word * FIRST + (next & 255) * SECOND)) lookUpWindows(1, 15, at);
  if (passesLong(word * FIRST)) lookUpWindows(2, 15, at);
}

function passesLong(hash: u32): bool {
  const bits = load<u32>(longFilter + ((hash >> longShift) << 2));
  return ((bits >> (hash >> (longShift - 5))) & (bits >> (hash >> (longShift - 10))) & 1) === 1;
}

function passesWord(hash: u32): bool {
  return ((load<u32>(wordFilter + ((hash >> wordShift) << 2)) >> (hash >> (wordShift - 5))) & 1) === 1;
}

/** Looks up the windows of one kind that begin at the given offsets, a bit each, before `at`; the first one first. */
function lookUpWindows(kind: i32, bits: u32, at: i32): void {
  for (let offset = STRIDE - 1; offset >= 0; offset--) {
    if (((bits >> offset) & 1) === 0) continue;
    const position = at - offset;
    if (position < from || position >= to) continue;
    const window = text + position;
    const second = load<u32>(window + (kind === 2 ? 3 : 4));
    const last = kind === 0 ? load<u32>(window, 7) : 0;
    lookUp(kind, mixed(load<u32>(window) * FIRST + second * SECOND + last * THIRD), position);
  }
}

/** Spreads a hash over all its bits (a finalizer in the manner of MurmurHash3). */
function mixed(hash: u32): u32 {
  const half = (hash ^ (hash >> 15)) * FIRST;
  return half ^ (half >> 13);
}

/** Takes every window of this hash that stands at `position`. */
function lookUp(kind: i32, hash: u32, position: i32): void {
  const table = tables + 12 * kind;
  const slots: usize = load<u32>(table);
  const count = load<u32>(table, 4);
  const tag = hash & TAG_MASK;
  let slot = <u32>((<u64>hash * count) >> 32);
  for (let found = load<u32>(slots + (slot << 2)); found !== EMPTY; found = load<u32>(slots + (slot << 2))) {
    slot = slot + 1 === count ? 0 : slot + 1;
    if (found >> TAG_SHIFT !== tag) continue;
    const value = found & VALUE_LIMIT;
    if ((found & SHARED) === 0) take(value, kind, position);
    else takeShared(load<u32>(table, 8) + (value << 2), kind, position);
  }
}

/** Takes the windows of a list, which are all the same text. */
function takeShared(list: usize, kind: i32, position: i32): void {
  const end = list + (load<u32>(list) << 2);
  if (!stands(load<u32>(list, 4), kind, position)) return;
  for (let at = list + 4; at <= end; at += 4) takeWindow(load<u32>(at), kind, position);
}

/** Takes a window if it stands at `position`. */
function take(number: u32, kind: i32, position: i32): void {
  if (stands(number, kind, position)) takeWindow(number, kind, position);
}

/** True where a window stands at `position`. */
function stands(number: u32, kind: i32, position: i32): bool {
  const window = load<i32>(windows + (number << 2));
  return position + sizeOf(kind) <= length && isSame(pool + window, text + position, kind);
}

/** Bytes of a window. */
function sizeOf(kind: i32): i32 {
  return kind === 0 ? 11 : kind === 1 ? 8 : 7;
}

/** Takes a window that stands at `position` if what is around can be the literal’s rest, and the wording’s. */
function takeWindow(number: u32, kind: i32, position: i32): void {
  const window = load<i32>(windows + (number << 2));
  const size = sizeOf(kind);
  if (!agreesBehind(window + size, position + size)) {
    note(position, differsAt, window);
    return;
  }
  const before = agreesBefore(window, position);
  if (before === DIFFERS) {
    note(position, differsAt, window);
    return;
  }
  const template = templateAt(window);
  const standing = isNear ? LINE : standingAt(template, position);
  if (standing === NOWHERE) {
    // An ellipsis may end a quoted text.
    if (agreedMost >= minElided) note(position, position, window);
    return;
  }
  const begins = before === WHOLE && isFirst(template, window);
  const first = <i32>firstByte(template);
  insert(position, template, (begins ? 1 : 0) | (standing === LINE ? 0 : 2) | (first << 8));
}

/** Notes a window that was dismissed, where it matters. */
function note(position: i32, differsAt: i32, window: i32): void {
  if (isTelling) doubt(position, differsAt, window);
}

/** Compares a window of 11, 8 or 7 bytes by two words that may overlap. */
function isSame(a: usize, b: usize, kind: i32): bool {
  if (kind === 2) return load<u32>(a) === load<u32>(b) && load<u32>(a, 3) === load<u32>(b, 3);
  return load<u64>(a) === load<u64>(b) && (kind === 1 || load<u32>(a, 7) === load<u32>(b, 7));
}

/** True for a place in the first literal of a template. */
function isFirst(template: i32, place: i32): bool {
  const start = load<i32>(starts + (template << 2));
  let at = poolAt(start) === HOLE ? start + 1 : start;
  while (at < place && isText(poolAt(at))) at++;
  return at === place;
}

/** Adds a hit, in order of position and, at one position, of template. */
function insert(position: i32, template: i32, marks: i32): void {
  const end = hits + 12 * hitCount;
  const room = (<usize>memory.size()) << 16;
  if (end + 12 > room && memory.grow(16) < 0) return;
  let at = end;
  for (; at > hits; at -= 12) {
    const before = load<i32>(at - 12);
    if (before < position || (before === position && load<i32>(at - 8) <= template)) break;
    memory.copy(at, at - 12, 12);
  }
  store<i32>(at, position);
  store<i32>(at, template, 4);
  store<i32>(at, marks, 8);
  hitCount++;
}
