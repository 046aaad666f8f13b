/** One wording found at one place of a line, with the sites that it can come from. */
import type { CatalogSite } from '../catalog/catalog';
import { APOSTROPHE, COLON, DOT, decode, encode, indexOf, isSpace, isWord, LF, QUOTE, skipSpaces } from './bytes';
import { type Comparison, compare, withoutEllipsis } from './compare';
import { evidenceFor, pointsAt, type Surroundings } from './evidence';
import type { TemplateGroup } from './groups';
import type { Evidence } from './match';
import type { PrefixFacts } from './prefix/layer';
import type { Reader, ReadLine } from './reader';
import { framesBelow, isIntroduced, joined, recordLines, type Traceback, tracebackAbove } from './record';
import { headsFrom, isExceptionClass, type Start } from './starts';
import { WEAK_LITERAL } from './template';
import type { TextView } from './view';

/** A site with what speaks for it. */
export interface ScoredSite {
  readonly site: CatalogSite;
  readonly evidence: readonly Evidence[];
  /** Sum of the weights. */
  readonly weight: number;
}

/** A wording found in a text. */
export interface Occurrence {
  readonly group: TemplateGroup;
  readonly line: ReadLine;
  /** Raw offset of the physical line in which the record begins, also for a quoted text. */
  readonly recordStart: number;
  readonly start: Start;
  /** The text that was compared; positions of {@link Occurrence.comparison} count in it. */
  readonly view: TextView;
  readonly comparison: Comparison;
  /** Bytes of agreeing literal text, less what speaks against it: what candidates are ordered by. */
  readonly rank: number;
  readonly facts: PrefixFacts;
  readonly exception: string | null;
  readonly traceback: Traceback;
  /** Sites that the surroundings allow, never empty. */
  readonly sites: readonly ScoredSite[];
}

/** Why a wording that came near was not taken. */
export interface Miss {
  readonly group: TemplateGroup;
  readonly reason: string;
}

/** What a quoted text inherits from the line around it. */
export interface Outer {
  /** Raw offset of the outermost line. */
  readonly recordStart: number;
  readonly facts: PrefixFacts;
  readonly exception: string | null;
  readonly log: boolean;
  /** True where the quoted text has its closing mark. */
  readonly closed: boolean;
}

/** A document and what stands around it. */
export interface Place {
  readonly reader: Reader;
  readonly outer: Outer | null;
}

/** Text after a whole template is forgiven from this much agreeing text on. */
const MIN_TRAILING = 32;
const MIN_CUT = 20;
const MIN_ELIDED = 24;
const MIN_GAP = 48;
/** A text that begins with a hole must have a literal of this length where nothing else tells. */
const MIN_BARE_LEADING = 24;
/** Longest exception class, with its module, that is looked for before a wrap. */
const MAX_CLASS = 160;
/** A text inside a sentence must have a literal of this length. */
const MIN_INNER = WEAK_LITERAL;

/** The best place of a wording on a line, among the starts given. */
export function occurrenceOn(
  place: Place,
  line: ReadLine,
  group: TemplateGroup,
  starts: readonly Start[] = line.starts,
): Occurrence | Miss | undefined {
  const single = group.classOnly
    ? classComparison(group, line, starts)
    : bestComparison(group, line.view, starts, line.end);
  const longer = goesOn(group, line, starts, single) ? joined(place.reader, line) : undefined;
  const whole = longer && bestComparison(group, longer, startsIn(longer, line, starts), longer.length);
  const best = whole && (!single || rankOf(whole.comparison) >= rankOf(single.comparison)) ? whole : single;
  if (!best) return undefined;
  return judged(place, line, group, best);
}

interface Placed {
  readonly start: Start;
  readonly view: TextView;
  readonly comparison: Comparison;
}

/** A wording inside a hole of another one; `end` is the hole’s end. */
export function occurrenceIn(
  place: Place,
  outer: Occurrence,
  group: TemplateGroup,
  starts: readonly Start[],
  end: number,
): Occurrence | Miss | undefined {
  const best = bestComparison(group, outer.view, starts, end);
  return best && judged(place, outer.line, group, best);
}

function judged(place: Place, line: ReadLine, group: TemplateGroup, best: Placed): Occurrence | Miss {
  const { comparison, start, view } = best;
  const reason = disbelief(place, line, group, best);
  if (reason) return { group, reason };
  const inherits = place.outer !== null && line.prefix.names.length === 0;
  const facts = place.outer ? merged(place.outer.facts, line.prefix.facts) : line.prefix.facts;
  const exception =
    start.exception ?? (inherits && start.at === line.prefix.textStart ? (place.outer?.exception ?? null) : null);
  const traceback = tracebackAbove(place.reader, line);
  const around: Surroundings = {
    facts,
    exception: group.classOnly ? (start.exception ?? group.sites[0]?.exception ?? null) : exception,
    logged: exception === null && (line.prefix.log || (place.outer?.log ?? false)),
    framesAbove: traceback.frames,
    framesBelow: framesBelow(place.reader, line),
  };
  const sites = allowedSites(place, line, group, around);
  if (sites.length === 0) return { group, reason: contextReason(group) };
  return {
    group,
    line,
    recordStart: place.outer?.recordStart ?? line.view.rawAt(0),
    start,
    view,
    comparison,
    rank: rankOf(comparison),
    facts,
    exception: around.exception,
    traceback,
    sites,
  };
}

/** Agreeing bytes count first; a gap, slips, an end that is missing and text left over count against. */
function rankOf({ agreed, missing, slips, trailing, state }: Comparison): number {
  return agreed - missing / 2 - slips - (trailing > 0 || state === 'cut' ? 4 : 0) + (state === 'whole' ? 1 : 0);
}

function bestComparison(
  group: TemplateGroup,
  view: TextView,
  starts: readonly Start[],
  end: number,
): Placed | undefined {
  let best: Placed | undefined;
  for (const start of starts) {
    if (start.at >= end) continue;
    const comparison = compare(group.template, view.bytes, start.at, end);
    if (!comparison || comparison.trailing === Number.POSITIVE_INFINITY) continue;
    // Starts come strongest first, so that a later one must be better, not as good.
    if (!best || rankOf(comparison) > rankOf(best.comparison)) best = { start, view, comparison };
  }
  return best;
}

/** An exception class alone on its line, with or without its module and a colon. */
function classComparison(group: TemplateGroup, line: ReadLine, starts: readonly Start[]): Placed | undefined {
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

/** Why a comparison does not count as this message; empty where it does. */
function disbelief(place: Place, line: ReadLine, group: TemplateGroup, placed: Placed): string {
  const { comparison, start, view } = placed;
  const { state, agreed, missing, share, trailing, holes } = comparison;
  const { longestLiteral } = group.template;
  if (start.kind === 'inner' && (longestLiteral < MIN_INNER || state !== 'whole')) return 'it stands inside a sentence';
  const leading = (group.template.holes[0]?.length ?? 0) > 0 ? holes[0] : undefined;
  if (leading && hasOddQuotes(view.bytes, leading.start, leading.end)) return 'it begins inside a quoted text';
  if (isBare(place, line, start)) {
    const short = leading !== undefined && longestLiteral < MIN_BARE_LEADING;
    if (short || (!isTextual(group, placed) && !isElided(placed))) return 'nothing shows that a program wrote the line';
    if (line.prefix.indent >= 4 && start.kind === 'prefix' && !isIntroduced(place.reader, line))
      return 'it is indented text';
  }
  if (state === 'whole' && trailing > 0 && agreed < MIN_TRAILING) return 'other text follows';
  if (state === 'cut' && !isCredibleCut(place, placed)) return 'the text ends too early';
  // What a cut took away is no sign against the text; what a gap lacks is.
  if (state === 'gap' && (agreed < MIN_GAP || share < 0.4 || agreed < missing * 2))
    return 'parts of the text are missing';
  return '';
}

/** True where neither a prefix, nor an exception’s class, nor a field around it says that a program wrote the text. */
function isBare(place: Place, line: ReadLine, start: Start): boolean {
  return place.outer === null && line.prefix.names.length === 0 && (start.kind === 'prefix' || start.kind === 'label');
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
  const { agreed, share, ragged } = comparison;
  if (isElided(placed)) return agreed >= MIN_ELIDED || (agreed >= MIN_CUT && share >= 0.5);
  // A quoted text that is closed was not cut. What a hole took at the end of a text cut there is one value, no sentence.
  const tail = comparison.holes.at(-1);
  if (place.outer?.closed || (!ragged && tail && holdsSpace(view.bytes, tail.start, tail.end))) return false;
  return agreed >= MIN_CUT && share >= 0.5;
}

function holdsSpace(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (isSpace(bytes[i])) return true;
  return false;
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

/** Sites that may be meant: a weak text needs its context, or evidence that ties the line to the site. */
function allowedSites(place: Place, line: ReadLine, group: TemplateGroup, around: Surroundings): ScoredSite[] {
  const allowed: ScoredSite[] = [];
  for (const site of group.sites) {
    const evidence = evidenceFor(site, around);
    if (group.classOnly && !raisedIn(site, around)) continue;
    if (site.context.length > 0) {
      if (!contextStands(place, line, site.context)) continue;
    } else if (group.weak && !group.classOnly && !pointsAt(evidence)) continue;
    allowed.push({ site, evidence, weight: evidence.reduce((sum, { weight }) => sum + weight, 0) });
  }
  return allowed;
}

/** True where the nearest frame of the traceback is the site’s own function. */
function raisedIn(site: CatalogSite, around: Surroundings): boolean {
  const evidence = evidenceFor(site, around);
  return evidence.some(({ what }) => what === `raised in ${around.framesAbove[0]?.function}`);
}

function contextStands(place: Place, line: ReadLine, context: readonly string[]): boolean {
  const needles = context.map(encode);
  return recordLines(place.reader, line).some(({ view }) =>
    needles.some((needle) => indexOf(view.bytes, needle, 0, view.length) >= 0),
  );
}

function contextReason(group: TemplateGroup): string {
  const context = [...new Set(group.sites.flatMap((site) => site.context))];
  if (group.classOnly) return 'the traceback above does not end in this site';
  return context.length > 0
    ? `none of its context stands near: ${context.join(', ')}`
    : 'nothing ties the short text to this site';
}

function merged(outer: PrefixFacts, inner: PrefixFacts): PrefixFacts {
  return {
    level: inner.level ?? outer.level,
    processes: [...outer.processes, ...inner.processes],
    time: inner.time ?? outer.time,
    logger: inner.logger ?? outer.logger,
    tag: inner.tag ?? outer.tag,
  };
}

/** True for an occurrence, as against a miss. */
export function isOccurrence(result: Occurrence | Miss | undefined): result is Occurrence {
  return result !== undefined && 'sites' in result;
}

/** Position where the text of a hole begins, past quote marks. */
export function textOfHole(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (isSpace(bytes[at]) || bytes[at] === 34 || bytes[at] === 39)) at++;
  return at;
}
