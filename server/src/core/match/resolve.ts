/** Chooses among the wordings found in a document: which stand, which are nested, which site each comes from. */
import { type CatalogSite, isOfThisMachine } from '../catalog/catalog';
import { decode } from './bytes';
import { isBelow, SMALLEST_WEIGHT, versionEvidence } from './evidence';
import type { Capture, Confidence, Match, MatchOptions } from './match';
import type { Occurrence, ScoredSite } from './occurrence';
import { pathAgreement, placesOf, provenPlace } from './sitePlaces';
import { StatedVersions } from './stated';

/** Share of the score that literal agreement makes up; evidence makes up the rest. */
const LITERAL_SHARE = 0.8;
const MAX_ALTERNATIVES = 16;
/** Sums of weights in hundredths are off by less. */
const ROUNDING = 1e-9;

/** Wordings that take the same span. */
interface Contest {
  readonly leader: Occurrence;
  /** Sites of all of them, best first. */
  readonly sites: readonly ScoredSite[];
  readonly nested: boolean;
}

interface Rivals {
  readonly leader: Occurrence;
  readonly rivals: Occurrence[];
  nested: boolean;
}

/** What is known beyond the occurrences themselves. */
export interface Knowledge {
  /** What the log has stated before them; takes in what they state. */
  readonly stated: StatedVersions;
  /** Occurrences that begin here or later are looked at again, with what comes after; they state nothing yet. */
  readonly until: number;
}

/** Matches of all occurrences of a document, by line, the best of a line first. */
export function resolve(
  occurrences: readonly Occurrence[],
  options: MatchOptions,
  knowledge: Knowledge = { stated: new StatedVersions(), until: Number.POSITIVE_INFINITY },
): Match[] {
  const matches: { readonly match: Match; readonly rank: number }[] = [];
  for (const cluster of clustersOf(occurrences)) {
    const contests = contestsOf(withoutCopies(cluster), knowledge.stated);
    for (const { leader } of contests) if (leader.recordStart < knowledge.until) knowledge.stated.note(leader);
    const hidden = contests.filter((contest) => isHidden(contest, options));
    for (const contest of contests) {
      if (hidden.includes(contest) || hidden.some(({ leader }) => holds(leader, contest.leader))) continue;
      if (isIgnored(contest, options)) continue;
      matches.push({ match: matchOf(contest, knowledge.stated), rank: contest.leader.rank });
    }
  }
  // What is explained comes before a text inside or around it whose place alone is known.
  const explained = ({ site }: Match): number => (site.kind === 'entry' ? 1 : 0);
  return matches
    .sort(
      (a, b) =>
        a.match.record.start - b.match.record.start || explained(b.match) - explained(a.match) || b.rank - a.rank,
    )
    .map(({ match }) => match);
}

/** Groups of occurrences whose spans overlap, in order. */
function clustersOf(occurrences: readonly Occurrence[]): Occurrence[][] {
  const sorted = [...occurrences].sort((a, b) => startOf(a) - startOf(b));
  const clusters: Occurrence[][] = [];
  let end = -1;
  for (const occurrence of sorted) {
    const last = clusters.at(-1);
    if (last && startOf(occurrence) < end) last.push(occurrence);
    else clusters.push([occurrence]);
    end = Math.max(end, endOf(occurrence));
  }
  return clusters;
}

/**
 * Occurrences without those sites of this machine that are statements of the catalog in the workspace or an installed
 * package: the catalog says more of them, also where it has a run-time part and the source shows a choice of texts.
 */
function withoutCopies(cluster: readonly Occurrence[]): readonly Occurrence[] {
  if (!cluster.some(({ sites }) => sites.some(({ site }) => isLocal(site)))) return cluster;
  const known = cluster.flatMap((occurrence) =>
    occurrence.sites.filter(({ site }) => !isLocal(site)).map(({ site }) => ({ site, start: startOf(occurrence) })),
  );
  return cluster.flatMap((occurrence) => {
    const start = startOf(occurrence);
    const isCopy = (site: CatalogSite): boolean =>
      isLocal(site) && known.some((other) => other.start === start && isSameStatement(other.site, site));
    const sites = occurrence.sites.filter(({ site }) => !isCopy(site));
    return sites.length > 0 ? [{ ...occurrence, sites }] : [];
  });
}

function isLocal({ origin }: CatalogSite): boolean {
  return isOfThisMachine(origin);
}

function isSameStatement(known: CatalogSite, local: CatalogSite): boolean {
  return placesOf(known).some(
    (place) => place.function === local.function && pathAgreement(local.file, place.file) === 'whole',
  );
}

/** The best occurrence takes its span; another one stands beside it only inside a hole, or around it. */
function contestsOf(cluster: readonly Occurrence[], stated: StatedVersions): Contest[] {
  const contests: Rivals[] = [];
  for (const occurrence of [...cluster].sort(byStrength)) {
    const overlapping = contests.filter(({ leader }) => overlap(leader, occurrence));
    const equal = overlapping.find(
      ({ leader }) => leader.rank === occurrence.rank && startOf(leader) === startOf(occurrence),
    );
    if (equal) {
      // A message over several lines is met on each line that holds a piece of it.
      const known = [equal.leader, ...equal.rivals].some(({ group }) => group === occurrence.group);
      if (!known) equal.rivals.push(occurrence);
      continue;
    }
    const apart = overlapping.every(({ leader }) => holds(leader, occurrence) || holds(occurrence, leader));
    if (!apart) continue;
    for (const contest of overlapping) if (holds(occurrence, contest.leader)) contest.nested = true;
    contests.push({
      leader: occurrence,
      rivals: [],
      nested: overlapping.some(({ leader }) => holds(leader, occurrence)),
    });
  }
  return contests.map(({ leader, rivals, nested }) => ({
    leader,
    sites: rankedSites([leader, ...rivals], stated),
    nested,
  }));
}

/** Of equal texts, which can be come upon from several lines, the one with most evidence leads, then the nearest. */
function byStrength(a: Occurrence, b: Occurrence): number {
  const weight = ({ sites }: Occurrence): number => Math.max(...sites.map((site) => site.weight));
  return (
    provenEntries(b) - provenEntries(a) || b.rank - a.rank || weight(b) - weight(a) || b.recordStart - a.recordStart
  );
}

function matchOf({ leader, sites, nested }: Contest, stated: StatedVersions): Match {
  const [best, ...others] = sites;
  if (!best) throw new Error('an occurrence without a site');
  const ties = others.filter(({ weight }) => best.weight - weight < SMALLEST_WEIGHT - ROUNDING);
  const { comparison, view, facts } = leader;
  const head = leader.traceback.head;
  return {
    site: best.site,
    record: {
      start: leader.recordStart,
      level: facts.level,
      process: facts.processes.length > 0 ? facts.processes.join(' ') : null,
      time: facts.time,
      logger: facts.logger,
      tag: facts.tag,
      exception: leader.exception,
      traceback: head ? head.view.rawAt(0) : null,
    },
    place: provenPlace(
      best.site,
      { tag: facts.tag, frame: leader.traceback.frames[0] },
      stated.of(best.site.project, leader),
    ),
    span: { start: startOf(leader), end: endOf(leader) },
    captures: capturesOf(),
    // A text that the workspace repeats makes the catalog’s own no less sure.
    confidence: confidenceOf(leader, ties.filter(({ site }) => isLocal(best.site) || !isLocal(site)).length),
    score: scoreOf(comparison.share, best.weight),
    evidence: [
      {
        what: agreementText(comparison, leader.group.template.literalBytes),
        weight: LITERAL_SHARE * comparison.share,
      },
      ...best.evidence,
    ],
    alternatives: ties.slice(0, MAX_ALTERNATIVES).map(({ site }) => site),
    nested,
  };

  function capturesOf(): Capture[] {
    return comparison.holes.map(({ names, start, end }) => ({
      name: names.join(' '),
      // A terminal’s wrap is no part of a value.
      text: comparison.broken ? decode(view.bytes, start, end).replaceAll('\n', '') : decode(view.bytes, start, end),
      span: { start: view.rawAt(start), end: view.rawAt(end) },
    }));
  }
}

/** How much of a wording’s own text is there, in words. */
function agreementText({ agreed, slips }: Occurrence['comparison'], whole: number): string {
  if (agreed < whole) return `${Math.floor((100 * agreed) / whole)} % of its own text is there`;
  return slips > 0 ? 'all of its own text is there, written a little differently' : 'all of its own text is there';
}

/**
 * Sites by weight; among equals those of the catalog first, of these one with an entry, then one that is still in the newest
 * version, then the one that was there last.
 */
function rankedSites(occurrences: readonly Occurrence[], stated: StatedVersions): ScoredSite[] {
  const order = ({ site }: ScoredSite): number =>
    // An entry's versions are those of all its wordings; the line says whether this one still stands.
    (isLocal(site) ? 4 : 0) +
    (site.kind === 'entry' ? 0 : 2) +
    (site.versions.last === null && site.lineIn === undefined ? 0 : 1);
  const scored = new Map<CatalogSite, ScoredSite>();
  for (const occurrence of occurrences) {
    for (const one of occurrence.sites) {
      const known = scored.get(one.site);
      const full = inVersion(one, occurrence, stated);
      if (!known || known.weight < full.weight) scored.set(one.site, full);
    }
  }
  return [...scored.values()].sort(
    (a, b) => b.weight - a.weight || order(a) - order(b) || lastVersion(b.site) - lastVersion(a.site),
  );
}

/** Adds what the stated version says for or against a site. */
function inVersion(scored: ScoredSite, occurrence: Occurrence, stated: StatedVersions): ScoredSite {
  const version = stated.of(scored.site.project, occurrence);
  const evidence = version === undefined ? undefined : versionEvidence(scored.site, version);
  if (!evidence) return scored;
  return { ...scored, evidence: [...scored.evidence, evidence], weight: scored.weight + evidence.weight };
}

/** Number of the last version that had the site; -1 where that is not known. */
function lastVersion({ history, versions }: CatalogSite): number {
  return history?.versions.indexOf(versions.last ?? '') ?? -1;
}

function confidenceOf({ comparison }: Occurrence, ties: number): Confidence {
  if (comparison.state !== 'whole' || comparison.trailing > 0) return 'possible';
  return ties > 0 || comparison.slips > 0 ? 'likely' : 'exact';
}

function scoreOf(share: number, weight: number): number {
  const score = LITERAL_SHARE * share + Math.max(-0.2, Math.min(0.2, weight));
  return Math.round(Math.max(0, Math.min(1, score)) * 1000) / 1000;
}

/** True where the winning site logs below the wanted level: the line then has no match. */
function isHidden({ sites: [best] }: Contest, options: MatchOptions): boolean {
  return best?.site.level != null && isBelow(best.site.level, options.level);
}

function isIgnored({ sites: [best] }: Contest, { ignored }: MatchOptions): boolean {
  return best !== undefined && ignored?.has(best.site.code) === true;
}

/**
 * 1 where an entry asks for a proof and has it, else 0: a library’s own, longer wording of the same text says less than
 * the entry of the program that the proof names.
 */
function provenEntries({ sites }: Occurrence): number {
  return sites.some(({ site }) => site.kind === 'entry' && site.context.length > 0) ? 1 : 0;
}

/** True where the inner occurrence stands inside a hole of the outer one. */
function holds(outer: Occurrence, inner: Occurrence): boolean {
  return outer.comparison.holes.some(
    ({ start, end }) => outer.view.rawAt(start) <= startOf(inner) && endOf(inner) <= outer.view.rawAt(end),
  );
}

function overlap(a: Occurrence, b: Occurrence): boolean {
  return startOf(a) < endOf(b) && startOf(b) < endOf(a);
}

function startOf({ view, comparison }: Occurrence): number {
  return view.rawAt(comparison.start);
}

function endOf({ view, comparison }: Occurrence): number {
  return view.rawAt(comparison.end);
}
