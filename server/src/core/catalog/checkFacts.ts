/** Compares entries with the harvested facts: their messages, the versions they claim, and whose messages they are. */
import { hole, normalizeShape, templateShape } from '../source/shape';
import type { CatalogSite } from './catalog';
import type { Entry, Template } from './entry';
import { covers } from './factSites';
import type { FactTable } from './facts';
import { linesByVersion, placesAmong } from './history';
import { isProvoked } from './implicit';
import { isPage } from './page';
import type { CatalogProblem } from './problem';

type Fault = Required<Pick<CatalogProblem, 'message' | 'help'>>;

/**
 * Judges entries by the harvested facts.
 *
 * @param sites of the whole catalog, in which entries and facts are joined
 */
export function createFactCheck(
  facts: Readonly<Record<string, FactTable>>,
  sites: readonly CatalogSite[],
): (entry: Entry, file: string) => CatalogProblem[] {
  const tables = new Map(Object.entries(facts).map(([project, table]) => [project, new Wordings(table)]));
  const entrySites = sites.filter(({ kind }) => kind === 'entry');
  const byCode = groupBy(entrySites, ({ code }) => code);
  const claims = groupBy(entrySites, placeOf);
  return (entry, file) => {
    const own = byCode.get(entry.code) ?? [];
    const table = tables.get(entry.project);
    const harvested = table?.names.length ? checkHarvested(entry, table) : [];
    return [...harvested, ...checkClaims(entry.code, own, claims)].map((fault) => ({ file, ...fault }));
  };
}

/** Rows of a facts table, found by what a template covers. */
class Wordings {
  readonly names: readonly string[];
  private readonly shapes: readonly (readonly string[])[];

  constructor(private readonly table: FactTable) {
    this.names = table.versions.map(({ version }) => version);
    this.shapes = table.template.map((template) => {
      const shape = shapeOf(template);
      return shape.includes('\n') ? [shape, ...shape.split('\n').map((line) => line.trim())] : [shape];
    });
  }

  /** Rows whose wording the template covers, as a whole or as one of its lines. */
  rowsOf({ text }: Template): number[] {
    const wanted = shapeOf(text);
    if (wanted === '') return [];
    return this.shapes.flatMap((shapes, row) => (shapes.some((shape) => covers(wanted, shape)) ? [row] : []));
  }

  /** True where the row stands in one of the places, or in a function inside of it. */
  isAt(row: number, sites: Template['sites']): boolean {
    const file = this.table.files[this.table.file[row] ?? -1];
    const name = plainName(this.table.functions[this.table.function[row] ?? -1] ?? '');
    return sites.some((site) => site.file === file && `${name}.`.startsWith(`${plainName(site.function)}.`));
  }

  /** True where a wording of these places has lines of its own that are only known at run time. */
  hasOpenLines(sites: Template['sites']): boolean {
    return this.shapes.some((lines, row) => lines.slice(1).includes(hole) && this.isAt(row, sites));
  }

  /** Numbers of the versions that have the row; none where they are not known, as of a row of a table. */
  versionsOf(row: number): number[] {
    if ((this.table.first[row] ?? -1) < 0) return [];
    const lines = this.table.lines[row] ?? '';
    const place = { file: '', function: '', exception: null, first: this.table.first[row] ?? -1, lines };
    return linesByVersion(place).flatMap(({ version, lines: found }) => (found.length > 0 ? [version] : []));
  }
}

function checkHarvested(entry: Entry, table: Wordings): Fault[] {
  const rows = entry.templates.map((template) => table.rowsOf(template));
  const absent = entry.templates.flatMap((template, i): Fault[] => {
    const { text, sites } = template;
    if (text === '' || isProvoked(text)) return [];
    const found = rows[i] ?? [];
    // An older wording cites the page of the place that it had.
    const isOlder = sites.some(({ file }) => isPage(file));
    if (isOlder && mayPrecede(entry, table.names)) return [];
    if (found.some((row) => isOlder || table.isAt(row, sites) || isMadeByClass(template))) return [];
    if (table.hasOpenLines(sites)) return [];
    const message = `templates.${i}: ${JSON.stringify(text)} is no harvested message of its sites`;
    return [{ message, help: `compare it with data/facts/${entry.project}.jsonl` }];
  });
  const versions = rows.flat().map((row) => table.versionsOf(row));
  if (versions.some(({ length }) => length === 0)) return absent;
  const here = entry.templates.flatMap(({ sites }, i) => (rows[i] ?? []).filter((row) => table.isAt(row, sites)));
  return [
    ...absent,
    ...checkVersions(entry, table.names, versions.flat()),
    ...checkFirst(
      entry,
      table.names,
      here.flatMap((row) => table.versionsOf(row)),
    ),
  ];
}

/** True where the entry claims versions before all that were harvested. */
function mayPrecede({ versions: { first } }: Entry, names: readonly string[]): boolean {
  return first === null || placesAmong(names, first) === undefined;
}

/** The text of an exception class is harvested where it is raised. */
function isMadeByClass({ sites }: Template): boolean {
  return sites.some(({ function: name }) => /\.__(init|str)__$/.test(name));
}

/** No version before the first that an entry claims may have one of its messages at one of its places. */
function checkFirst({ versions: { first } }: Entry, names: readonly string[], having: readonly number[]): Fault[] {
  const from = first === null ? undefined : placesAmong(names, first);
  if (!from || having.length === 0) return [];
  const earliest = Math.min(...having);
  if (earliest >= from.after) return [];
  return [{ message: `versions.first: ${names[earliest]} has it before ${first}`, help: 'name the first version' }];
}

/** The first and the last version that an entry claims must have one of its messages. */
function checkVersions(
  { versions: { first, last } }: Entry,
  names: readonly string[],
  having: readonly number[],
): Fault[] {
  if (having.length === 0) return [];
  const faults: Fault[] = [];
  const earliest = Math.min(...having);
  const from = first === null ? undefined : placesAmong(names, first);
  if (from && earliest > from.after) {
    const help = `the harvested versions have it from ${names[earliest]} on`;
    faults.push({ message: `versions.first: ${first} does not have it yet`, help });
  }
  const latest = Math.max(...having);
  const until = last === null ? { before: names.length - 1 } : placesAmong(names, last);
  if (until && latest < until.before) {
    const help = `the harvested versions have it up to ${names[latest]}`;
    faults.push({ message: `versions.last: ${last ?? names[until.before]} does not have it any more`, help });
  }
  return faults;
}

/** Two entries may not claim one message at one place, in whatever words each writes its run-time parts. */
function checkClaims(
  code: string,
  own: readonly CatalogSite[],
  claims: ReadonlyMap<string, readonly CatalogSite[]>,
): Fault[] {
  return own.flatMap((site) => {
    const shape = shapeOf(site.template);
    if (shape === '') return [];
    const here = claims.get(placeOf(site)) ?? [];
    const other = here.find((it) => it.code !== code && covers(shape, shapeOf(it.template)));
    if (!other) return [];
    const message = `${site.file}:${site.line}: ${JSON.stringify(other.template)} belongs to ${other.code} too`;
    return [{ message, help: 'one entry explains one message' }];
  });
}

function placeOf({ project, file, function: name, line }: CatalogSite): string {
  return JSON.stringify([project, file, name, line]);
}

function plainName(name: string): string {
  return name.replaceAll('::', '.').replaceAll('.<locals>', '');
}

function shapeOf(template: string): string {
  return normalizeShape(templateShape(template)).trim();
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
