/** Where on a line, and on the lines that continue it, a wording stands. */
import { COLON, DOT, decode, indexOf, isWord, skipSpaces } from './bytes';
import { type Comparison, compare, MIN_OPENING_CUT, slipsFor } from './compare';
import type { TemplateGroup } from './groups';
import { find } from './literal';
import type { Reader, ReadLine } from './reader';
import { joined } from './record';
import { headsFrom, isExceptionClass, type Start } from './starts';
import type { TextView } from './view';

/** A wording at a place of a text. */
export interface Placed {
  readonly start: Start;
  /** The text that was compared; positions of the comparison count in it. */
  readonly view: TextView;
  readonly comparison: Comparison;
}

/** Longest exception class, with its module, that is looked for before a wrap. */
const MAX_CLASS = 160;

/** The best place of a wording that begins on a line. */
export function placeOn(reader: Reader, line: ReadLine, group: TemplateGroup): Placed | undefined {
  const { starts } = line;
  const single = group.classOnly ? classAlone(group, line, starts) : bestPlace(group, line.view, starts, line.end);
  const longer = goesOn(group, line, starts, single) ? joined(reader, line) : undefined;
  const whole = longer && bestPlace(group, longer, startsIn(longer, line, starts), longer.length);
  return whole && (!single || rankOf(whole.comparison) >= rankOf(single.comparison)) ? whole : single;
}

/** Agreeing bytes count first; a gap, slips, an end that is missing and text left over count against. */
export function rankOf({ agreed, missing, slips, trailing, state }: Comparison): number {
  return agreed - missing / 2 - slips - (trailing > 0 || state === 'cut' ? 4 : 0) + (state === 'whole' ? 1 : 0);
}

/** The best place of a wording among starts of a text that ends at `end`. */
export function bestPlace(
  group: TemplateGroup,
  view: TextView,
  starts: readonly Start[],
  end: number,
): Placed | undefined {
  let best: Placed | undefined;
  if (isHopeless(group, view.bytes, starts, end)) return undefined;
  for (const start of starts) {
    if (start.at >= end) continue;
    const comparison = compare(group.template, view.bytes, start.at, end);
    if (!comparison || comparison.trailing === Number.POSITIVE_INFINITY) continue;
    if (comparison.state === 'whole' && comparison.trailing + comparison.slips === 0)
      return { start, view, comparison };
    // Starts come strongest first, so that a later one must be better, not as good.
    if (!best || rankOf(comparison) > rankOf(best.comparison)) best = { start, view, comparison };
  }
  return best;
}

/** True for a template that begins with a hole where its first literal stands nowhere: looked for once, not per start. */
function isHopeless({ template }: TemplateGroup, bytes: Uint8Array, starts: readonly Start[], end: number): boolean {
  const [whole] = template.literals;
  if (whole === undefined || template.holes[0]?.length === 0) return false;
  // The text may be cut behind so much.
  const literal = whole.subarray(0, MIN_OPENING_CUT);
  const first = starts.reduce((least, { at }) => Math.min(least, at), end);
  const slips = slipsFor(literal);
  return !find(literal, bytes, first, end, 0) && (slips === 0 || !find(literal, bytes, first, end, slips));
}

/** An exception class alone on its line, with or without its module and a colon. */
function classAlone(group: TemplateGroup, line: ReadLine, starts: readonly Start[]): Placed | undefined {
  const name = group.template.literals[0] ?? new Uint8Array();
  const { bytes } = line.view;
  for (const start of starts) {
    if (start.kind !== 'prefix') continue;
    let stop = start.at;
    while (stop < line.end && (isWord(bytes[stop]) || bytes[stop] === DOT)) stop++;
    const after = skipSpaces(bytes, bytes[stop] === COLON ? stop + 1 : stop, line.end);
    const named = indexOf(bytes, name, stop - name.length, stop) === stop - name.length;
    const begins = stop - name.length === start.at || bytes[stop - name.length - 1] === DOT;
    if (after < line.end || stop - name.length < start.at || !named || !begins) continue;
    const comparison = compare(group.template, bytes, stop - name.length, stop);
    if (comparison) return { start, view: line.view, comparison };
  }
  return undefined;
}

/** True where the next lines can make a difference: the message began here, and its end is not here. */
function goesOn(group: TemplateGroup, line: ReadLine, starts: readonly Start[], single: Placed | undefined): boolean {
  // A text of a few bytes is not put together from pieces.
  if (group.weak && !group.template.multiline) return false;
  if (single) return single.comparison.state !== 'whole' || group.template.multiline;
  // The text begins with a hole that fills the line, or on the next line, as mail programs wrap it.
  return (group.template.holes[0]?.length ?? 0) > 0 || isClassAlone(line) || starts.some(({ at }) => at >= line.end);
}

/** True for a line that a wrap broke between an exception’s class and its colon. */
function isClassAlone({ view, prefix, end }: ReadLine): boolean {
  return isExceptionClass(decode(view.bytes, prefix.textStart, Math.min(end, prefix.textStart + MAX_CLASS)));
}

function startsIn(longer: TextView, line: ReadLine, starts: readonly Start[]): readonly Start[] {
  return isClassAlone(line) ? headsFrom(longer.bytes, line.prefix.textStart, longer.length) : starts;
}
