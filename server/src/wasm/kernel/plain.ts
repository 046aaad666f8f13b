/**
 * Whether a text begins as a message does, not with something that could be taken off before it. Only texts that begin
 * with a word of letters are told so; others may be anything. Each rule names the layers of `core/match/prefix/` that it
 * rules out; of those no other begins with a letter.
 */
import {
  APOSTROPHE,
  BACKTICK,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DOT,
  EQUALS,
  isBreak,
  isDigit,
  isLetter,
  isName,
  isQuote,
  isSpace,
  MINUS,
  OPEN_BRACKET,
  OPEN_PAREN,
  PIPE,
  QUOTE,
  SEMICOLON,
  SLASH,
  SPACE,
  TAB,
} from './bytes';
import { textAt } from './memory';

/** Longest name of a level, and of a program before one. */
const MAX_LEVEL: i32 = 8;
const MAX_PROGRAM: i32 = 12;
/** How far the layers `process` (cut) and `foreign` look. */
const REACH: i32 = 160;
/** Names of levels in lower case as two words each, the first letter lowest: those of `core/match/prefix/level.ts`. */
// biome-ignore format: one name a line
const levels: StaticArray<u32> = [
  0x63617274, 0x00000065, // trace
  0x75626564, 0x00000067, // debug
  0x67626564, 0x00000000, // debg
  0x75626564, 0x00000000, // debu
  0x6f666e69, 0x00000000, // info
  0x69746f6e, 0x00006563, // notice
  0x63637573, 0x00737365, // success
  0x67616964, 0x00000000, // diag
  0x6e726177, 0x00000000, // warn
  0x6e726177, 0x00676e69, // warning
  0x6f727265, 0x00000072, // error
  0x00727265, 0x00000000, // err
  0x6f727265, 0x00000000, // erro
  0x65766573, 0x00006572, // severe
  0x74697263, 0x6c616369, // critical
  0x74697263, 0x00000000, // crit
  0x61746166, 0x0000006c, // fatal
  0x61746166, 0x00000000, // fata
  0x696e6170, 0x00000063, // panic
];

/** True where what follows a logger’s prefix, [at, end), may name another process or rank. */
export function mayNameProcess(from: i32, end: i32): bool {
  let at = from;
  while (at < end && isBlank(textAt(at))) at++;
  const byte = textAt(at);
  if (!isLetter(byte)) return byte < 128 && !isQuote(byte) && byte !== BACKTICK;
  const stop = wordEnd(at, end);
  if (isUpper(textAt(at + 1)) && isLevel(at, stop - at)) return true;
  // nccl: `host:13740:13740 [7] `, whose host has further marks.
  for (let i = stop; i < end && !isBlank(textAt(i)); i++) {
    if (textAt(i) === COLON && isDigit(textAt(i + 1))) return true;
  }
  return false;
}

/** True where behind a logger’s prefix the text in [at, end) is the message: no further layer stands there. */
export function isMessage(at: i32, end: i32): bool {
  // stream: `stderr `, `stdout `.
  if (textAt(at) === 115 && textAt(at + 1) === 116 && wordEnd(at, end) === at + 6) return false;
  // serve: `deployment replica -- `.
  for (let i = at; i + 2 < end; i++) {
    if (textAt(i) === MINUS && textAt(i + 1) === MINUS && textAt(i + 2) === SPACE) return false;
  }
  return isWordOfText(at, end);
}

/** The same for the text inside a quotation, [at, end), which is a line of its own. */
export function isQuotedMessage(at: i32, end: i32): bool {
  if (!isWordOfText(at, end)) return false;
  const stop = wordEnd(at, end);
  const next = textAt(stop + 1);
  // kubectl-row: a gap; kubectl-field: `Reason:   `; grpc: `details = `.
  if (isBlank(next) || (isBlank(textAt(stop)) && next === EQUALS)) return false;
  if (textAt(stop) === COLON && isBlank(textAt(stop + 2))) return false;
  // compose: `vllm-1 | `.
  if (textAt(stop) === SPACE && next === PIPE) return false;
  // kubectl-field: `Last State:`; panic: `thread 'main'`.
  if (startsWith(at, 0x7473614c) || startsWith(at, 0x65726874)) return false;
  return !endsProcess(at, end) && !holdsPrefix(at, end);
}

/** True for a word of letters that neither is a level, a month or a program’s name nor leads on to a place in a source. */
function isWordOfText(at: i32, end: i32): bool {
  const stop = wordEnd(at, end);
  const size = stop - at;
  if (size < 2 || stop >= end || !isLetter(textAt(at))) return false;
  // glog: `E0717`.
  if (isDigit(textAt(at + 1)) || !endsWord(stop)) return false;
  const isCapital = isUpper(textAt(at));
  // level: `ERROR `, basicConfig: `ERROR:vllm:`.
  if (isUpper(textAt(at + 1)) && isLevel(at, size)) return false;
  // time: `Jul 22`.
  if (isCapital && isDate(at, size)) return false;
  // component: `NCCL WARN`.
  if (!isCapital || size > MAX_PROGRAM || !isUpper(textAt(stop - 1)) || !isBlank(textAt(stop))) return true;
  let next = stop;
  while (next < end && isBlank(textAt(next))) next++;
  return !isLevel(next, wordEnd(next, end) - next);
}

/** True where a word ends as no name of a logger, a file or a host does. */
function endsWord(at: i32): bool {
  const byte = textAt(at);
  if (byte === COLON) return textAt(at + 1) === SPACE;
  return (
    isBlank(byte) || byte === COMMA || byte === SEMICOLON || byte === EQUALS || byte === CLOSE_PAREN || isQuote(byte)
  );
}

/** process, its opening parenthesis lost: `VllmWorker rank=2 pid=19714) `. */
function endsProcess(at: i32, end: i32): bool {
  let i = at;
  const limit = min(end, at + REACH);
  while (i < limit && isOfProcess(textAt(i))) i++;
  return textAt(i) === CLOSE_PAREN;
}

function isOfProcess(byte: u8): bool {
  return isName(byte) || byte === SPACE || byte === EQUALS || byte === COMMA || byte === DOT || byte === MINUS;
}

/** foreign: a log’s prefix further on in the text. */
function holdsPrefix(at: i32, end: i32): bool {
  const limit = min(end, at + REACH);
  for (let i = at + 1; i < limit; i++) {
    const byte = textAt(i);
    if (byte === QUOTE || byte === APOSTROPHE) return false;
    const before = textAt(i - 1);
    if (!isSpace(before) && before !== COLON && before !== PIPE) continue;
    if (byte === OPEN_PAREN || byte === OPEN_BRACKET) return true;
    if (isDigit(byte) ? beginsStamp(i, end) : isUpper(byte) && mayBeginLog(i, end)) return true;
  }
  return false;
}

/** True for digits that a mark of a date or of a clock follows. */
function beginsStamp(at: i32, end: i32): bool {
  let stop = at;
  while (stop < end && isDigit(textAt(stop))) stop++;
  const byte = textAt(stop);
  return byte === MINUS || byte === SLASH || byte === COLON || byte === DOT;
}

/** True for a capital with which a level, a month, or glog’s letter may begin. */
function mayBeginLog(at: i32, end: i32): bool {
  const stop = wordEnd(at, end);
  if (isDigit(textAt(at + 1)) || isDate(at, stop - at)) return true;
  if (!isLevel(at, stop - at)) return false;
  if (textAt(stop) === COLON) return true;
  return isUpper(textAt(at + 1)) && !isWordAlone(stop, end);
}

/** True where behind blanks a word stands that neither is a place in a source nor a time. */
function isWordAlone(at: i32, end: i32): bool {
  let next = at;
  while (next < end && isBlank(textAt(next))) next++;
  const stop = wordEnd(next, end);
  return next > at && isLetter(textAt(next)) && isBlank(textAt(stop)) && !isDate(next, stop - next);
}

/** True for the name of a level, in any case. */
function isLevel(at: i32, size: i32): bool {
  if (size < 3 || size > MAX_LEVEL) return false;
  let name: u64 = 0;
  for (let i = size - 1; i >= 0; i--) name = (name << 8) | (textAt(at + i) | 32);
  for (let i = 0; i < levels.length; i += 2) {
    if (unchecked(levels[i]) === <u32>name && unchecked(levels[i + 1]) === <u32>(name >> 32)) return true;
  }
  return false;
}

/** True where a month may begin that a day follows, or a day of the week before one: `Jul 22`, `Tue Jul 22`. */
function isDate(at: i32, size: i32): bool {
  if (size !== 3 || isUpper(textAt(at + 1)) || !isBlank(textAt(at + 3))) return false;
  const next = textAt(at + 4);
  return isBlank(next) || isDigit(next) || (isUpper(next) && isBlank(textAt(at + 7)));
}

function wordEnd(at: i32, end: i32): i32 {
  let stop = at;
  while (stop < end && isName(textAt(stop))) stop++;
  return stop;
}

function startsWith(at: i32, word: u32): bool {
  for (let i = 0; i < 4; i++) if (textAt(at + i) !== <u8>(word >> (i << 3))) return false;
  return true;
}

function isUpper(byte: u8): bool {
  return byte >= 65 && byte <= 90;
}

/** Space or tab; line ends stand between lines alone. */
function isBlank(byte: u8): bool {
  return byte === SPACE || byte === TAB || isBreak(byte);
}
