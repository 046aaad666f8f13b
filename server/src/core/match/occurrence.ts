/** One wording found at one place of a text, with the sites that it can come from. */
import { type CatalogSite, isOfThisMachine } from '../catalog/catalog';
import { disbelief } from './belief';
import { encode, indexOf, isLetter } from './bytes';
import type { Comparison } from './compare';
import {
  contradicts,
  evidenceFor,
  isNamed,
  isOfAnotherClass,
  isRaisedIn,
  pointsAt,
  type Surroundings,
} from './evidence';
import type { TemplateGroup } from './groups';
import type { Evidence } from './match';
import { type Place, recordStartOf } from './place';
import { bestPlace, type Placed, placeOn, rankOf } from './placing';
import type { PrefixFacts } from './prefix/layer';
import type { ReadLine } from './reader';
import { framesBelow, recordLines, type Traceback, tracebackAbove } from './record';
import { isRaise } from './sitePlaces';
import type { Start } from './starts';
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

/** True for an occurrence, as against a miss. */
export function isOccurrence(result: Occurrence | Miss | undefined): result is Occurrence {
  return result !== undefined && 'sites' in result;
}

/** A wording that begins on a line. */
export function occurrenceOn(place: Place, line: ReadLine, group: TemplateGroup): Occurrence | Miss | undefined {
  return line.occurrence(group, () => {
    const best = placeOn(place.reader, line, group);
    return best && judged(place, line, group, best);
  });
}

/** A wording inside a hole of another one; `end` is the hole’s end. */
export function occurrenceIn(
  place: Place,
  outer: Occurrence,
  group: TemplateGroup,
  starts: readonly Start[],
  end: number,
): Occurrence | Miss | undefined {
  const best = bestPlace(group, outer.view, starts, end);
  return best && judged(place, outer.line, group, best, true);
}

function judged(place: Place, line: ReadLine, group: TemplateGroup, placed: Placed, inside = false): Occurrence | Miss {
  const reason = disbelief(place, line, group, placed, inside);
  if (reason) return { group, reason };
  const around = surroundings(place, line, group, placed.start);
  const sites = allowedSites(place, line, group, around, inside);
  if (sites.length === 0) return { group, reason: contextReason(group) };
  return {
    group,
    line,
    recordStart: recordStartOf(place, line),
    start: placed.start,
    view: placed.view,
    comparison: placed.comparison,
    rank: rankOf(placed.comparison),
    facts: around.facts,
    exception: around.exception,
    // Few are asked for it, and it takes reading the lines above.
    get traceback() {
      return tracebackAbove(place.reader, line);
    },
    sites,
  };
}

function surroundings({ reader, outer }: Place, line: ReadLine, group: TemplateGroup, start: Start): Surroundings {
  // The class before a quoted text is the class of what begins it.
  const inherited = line.prefix.names.length === 0 && start.at === line.prefix.textStart ? outer?.exception : null;
  const printed = start.exception ?? inherited ?? null;
  return {
    facts: outer ? merged(outer.facts, line.prefix.facts) : line.prefix.facts,
    exception: group.classOnly ? (printed ?? group.sites[0]?.exception ?? null) : printed,
    logged: printed === null && (line.prefix.log || outer?.log === true),
    direct: outer === null && start.kind === 'prefix',
    get framesAbove() {
      return tracebackAbove(reader, line).frames;
    },
    get framesBelow() {
      return framesBelow(reader, line);
    },
  };
}

/** Sites that may be meant: a weak text needs its context, or evidence that ties the line to the site. */
function allowedSites(
  place: Place,
  line: ReadLine,
  group: TemplateGroup,
  around: Surroundings,
  inside: boolean,
): ScoredSite[] {
  const allowed: ScoredSite[] = [];
  for (const site of group.sites) {
    const evidence = evidenceFor(site, around);
    if (group.weak && !group.classOnly && isUnclaimed(site, around, evidence, inside)) continue;
    if (!isAllowed(place, line, group, site, around, evidence)) continue;
    allowed.push({ site, evidence, weight: evidence.reduce((sum, { weight }) => sum + weight, 0) });
  }
  return allowed;
}

/**
 * True where a short text is not what a site raised: another class stands before it, or, inside a value of another message,
 * none does and nothing else leads there. Words such as `unhandled {name}` are part of many sentences. An entry says itself
 * what must stand near, and its versions may have raised other classes.
 */
function isUnclaimed(site: CatalogSite, around: Surroundings, evidence: readonly Evidence[], inside: boolean): boolean {
  if (site.kind === 'entry') return false;
  if (isOfAnotherClass(site, around)) return true;
  return inside && isRaise(site) && around.exception === null && !pointsAt(evidence);
}

function isAllowed(
  place: Place,
  line: ReadLine,
  group: TemplateGroup,
  site: CatalogSite,
  around: Surroundings,
  evidence: readonly Evidence[],
): boolean {
  if (contradicts(site, around)) return false;
  if (group.classOnly && !isRaisedIn(site, around)) return false;
  if (site.context.length > 0 && isOfThisMachine(site.origin) && !isNamed(site, around)) return false;
  if (site.context.length > 0) return contextStands(place, line, contextOf(site));
  return !group.weak || group.classOnly || pointsAt(evidence);
}

/** The context of sites that were asked for, as bytes. */
const contexts = new WeakMap<CatalogSite, readonly Uint8Array[]>();

function contextOf(site: CatalogSite): readonly Uint8Array[] {
  const known = contexts.get(site) ?? site.context.map(encode);
  contexts.set(site, known);
  return known;
}

/** True where one of the texts stands in the record or traceback, or around the quoted text that holds it. */
function contextStands({ reader, outer }: Place, line: ReadLine, context: readonly Uint8Array[]): boolean {
  const stands = recordLines(reader, line).some(({ view }) => context.some((text) => hasProof(view.bytes, text)));
  return stands || (outer !== null && contextStands(outer.place, outer.line, context));
}

/** A text that begins with fewer letters is part of many words: `ray.` of `array.`, `hip` of `relationship`. */
const LEAST_LETTERS = 4;

/** True where a text stands; one that begins with few letters, only from the beginning of a word on. */
function hasProof(bytes: Uint8Array, text: Uint8Array): boolean {
  const isShort = isLetter(text[0]) && !text.subarray(0, LEAST_LETTERS).every(isLetter);
  for (let at = indexOf(bytes, text, 0, bytes.length); at >= 0; at = indexOf(bytes, text, at + 1, bytes.length)) {
    if (!isShort || !isLetter(bytes[at - 1])) return true;
  }
  return false;
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
