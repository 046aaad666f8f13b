/** `explain --json`: one match a line, with its incident and the incidents before and after it. */
import type { CatalogSite } from '../core/catalog/catalog';
import type { Incident } from '../core/incident/incident';
import type { IncidentCollector } from '../core/incident/incidents';
import type { MatchReport, ScannedMatch } from '../core/match/match';
import type { FindPlaces } from '../node/local/installed';
import type { Output } from './command';
import { safeJson } from './jsonLine';

/** Most matches held back, so that what follows from them can be named: some ten megabytes. */
const mostHeld = 20_000;

/** Characters written at once. */
const writtenAtOnce = 1 << 16;

/** Sites of which texts are kept; more are forgotten, and their texts made again. */
const mostShared = 10_000;

/** Writes matches in order, each once enough is known of what follows. */
export interface JsonMatches {
  add(log: string, scanned: ScannedMatch, group: string): Promise<void>;
  /** Writes what is held back, with the links that are known by now. */
  flush(): Promise<void>;
}

/** A match as text. Most of it says what is true of every match of its site, and is held once for all of them. */
interface Held {
  readonly group: string;
  /** What only this match says, from brace to brace. */
  readonly own: string;
  /** What is said of the site, and where in `own` it is put. */
  readonly site: string;
  readonly siteAt: number;
  /** What is said besides, and where. */
  readonly besides: string;
  readonly besidesAt: number;
}

/**
 * Starts writing to `output`. Consequences are only known when they come, so matches are held back: all of them until
 * they are flushed, or the first half of them whenever there are too many.
 */
export function createJsonMatches(
  output: Output,
  incidents: IncidentCollector,
  places?: FindPlaces,
  maxHeld: number = mostHeld,
): JsonMatches {
  // Text takes a fraction of what the matches themselves do.
  let held: Held[] = [];
  const texts = new SiteTexts();
  const write = async (count: number): Promise<void> => {
    const links = new Map(incidents.incidents().map(({ id, causedBy, causeOf }) => [id, { causeOf, causedBy }]));
    const ready = held.slice(0, count);
    held = held.slice(count);
    let pending = '';
    for (const one of ready) {
      pending += textOf(one, links.get(one.group) ?? { causeOf: [], causedBy: [] });
      if (pending.length < writtenAtOnce) continue;
      await output.write(pending);
      pending = '';
    }
    if (pending !== '') await output.write(pending);
  };
  return {
    add: async (log, { match, report, byteOffset }, group) => {
      const { line, endLine, start, end, place, confidence, score, captures, origin } = report;
      const where = { line, endLine, start, end };
      const found = { place, confidence, score, captures };
      const last = { origin, log, byteOffset, group, here: places?.(match.site) };
      const own = safeJson({ ...where, ...found, ...last });
      held.push({
        group,
        own,
        site: texts.of(match.site, report),
        siteAt: members(where).length + 2,
        besides: texts.besides(report),
        besidesAt: own.length - 1 - members(last).length,
      });
      if (held.length >= maxHeld) await write(maxHeld / 2);
    },
    flush: () => write(held.length),
  };
}

/** The whole line of a match, with the incidents before and after its own. */
function textOf(
  { own, site, siteAt, besides, besidesAt }: Held,
  links: Pick<Incident, 'causeOf' | 'causedBy'>,
): string {
  const [where, found, last] = [own.slice(0, siteAt), own.slice(siteAt, besidesAt), own.slice(besidesAt, -1)];
  return `${where}${site},${found}${besides},${last},${members(links)}}\n`;
}

/** What is said of sites, as members of JSON without the braces around them. */
class SiteTexts {
  /** By site, and the exception that it raised: versions of a site differ in it. */
  private readonly bySite = new Map<CatalogSite, { readonly exception: string | null; readonly text: string }>();
  private readonly others = new Map<string, string>();

  /** From the kind of a site to its versions. */
  of(site: CatalogSite, report: MatchReport): string {
    const { kind, code, project, template, exception, level, file, lineAtRef, function: name, versions } = report;
    const known = this.bySite.get(site);
    if (known?.exception === exception) return known.text;
    const said = { kind, code, project, template, exception, level, file, lineAtRef, function: name, versions };
    const text = members(said);
    if (this.bySite.size >= mostShared) this.bySite.clear();
    this.bySite.set(site, { exception, text });
    return text;
  }

  /** The role of a site, and the sites that fit as well. */
  besides({ role, alternatives }: MatchReport): string {
    const text = members({ role, alternatives });
    const known = this.others.get(text);
    if (known !== undefined) return known;
    if (this.others.size >= mostShared) this.others.clear();
    this.others.set(text, text);
    return text;
  }
}

/** The members of an object as JSON, without its braces. */
function members(value: object): string {
  return safeJson(value).slice(1, -1);
}
