/**
 * What the kernel works on. It allocates nothing: the host lays everything out and passes addresses
 * (`core/match/engine/kernel.ts` has the same order of fields).
 */

/** Addresses of the texts of all templates, and of where each begins in them, with the number of templates. */
export let pool: usize = 0;
export let starts: usize = 0;
export let templates: i32 = 0;
/** Address of where each window begins in the texts. */
export let windows: usize = 0;

/** Address of a byte for each template: 1 where no line of plain information begins with it. */
export let loud: usize = 0;

/** Tells where the index lies that is searched from now on. */
export function setIndex(poolAt: usize, startsAt: usize, templateCount: i32, windowsAt: usize, loudAt: usize): void {
  pool = poolAt;
  starts = startsAt;
  templates = templateCount;
  windows = windowsAt;
  loud = loudAt;
}

/** Bytes that must agree before a text may be believed; the host knows the reasons. */
export let minElided: i32 = 0;
export let minGap: i32 = 0;
export let minCut: i32 = 0;
export let weakLiteral: i32 = 0;
export let weakInAll: i32 = 0;

/** Takes over the limits of `core/match/belief.ts` and `template.ts`. */
export function setLimits(elided: i32, gap: i32, cut: i32, literal: i32, inAll: i32): void {
  minElided = elided;
  minGap = gap;
  minCut = cut;
  weakLiteral = literal;
  weakInAll = inAll;
}

/** Where the text begins, how long it is, and whether its ends are those of the whole document. */
export let text: usize = 0;
export let length: i32 = 0;
export let isStart: bool = false;
export let isEnd: bool = false;

/** Takes note of the text that is searched next: zeros stand in 16 bytes before it and in 64 after it. */
export function setText(address: usize, size: i32, start: bool, end: bool): void {
  text = address;
  length = size;
  isStart = start;
  isEnd = end;
}

/** A byte of the text. */
export function textAt(position: i32): u8 {
  return load<u8>(text + position);
}

/** A byte of the pool. */
export function poolAt(place: i32): u8 {
  return load<u8>(pool + place);
}

/** True where all sites of a template raise it, or log it as a warning or worse. */
export function isLoud(template: i32): bool {
  return load<u8>(loud + template) === 1;
}

/** The template whose text holds a place of the pool. */
export function templateAt(place: i32): i32 {
  let low = 0;
  let high = templates;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (load<i32>(starts + (middle << 2)) <= place) low = middle;
    else high = middle;
  }
  return low;
}

/** First byte of a template: HOLE where it begins with run-time text. */
export function firstByte(template: i32): u8 {
  return poolAt(load<i32>(starts + (template << 2)));
}
