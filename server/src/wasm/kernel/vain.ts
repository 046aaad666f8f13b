/**
 * Lines whose hits need no comparison, told before the line leaves the kernel: `core/match/vain.ts` has the reasons, and
 * says so of lines of any form. Here only lines with the usual prefix are looked at. No wording of their hits begins where a
 * message may begin on them, or in a text that they quote, and nothing above goes on in them.
 */
import { mayContinue } from './above';
import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  EQUALS,
  HOLE,
  isDigit,
  isLetter,
  isSpace,
  isWord,
  MINUS,
  OPEN_BRACKET,
  OPEN_PAREN,
} from './bytes';
import { found, isOverfull, nextDoubt } from './doubts';
import { isPlain, lineEnd, lineStart } from './line';
import { firstByte, isLoud, templateAt, textAt } from './memory';
import { isMessage, isQuotedMessage } from './plain';
import { closing, isOneWord, mayOpen } from './quoted';
import { fold } from './standing';
import { isCalmAt, levelStart, processEnd, stampStart, tagStart, usualEnd } from './usual';

/** A message that begins this near to a line’s text may belong to what stands before: `NEAR_START` of the host. */
const NEAR_START: i32 = 16;
/** By folded byte: a message may begin with it behind the prefix; … in another place of the line. */
const begun: usize = memory.data(256);
const DIRECT: u8 = 1;
const INDIRECT: u8 = 2;

/** Marks of all that is noted. */
let noted: u8 = 0;
/** Longest group at the end of a line that counts repetitions. */
const MAX_REPEATED: i32 = 256;
const LETTER_R: u8 = 114;

/** Where the line’s text begins and ends. */
let message: i32 = 0;
let end: i32 = 0;

/** True where a line, the one found last, has no message of the wordings of its hits, which lie in [first, last). */
export function isVain(first: usize, last: usize): bool {
  if (!isPlain || lineStart === 0) return false;
  message = usualEnd(lineStart, lineEnd);
  end = lineEnd;
  while (end > message && isSpace(textAt(end - 1))) end--;
  if (message < 0 || message >= end || endsOpen() || isOneWord(message, end)) return false;
  while (isSpace(textAt(message))) message++;
  if (!isMessage(message, end)) return false;
  memory.fill(begun, 0, 256);
  noted = 0;
  noteStarts();
  return noteQuotes(first, last) && isElsewhere(first, last) && isElsewhereInQuotes(first, last);
}

/** True where the text’s own end is not known, or a message may begin there that the next line holds. */
function endsOpen(): bool {
  const byte = textAt(end - 1);
  if (byte === COLON || byte === MINUS || byte === EQUALS || byte === COMMA) return true;
  // `[repeated 7x across cluster]`, and a place in a right-hand column.
  if (byte === CLOSE_BRACKET || byte === CLOSE_PAREN) return isRepeated();
  let i = end;
  while (isDigit(textAt(i - 1))) i--;
  return i < end && textAt(i - 1) === COLON;
}

/** True where a group at the text’s end counts repetitions. */
function isRepeated(): bool {
  for (let at = end - 1; at > message && at > end - MAX_REPEATED; at--) {
    const byte = textAt(at - 1);
    if ((byte === OPEN_BRACKET || byte === OPEN_PAREN) && textAt(at) === LETTER_R) return true;
  }
  return false;
}

function note(at: i32, mark: u8): void {
  noted |= mark;
  const place = begun + fold(textAt(at));
  store<u8>(place, load<u8>(place) | mark);
}

/** Takes down where a message may begin on the line: `core/match/starts.ts`, more rather than fewer. */
function noteStarts(): void {
  note(lineStart, DIRECT);
  if (processEnd > lineStart) note(levelStart, DIRECT);
  note(stampStart, DIRECT);
  note(tagStart, DIRECT);
  note(message, DIRECT);
  for (let i = message + 1; i < end; i++) {
    const byte = textAt(i);
    if (byte === COLON || byte === COMMA) {
      if ((byte === COLON && isSpace(textAt(i + 1))) || endsLabel(i)) noteBehind(i + 1);
    } else if (byte === MINUS) {
      if (isSpace(textAt(i - 1)) && isSpace(textAt(i + 1))) noteBehind(i + 1);
    } else if (byte === EQUALS && isWord(textAt(i - 1))) note(i + 1, INDIRECT);
  }
}

/** Notes the first byte behind white space, and behind the status of an answer: `BadRequestError: 400 …`. */
function noteBehind(at: i32): void {
  const start = spacesEnd(at);
  note(start, INDIRECT);
  if (isDigit(textAt(start)) && isDigit(textAt(start + 1)) && isDigit(textAt(start + 2))) {
    note(spacesEnd(start + 3), INDIRECT);
  }
}

/** True behind the second word of a label, such as `Caused by:` and `Value error,`: any word counts. */
function endsLabel(at: i32): bool {
  return isLetter(textAt(at - 1));
}

/** Notes the beginnings of quoted texts that hold hits; false where one of them is not understood. */
function noteQuotes(first: usize, last: usize): bool {
  for (let at = quoteWithHit(message, first, last); at >= 0; at = quoteWithHit(at + 1, first, last)) {
    const start = spacesEnd(at + 1);
    if (isOneWord(at + 1, quoteEnd) || !isQuotedMessage(start, quoteEnd)) return false;
    note(start, INDIRECT);
  }
  return true;
}

/** The same for what could be a hit in a quoted text alone. */
function isElsewhereInQuotes(first: usize, last: usize): bool {
  for (let at = quoteWithHit(message, first, last); at >= 0; at = quoteWithHit(at + 1, first, last)) {
    if (isOverfull()) return false;
    for (let window = nextDoubt(0, at, quoteEnd); window >= 0; window = nextDoubt(found + 1, at, quoteEnd)) {
      if (begins(firstByte(templateAt(window)), INDIRECT)) return false;
    }
  }
  return true;
}

/** Where the quotation ends that was found last. */
let quoteEnd: i32 = 0;

/** The first quote mark from a position on that opens a text with a hit in it; -1 where there is none. */
function quoteWithHit(from: i32, first: usize, last: usize): i32 {
  const lastHit = load<i32>(last - 12);
  for (let at = from; at <= lastHit + 1; at++) {
    if (!mayOpen(at)) continue;
    quoteEnd = closing(at, lineEnd);
    if (holdsHit(at, quoteEnd, first, last)) return at;
  }
  return -1;
}

/** True where a message that begins with a byte may begin in a place that is marked so. */
function begins(byte: u8, counted: u8): bool {
  return ((byte === HOLE ? noted : load<u8>(begun + fold(byte))) & counted) !== 0;
}

function holdsHit(start: i32, stop: i32, first: usize, last: usize): bool {
  for (let hit = first; hit < last; hit += 12) {
    const position = load<i32>(hit);
    if (start <= position + 1 && position < stop) return true;
  }
  return false;
}

/** True where no wording begins with a byte that was noted, and none can have begun above. */
function isElsewhere(first: usize, last: usize): bool {
  const isCalm = isCalmAt(levelStart);
  const near = message + NEAR_START;
  let isNear = false;
  for (let hit = first; hit < last; hit += 12) {
    const template = load<i32>(hit, 4);
    const marks = load<u32>(hit, 8);
    const byte = <u8>(marks >> 8);
    // What is raised, or logged as a warning or worse, is not all that a line of plain information says.
    const counted = isCalm && isLoud(template) ? INDIRECT : DIRECT | INDIRECT;
    if (begins(byte, counted)) return false;
    isNear = isNear || (marks & 1) === 0 || load<i32>(hit) <= near;
  }
  return !isNear || !mayContinue(lineStart);
}

function spacesEnd(at: i32): i32 {
  let i = at;
  while (i < lineEnd && isSpace(textAt(i))) i++;
  return i;
}
