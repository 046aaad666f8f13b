/** Merges the facts of many versions: one record a wording and function, with the versions that have it. */
import type { FactRecord } from '../catalog/facts';
import { siteId, stemOf } from '../catalog/siteId';
import { hole, templateShape } from '../source/shape';
import { compareText, type Fact } from './fact';
import { linkSuccessors } from './successors';

/** Fewest literal characters of a message that is kept, white space left out. */
const minLiteral = 8;

/** Facts of one version. */
export interface VersionFacts {
  readonly version: string;
  readonly facts: readonly Fact[];
}

/** A wording at one place, followed through the versions. */
export interface Track {
  /** As it stands in the last version that has it. */
  fact: Fact;
  readonly shape: string;
  readonly first: number;
  last: number;
  /** Lines by number of the version. */
  readonly lines: Map<number, number[]>;
  /** Set where several tracks share file stem, wording and function. */
  number: number | undefined;
  successor: Track | undefined;
}

/** Records of all versions, which come oldest first. Sorted by file, function and wording, for readable diffs. */
export function mergeVersions(versions: readonly VersionFacts[]): FactRecord[] {
  const tracksByKey = new Map<string, Track[]>();
  versions.forEach(({ facts }, index) => {
    for (const [key, group] of groupBy(facts.filter(isTelling), keyOf)) {
      const tracks = tracksByKey.get(key) ?? [];
      tracksByKey.set(key, tracks);
      follow(tracks, group, index);
    }
  });
  const tracks = [...tracksByKey.values()].flat();
  nameTracks(tracks);
  linkSuccessors(tracks);
  return tracks.sort(compareTracks).map((track) => recordOf(track, versions));
}

/** Less literal text says too little to be found in a line. */
function isTelling({ template }: Fact): boolean {
  return templateShape(template).replaceAll(hole, '').replace(/\s+/g, '').length >= minLiteral;
}

/** What makes two facts of different versions the same: not the line, not the folder, not the names of holes. */
function keyOf({ template, file, function: name, kind, level, exception }: Fact): string {
  return [templateShape(template), movedName(file), name, kind, level, exception].join('\n');
}

/** What a file is still called in another folder; names that every folder has say nothing without it. */
function movedName(file: string): string {
  const stem = stemOf(file);
  return /^(__init__|__main__|mod|lib|main)$/.test(stem) ? file : stem;
}

/** Continues the tracks of one key with the facts of the next version. */
function follow(tracks: Track[], facts: readonly Fact[], version: number): void {
  const byFile = groupBy(facts, ({ file }) => file);
  for (const [file, found] of byFile) {
    const [fact] = found;
    if (!fact) continue;
    const lines = [...new Set(found.map(({ line }) => line))];
    // A file that has gone while another one of its name has come was moved.
    const track =
      tracks.find((known) => known.fact.file === file) ??
      tracks.find((known) => known.last < version && !byFile.has(known.fact.file));
    if (track) {
      track.fact = fact;
      track.last = version;
      track.lines.set(version, lines);
      continue;
    }
    const shape = templateShape(fact.template);
    tracks.push({
      fact,
      shape,
      first: version,
      last: version,
      lines: new Map([[version, lines]]),
      number: undefined,
      successor: undefined,
    });
  }
}

/** Tells apart what shares wording, file stem and function (two files of one name, another level): older ones first. */
function nameTracks(tracks: readonly Track[]): void {
  for (const group of groupBy(tracks, idOf).values()) {
    group.sort((a, b) => a.first - b.first || compareTracks(a, b));
    group.slice(1).forEach((track, i) => {
      track.number = i + 2;
    });
  }
}

function compareTracks({ fact: a }: Track, { fact: b }: Track): number {
  return (
    compareText(a.file, b.file) ||
    compareText(a.function, b.function) ||
    compareText(a.template, b.template) ||
    compareText(`${a.kind} ${a.level} ${a.exception}`, `${b.kind} ${b.level} ${b.exception}`)
  );
}

function idOf({ fact, number }: Track): string {
  return siteId(fact.file, fact.template, fact.function, number);
}

function recordOf(
  { fact, first, last, lines, number, successor }: Track,
  versions: readonly VersionFacts[],
): FactRecord {
  const { template, kind, level, exception, file } = fact;
  return {
    template,
    kind,
    ...(level && { level }),
    ...(exception !== null && { exception }),
    file,
    function: fact.function,
    first: versions[first]?.version ?? '',
    ...(last < versions.length - 1 && { last: versions[last]?.version ?? '' }),
    lines: linesOf(lines, first, last),
    ...(number !== undefined && { number }),
    ...(successor && { becomes: idOf(successor) }),
  };
}

/** `7*3 9+20 0`: equal lines of versions that follow each other are counted. */
function linesOf(lines: ReadonlyMap<number, readonly number[]>, first: number, last: number): string {
  const runs: { readonly text: string; count: number }[] = [];
  for (let version = first; version <= last; version++) {
    const text = (lines.get(version) ?? [0]).join('+');
    const run = runs.at(-1);
    if (run?.text === text) run.count++;
    else runs.push({ text, count: 1 });
  }
  return runs.map(({ text, count }) => (count > 1 ? `${text}*${count}` : text)).join(' ');
}

/** Items by key, in the order in which they come up. */
function groupBy<T>(items: readonly T[], keyFor: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyFor(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
