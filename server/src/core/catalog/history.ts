/** Where a wording stood in each version of its project, and whether a version that a log states has it. */

/** The places of one site through the versions. Plain data; versions are shared by all sites of a project. */
export interface SiteHistory {
  /** Names of the versions that were read, oldest first: `v0.9.2`, `main@2026-06-15`. */
  readonly versions: readonly string[];
  /** Never empty; by first version. The last one is where the site stands now, or stood last. */
  readonly places: readonly SitePlace[];
}

/** A stretch of versions in which a wording stood in one file and function. */
export interface SitePlace {
  /** Path in the last version of the stretch. */
  readonly file: string;
  readonly function: string;
  /** Exception class raised there; null for a plain log line. */
  readonly exception: string | null;
  /** Number of the first version, in {@link SiteHistory.versions}. */
  readonly first: number;
  /** Lines in each version from then on, as in a facts file: `7*3 9+20 0 9`; 0: it did not stand there. */
  readonly lines: string;
}

/** A place in one version. */
export interface PlaceInVersion {
  readonly version: string;
  readonly file: string;
  readonly function: string;
  /** 1-based. */
  readonly line: number;
}

/** Versions of one place, at most: a table that others made may name any number. */
const maxVersions = 1000;

/** Lines of a place in one version. */
interface VersionLines {
  readonly version: number;
  readonly lines: readonly number[];
}

/** The lines of a place, version by version. */
export function linesByVersion({ first, lines }: SitePlace): VersionLines[] {
  const found: VersionLines[] = [];
  let version = first;
  for (const run of lines.split(' ')) {
    const [text = '', count = '1'] = run.split('*');
    const numbers = text
      .split('+')
      .map(Number)
      .filter((line) => line > 0);
    for (let i = 0; i < Number(count) && found.length < maxVersions; i++)
      found.push({ version: version++, lines: numbers });
  }
  return found;
}

/** The first of the lines in the last version. */
export function lastLine(lines: string): number {
  return Number.parseInt(lines.slice(lines.lastIndexOf(' ') + 1), 10) || 1;
}

/** The place in a version, by its number; the first of its lines. */
export function placeIn({ versions, places }: SiteHistory, version: number): PlaceInVersion | undefined {
  for (const place of places) {
    const [line] = linesByVersion(place).find((row) => row.version === version)?.lines ?? [];
    if (line !== undefined)
      return { version: versions[version] ?? '', file: place.file, function: place.function, line };
  }
  return undefined;
}

/** Versions, by number and oldest first, in which the site stood at a line of a file that `fits`. */
export function versionsAt({ places }: SiteHistory, fits: (file: string) => boolean, line: number): number[] {
  return places
    .filter(({ file }) => fits(file))
    .flatMap((place) => linesByVersion(place).filter(({ lines }) => lines.includes(line)))
    .map(({ version }) => version);
}

/** Whether a version has the site; undefined where the versions that were read do not tell. */
export function standsIn(history: SiteHistory, stated: string): boolean | undefined {
  const around = versionsAround(history.versions, stated);
  if (!around) return undefined;
  const [before, after] = around.map((version) => placeIn(history, version) !== undefined);
  return before === after ? before : undefined;
}

/**
 * Numbers of the versions next to one that a log states, both the same where it was read itself; undefined for a text
 * that is no version, and for one before all that were read, as builds from source call themselves (`0.1.dev1+g9b9fc40`).
 */
export function versionsAround(
  versions: readonly string[],
  stated: string,
): [before: number, after: number] | undefined {
  const wanted = keyOf(stated);
  if (!wanted) return undefined;
  let before = -1;
  for (let i = 0; i < versions.length; i++) {
    const key = keyOf(versions[i] ?? '');
    const order = key ? compareKeys(key, wanted) : 1;
    if (order === 0) return [i, i];
    if (order > 0) return before < 0 ? undefined : [before, i];
    before = i;
  }
  return before < 0 ? undefined : [before, before];
}

/**
 * Numbers of the versions next to a claimed one, a release or a day of the main branch: both its own where it was read
 * itself. Undefined for one before all that were read.
 */
export function placesAmong(
  versions: readonly string[],
  claimed: string,
): { readonly before: number; readonly after: number } | undefined {
  const own = versions.indexOf(claimed);
  if (own >= 0) return { before: own, after: own };
  if (!claimed.startsWith('main@')) {
    // States of main come after all releases that were read.
    const [before, after] = versionsAround(versions, claimed) ?? [];
    return before === undefined || after === undefined ? undefined : { before, after };
  }
  const after = versions.findIndex((name) => name.startsWith('main@') && name > claimed);
  return after < 0 ? undefined : { before: after - 1, after };
}

/** Numbers that sort as versions do (PEP 440): release, then post-release; a pre-release is half a step before. */
function keyOf(version: string): readonly number[] | undefined {
  const parts = /^v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?(?:\.(\d{1,4}))?(?:\.?post(\d{1,4}))?(.*)$/.exec(version);
  if (!parts) return undefined;
  const numbers = parts.slice(1, 6).map((part) => Number(part ?? 0));
  const rest = parts[6] ?? '';
  const early = /^[-_.]?(a|b|c|rc|alpha|beta|dev)/.test(rest) ? -0.5 : 0;
  return [...numbers.slice(0, 4), (numbers[4] ?? 0) + early];
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const order = (a[i] ?? 0) - (b[i] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}
