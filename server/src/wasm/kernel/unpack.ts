/**
 * Reads what a file of an index says of its templates, which takes less room than what the search looks up: see
 * `core/match/engine/layout.ts` for the form of the bytes. `core/match/engine/kernel.ts` gives out the places.
 */
import { END } from './bytes';
import { loud, pool, poolAt, starts, templates, windows } from './memory';

/** Fields of a template’s first byte: how many windows it has, whether it is loud, whether it has the expected site. */
const COUNT_MASK: i32 = 3;
const LOUD_SHIFT: i32 = 2;
const NEXT_SITE: i32 = 8;
/** 1, the mark at the end of a template, and the highest bit, in each of eight bytes. */
const ONES: u64 = ((<u64>0x01010101) << 32) | 0x01010101;
const ENDS: u64 = 0xfe * ONES;
const HIGHS: u64 = 0x80 * ONES;

/** Where the next number is read. */
let at: usize = 0;
/** Windows, and numbers of sites, so far. */
let windowCount: i32 = 0;
let siteCount: i32 = 0;

/** Writes of every template where it begins, where its windows are, its sites, and a byte for whether it is loud. */
export function unpack(stream: usize, firstSites: usize, sites: usize): void {
  at = stream;
  windowCount = 0;
  siteCount = 0;
  let place = 0;
  let site = 0;
  for (let template = 0; template < templates; template++) {
    const head = <i32>load<u8>(at++);
    store<i32>(starts + (template << 2), place);
    store<i32>(firstSites + (template << 2), siteCount);
    store<u8>(loud + template, <u8>((head >> LOUD_SHIFT) & 1));
    site = unpackSites((head & NEXT_SITE) !== 0, site, sites);
    place = unpackWindows(head, place);
    place = endFrom(place) + 1;
  }
  store<i32>(starts + (templates << 2), place);
  store<i32>(firstSites + (templates << 2), siteCount);
}

/** The end of the template in whose text a place lies: eight bytes at a time, until one of them is the mark. */
function endFrom(place: i32): i32 {
  let i = place;
  for (; ; i += 8) {
    const others = load<u64>(pool + i) ^ ENDS;
    if (((others - ONES) & ~others & HIGHS) !== 0) break;
  }
  while (poolAt(i) !== END) i++;
  return i;
}

/** Writes the sites of a template; gives the number that the next template’s first site has most often. */
function unpackSites(isNext: bool, expected: i32, sites: usize): i32 {
  const count = isNext ? 1 : number();
  let site = expected;
  let first = expected;
  for (let i = 0; i < count; i++) {
    if (!isNext) site += signed();
    if (i === 0) first = site;
    store<i32>(sites + (siteCount++ << 2), site);
  }
  return first + 1;
}

/** Writes the windows of a template that begins at a place; gives where the last one begins. */
function unpackWindows(head: i32, start: i32): i32 {
  const count = head & COUNT_MASK;
  let place = start;
  for (let i = 0; i < count; i++) {
    place += number();
    store<i32>(windows + (windowCount++ << 2), place);
  }
  return place;
}

/** The next number: seven bits a byte, the lowest first. */
function number(): i32 {
  let byte = <i32>load<u8>(at++);
  let value = byte & 127;
  for (let shift = 7; byte > 127; shift += 7) {
    byte = <i32>load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  return value;
}

/** The next number of either sign: the sign is its lowest bit. */
function signed(): i32 {
  const value = number();
  return (value >> 1) ^ -(value & 1);
}
