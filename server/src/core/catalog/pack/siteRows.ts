/**
 * A site as a row: a number whose bits tell what follows, then that. Most of a row is as in the row before it, and left
 * out: the file, the class, the versions. A text is the number of a table plus 2, 1 for none, or 0 for the next one of its
 * table that no row had before.
 */
import type { NumberReader, NumberWriter } from './numbers';

/** Texts by what they are, so that each stands near others like it. */
export interface Tables<T> {
  readonly files: T;
  readonly functions: T;
  /** Names of run-time parts, all those of a template in one. */
  readonly names: T;
  /** Projects, exceptions, versions, and templates that no wording has letter by letter. */
  readonly words: T;
}

type Table = keyof Tables<unknown>;
export const tables: readonly Table[] = ['files', 'functions', 'names', 'words'];

/** What stays from row to row until it is written anew: numbers of texts, {@link NONE}, or of something else. */
const kept = ['function', 'file', 'exception', 'kinds', 'first', 'last', 'project', 'owner'] as const;
type Kept = (typeof kept)[number];
const tableOf: Readonly<Partial<Record<Kept, Table>>> = {
  function: 'functions',
  file: 'files',
  exception: 'words',
  first: 'words',
  last: 'words',
  project: 'words',
};

/** Number of a text that is not there. */
export const NONE = -1;
/** Bits of what is not kept, behind those of what is; the wordings of most sites are the next ones. */
const OTHER_WORDING = 1 << kept.length;
const NAMES = OTHER_WORDING << 1;
const TEMPLATE = NAMES << 1;
const LINE = TEMPLATE << 1;
const LINE_IN = LINE << 1;
const SUFFIX = LINE_IN << 1;

/** A row: numbers for everything that a site has. */
export interface SiteRow extends Record<Kept, number> {
  /** Number of the wording that has the template; {@link NONE}: the template stands among the words. */
  wording: number;
  /** Names of run-time parts; {@link NONE}: it has none. */
  names: number;
  /** Number of the template among the words; {@link NONE}: a wording has it. */
  template: number;
  /** {@link NONE}: the line at which its history ends. */
  line: number;
  /** Version of the line among the words, {@link NONE}: none. */
  lineIn: number;
  /** What follows the hash in the code; 0: nothing. */
  suffix: number;
  /** Bytes of the history. */
  history: number;
}

/** What rows count up: texts of each table, wordings, and bytes of histories. */
export type Counters = Record<Table | 'wording' | 'history', number>;

/** An empty row. */
export function emptyRow(): SiteRow {
  const others = { wording: NONE, names: NONE, template: NONE, line: NONE, lineIn: NONE, suffix: 0, history: 0 };
  return {
    ...others,
    function: NONE,
    file: NONE,
    exception: NONE,
    kinds: 0,
    first: NONE,
    last: NONE,
    project: NONE,
    owner: 0,
  };
}

/** Writes a row behind another one and counts. */
export function writeRow(out: NumberWriter, row: SiteRow, before: SiteRow, counters: Counters): void {
  const changed = kept.map((field) => row[field] !== before[field]);
  const bits = [
    ...changed,
    row.template === NONE && row.wording !== counters.wording,
    row.names !== NONE,
    row.template !== NONE,
    row.line !== NONE,
    row.lineIn !== row.last,
    row.suffix !== 0,
  ];
  out.number(bits.reduce((sum, bit, i) => sum + (bit ? 1 << i : 0), 0));
  const text = (table: Table, number: number): void => {
    out.number(number === counters[table] ? 0 : number + 2);
    if (number === counters[table]) counters[table]++;
  };
  kept.forEach((field, i) => {
    const table = tableOf[field];
    if (!changed[i]) return;
    if (table) text(table, row[field]);
    else out.number(row[field]);
  });
  if (row.template !== NONE) text('words', row.template);
  else if (row.wording !== counters.wording) out.number(row.wording);
  else counters.wording++;
  if (row.names !== NONE) text('names', row.names);
  if (row.line !== NONE) out.number(row.line);
  if (row.lineIn !== row.last) text('words', row.lineIn);
  if (row.suffix !== 0) out.number(row.suffix);
  out.number(row.history);
  counters.history += row.history;
}

/** Reads the row behind another one into its place, and counts. */
export function readRow(reader: NumberReader, row: SiteRow, counters: Counters): void {
  const bits = reader.number();
  for (const [i, field] of kept.entries()) {
    if ((bits & (1 << i)) === 0) continue;
    const table = tableOf[field];
    row[field] = table ? textIn(reader, table, counters) : reader.number();
  }
  row.template = (bits & TEMPLATE) === 0 ? NONE : textIn(reader, 'words', counters);
  if ((bits & OTHER_WORDING) !== 0) row.wording = reader.number();
  else row.wording = row.template === NONE ? counters.wording++ : NONE;
  row.names = (bits & NAMES) === 0 ? NONE : textIn(reader, 'names', counters);
  row.line = (bits & LINE) === 0 ? NONE : reader.number();
  row.lineIn = (bits & LINE_IN) === 0 ? row.last : textIn(reader, 'words', counters);
  row.suffix = (bits & SUFFIX) === 0 ? 0 : reader.number();
  counters.history += row.history;
  row.history = reader.number();
}

function textIn(reader: NumberReader, table: Table, counters: Counters): number {
  const code = reader.number();
  return code === 0 ? counters[table]++ : code - 2;
}
