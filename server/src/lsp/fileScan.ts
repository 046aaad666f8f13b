/** Looks through a log whose bytes come piece by piece: errors, what set off what, when, and where its lines are. */
import type { LocalPart } from '../core/bundle';
import type { Entry } from '../core/catalog/entry';
import type { Incident, Occurrence } from '../core/incident/incident';
import { createIncidents, type IncidentCollector } from '../core/incident/incidents';
import { tellStories } from '../core/incident/stories';
import { TimelineBuilder } from '../core/incident/timeline';
import type { Match, MatchOptions, ScannedMatch } from '../core/match/match';
import type { Scanner } from '../core/match/scanner';
import { logPage } from '../core/render/logPage';
import { sizeText } from '../core/render/size';
import { english, type Words } from '../core/render/words';
import type { ErrorLookup } from '../core/service';
import { LineCounter, type LineIndex, type Place, placeOf } from './lineIndex';
import { toLogStories } from './logErrors';
import type { LogStory } from './protocol';

/** What to look through. Plain data, since another thread may do it. */
export interface ScanJob {
  readonly path: string;
  readonly options: MatchOptions;
  /** Locale of the labels of its page. */
  readonly locale: string | undefined;
  /** Entries of the workspace, and sites of this machine. */
  readonly entries: readonly Entry[];
  readonly local: readonly LocalPart[];
}

/** How far a scan is. */
export interface ScanProgress {
  /** Bytes looked through. */
  readonly bytes: number;
  /** Errors found so far, each occurrence counted. */
  readonly errors: number;
}

/** One error at one place. */
export interface FoundMatch extends Pick<Match, 'confidence'> {
  readonly site: Pick<Match['site'], 'code' | 'project' | 'file' | 'line' | 'lineIn'>;
  readonly start: Place;
  readonly end: Place;
}

/** What a log says. Plain data. */
export interface ScanReport {
  /** Lines of what was read. */
  readonly index: LineIndex;
  /** Not all of the file was read. */
  readonly stopped: boolean;
  /** Causes first. */
  readonly stories: readonly LogStory[];
  /** The first errors of the log, in its order. */
  readonly matches: readonly FoundMatch[];
  /** Body of a page. */
  readonly html: string;
}

/** Most places kept one by one. */
const maxMatches = 1000;

/** Most stories listed. */
const maxStories = 1000;

/** One scan. */
export class FileScan {
  readonly #lines = new LineCounter();
  readonly #timeline = new TimelineBuilder();
  readonly #scanner: Scanner;
  readonly #incidents: IncidentCollector;
  readonly #matches: ScannedMatch[] = [];
  #taken = 0;
  #bytes = 0;
  #errors = 0;

  /** @param title name of the log, as a page shows it */
  constructor(
    private readonly lookup: ErrorLookup,
    options: MatchOptions,
    private readonly title: string,
    private readonly words: Words = english,
  ) {
    this.#scanner = lookup.createScanner(options);
    this.#incidents = createIncidents(lookup.catalog);
  }

  /** How far it is. */
  get progress(): ScanProgress {
    return { bytes: this.#bytes, errors: this.#errors };
  }

  /**
   * The errors found since this was last called, by lines as the scanner counts them. Where a lone CR ends a line for an
   * editor, only the report knows its number.
   */
  takeFound(): FoundMatch[] {
    const fresh = this.#matches.slice(this.#taken);
    this.#taken = this.#matches.length;
    return fresh.map(({ match, report: { line, start, endLine, end } }) =>
      foundMatch(match, { line, character: start }, { line: endLine, character: end }),
    );
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    this.#lines.push(chunk);
    this.#take(this.#scanner.push(chunk));
  }

  /**
   * What was found. `read` gives bytes of the same file again.
   *
   * @param stopped whether there was more to read
   */
  end(stopped: boolean, read: (start: number, end: number) => Uint8Array): ScanReport {
    this.#take(this.#scanner.end());
    const { catalog } = this.lookup;
    const index = this.#lines.end();
    const lineAt = (byteOffset: number): number => placeOf(index, byteOffset, read).line;
    const lines = memoized(({ first, last, example }: Incident) => ({
      first: lineAt(first.byteOffset),
      last: lineAt(last.byteOffset),
      example: lineAt(example.byteOffset),
    }));
    const incidents = this.#incidents.incidents();
    const stories = tellStories(incidents, catalog).slice(0, maxStories);
    const html = logPage(
      {
        title: this.title,
        words: this.words,
        facts: this.#facts(incidents.length, index, stopped),
        stories,
        timeline: this.#timeline.timeline(this.#bytes),
        lineOf: (incident, which) => lines(incident)[which],
      },
      catalog,
    );
    const place = (offset: number): Place => placeOf(index, offset, read);
    const matches = this.#matches.map(({ match }) => foundMatch(match, place(match.span.start), place(match.span.end)));
    return { index, stopped, stories: toLogStories(stories, catalog, this.words, lines), matches, html };
  }

  #take(found: readonly ScannedMatch[]): void {
    this.#errors += found.length;
    for (const scanned of found) {
      const id = this.#incidents.add(this.title, scanned);
      this.#timeline.add(id, scanned.byteOffset, scanned.match.record.time satisfies Occurrence['time']);
      if (this.#matches.length < maxMatches) this.#matches.push(scanned);
    }
  }

  #facts(kinds: number, { lineCount }: LineIndex, stopped: boolean): string[] {
    const { say } = this.words;
    const errors = kinds === 1 ? say('one known error') : say('{0} known errors', kinds);
    const seen = this.#errors === 1 ? say('once') : say('{0} times', this.#errors);
    return [
      ...(kinds === 0 ? [] : [say('{0}, seen {1}', errors, seen)]),
      say('{0}, {1} lines', sizeText(this.#bytes), lineCount),
      ...(stopped ? [say('stopped before the end')] : []),
    ];
  }
}

/** Plain data of a match, since threads tell each other of it. */
function foundMatch({ site, confidence }: Match, start: Place, end: Place): FoundMatch {
  const { code, project, file, line, lineIn } = site;
  return { site: { code, project, file, line, ...(lineIn !== undefined && { lineIn }) }, confidence, start, end };
}

function memoized<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}
