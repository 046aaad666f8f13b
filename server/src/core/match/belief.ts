/** Whether a text that agrees with a template is believed to be that message. */
import { APOSTROPHE, DOT, decode, isSpace, isWord, LF, QUOTE, trimEnd } from './bytes';
import { MIN_OPENING_CUT, withoutEllipsis } from './compare';
import type { TemplateGroup } from './groups';
import type { Place } from './place';
import type { Placed } from './placing';
import type { ReadLine } from './reader';
import { isIntroduced } from './record';
import type { Start } from './starts';
import { WEAK_LITERAL } from './template';

/** Text after a whole template is forgiven from this much agreeing text on. */
const MIN_TRAILING = 32;
/**
 * Bytes that must agree of a text that was cut, that ends in an ellipsis, that lacks some of its middle. The search asks
 * for as much before a line is read.
 */
export const MIN_CUT = 20;
export const MIN_ELIDED = 24;
/** The kernel of the search asks for the same behind a hole alone, and is told one number for both. */
export const MIN_GAP = MIN_OPENING_CUT;
const MIN_GAP_SHARE = 0.4;
const MIN_CUT_SHARE = 0.5;
/** A text that begins with a hole must have a literal of this length where nothing else tells. */
const MIN_LEADING = 24;
/** Letters that the line on which a message begins must share with it before a value may go on over lines. */
const MIN_OPENING = 6;
/** Letters of a cut text that are enough, however long the whole would be. A line of dashes has none. */
const MIN_LETTERS = 40;
/** Values are printed in few words; what is longer is a sentence that ends like the message. */
const MAX_VALUE_WORDS = 5;
/** A text inside a sentence must have a literal of this length. */
const MIN_INNER = WEAK_LITERAL;

/**
 * Why a comparison does not count as this message; empty where it does.
 *
 * @param inside true in a hole of a message that was found: a program wrote that line
 */
export function disbelief(place: Place, line: ReadLine, group: TemplateGroup, placed: Placed, inside = false): string {
  const { comparison, start, view } = placed;
  const { state, agreed, missing, share, trailing, holes, absent } = comparison;
  const { longestLiteral } = group.template;
  if (start.kind === 'inner' && (longestLiteral < MIN_INNER || state !== 'whole')) return 'it stands inside a sentence';
  if (opening(group, placed).includes(LF)) return 'it begins on another line';
  const leading = (group.template.holes[0]?.length ?? 0) > 0 ? holes[0] : undefined;
  if (leading && hasOddQuotes(view.bytes, leading.start, leading.end)) return 'it begins inside a quoted text';
  if (leading && longestLiteral < MIN_LEADING && words(view.bytes, leading.start, leading.end) > MAX_VALUE_WORDS) {
    return 'it stands inside a sentence';
  }
  if (isBare(place, line, start)) {
    const short = (leading !== undefined && longestLiteral < MIN_LEADING) || (!inside && !group.telling);
    if (short || (!isTextual(group, placed) && !isElided(placed))) return 'nothing shows that a program wrote the line';
    if (line.prefix.indent >= 4 && start.kind === 'prefix' && !isIntroduced(place.reader, line))
      return 'it is indented text';
  }
  const isLonger = trailing > 0 || goesOnBehindQuotes(placed, group);
  if (state === 'whole' && isLonger && agreed < MIN_TRAILING) return 'other text follows';
  if (state === 'cut' && !isCredibleCut(place, placed)) return absent ? missingText(absent) : 'the text ends too early';
  // What a cut took away is no sign against the text; what a gap lacks is.
  if (state === 'gap' && (agreed < MIN_GAP || share < MIN_GAP_SHARE || agreed < missing * 2))
    return absent ? missingText(absent) : 'the text ends too early';
  return '';
}

/** True where the last value is quoted and more words follow: `No module named 'x' in our image`. */
function goesOnBehindQuotes({ comparison, view }: Placed, { template }: TemplateGroup): boolean {
  const last = template.holes.at(-1)?.length === 0 ? undefined : comparison.holes.at(-1);
  const quote = last && view.bytes[last.start];
  if (!last || (quote !== QUOTE && quote !== APOSTROPHE)) return false;
  const close = view.bytes.indexOf(quote, last.start + 1);
  return close > 0 && close < last.end && isSpace(view.bytes[close + 1]) && isWord(view.bytes[close + 2]);
}

/** Says which literal is not there. */
export function missingText(literal: Uint8Array): string {
  return `the text “${decode(literal).trim()}” is missing`;
}

/** Layers that people and viewers put before a text, whoever wrote it. */
const copied = new Set(['quote-mark', 'pictograph', 'separator', 'bracket', 'box', 'grep', 'line-number', 'task']);

/** True where neither a prefix, nor an exception’s class, nor a field around it says that a program wrote the text. */
function isBare(place: Place, line: ReadLine, start: Start): boolean {
  if (place.outer !== null || (start.kind !== 'prefix' && start.kind !== 'label')) return false;
  return line.prefix.names.every((name) => copied.has(name));
}

/** True where the text alone is proof: nothing is missing or added that matters at its length. */
function isTextual(group: TemplateGroup, { comparison, view }: Placed): boolean {
  const { state, agreed, slips, trailing, ragged, holes } = comparison;
  const wraps = holes.some(({ start, end }) => view.bytes.subarray(start, end).includes(LF));
  if (trailing > 0 || (wraps && !group.template.multiline)) return false;
  if (state === 'whole') return slips === 0 || agreed >= MIN_GAP;
  return state === 'cut' && ragged && agreed >= MIN_TRAILING;
}

/** True where an ellipsis ends the text: somebody shortened it. */
function isElided({ comparison, view }: Placed): boolean {
  return withoutEllipsis(view.bytes, comparison.start, view.length) < view.length;
}

function isCredibleCut(place: Place, placed: Placed): boolean {
  const { comparison, view } = placed;
  const { agreed, share, ragged, lineEnd } = comparison;
  if (isElided(placed)) return agreed >= MIN_ELIDED || (agreed >= MIN_CUT && share >= MIN_CUT_SHARE);
  // A quoted text that is closed was not cut. What a hole took at the end of a text cut there is one value, no sentence.
  const tail = comparison.holes.at(-1);
  if (place.outer?.closed || (!ragged && tail && words(view.bytes, tail.start, tail.end) > 1)) return false;
  if (agreed >= MIN_CUT && share >= MIN_CUT_SHARE) return true;
  // grep and people take the first line of a message over several.
  if (lineEnd && agreed >= MIN_GAP) return true;
  // So much is no chance where the text ends in the middle of a sentence.
  const letters = view.bytes.subarray(comparison.start, comparison.end).filter(isWord).length;
  return ragged && letters >= MIN_LETTERS && view.bytes[trimEnd(view.bytes, 0, comparison.end) - 1] !== DOT;
}

/** Words of a range. */
function words(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (!isSpace(bytes[i]) && (i === start || isSpace(bytes[i - 1]))) count++;
  return count;
}

/** The text up to where enough was said. A line end that the template itself begins with is not looked at. */
function opening(group: TemplateGroup, placed: Placed): Uint8Array {
  const { bytes } = placed.view;
  let start = placed.comparison.start;
  while (isSpace(bytes[start])) start++;
  return bytes.subarray(start, firstWords(group, placed));
}

/** Where the literal stands with which enough was said: before it come values, marks around them and short words. */
function firstWords({ template }: TemplateGroup, { comparison }: Placed): number {
  const { literals } = template;
  let i = 0;
  for (let said = 0; i + 1 < literals.length; i++) {
    said += literals[i]?.filter(isWord).length ?? 0;
    if (said >= MIN_OPENING) break;
  }
  // Every literal but the first has a hole before it.
  const hole = (template.holes[0]?.length ?? 0) > 0 ? i : i - 1;
  return comparison.holes[hole]?.end ?? comparison.start;
}

function hasOddQuotes(bytes: Uint8Array, start: number, end: number): boolean {
  let single = 0;
  let double = 0;
  for (let i = start; i < end; i++) {
    if (bytes[i] === QUOTE) double++;
    // An apostrophe inside a word quotes nothing.
    else if (bytes[i] === APOSTROPHE && !(isWord(bytes[i - 1]) && isWord(bytes[i + 1]))) single++;
  }
  return single % 2 === 1 || double % 2 === 1;
}
