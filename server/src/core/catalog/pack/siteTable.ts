/**
 * Sites as rows in blocks of {@link BLOCK}. To read a site, the rows of its block are read up to its own; texts are read
 * for its own alone.
 *
 * Bytes: the number of sites, and where each block begins behind these words; then the blocks: their counters, and rows.
 */
import type { CatalogSite } from '../catalog';
import { lastLine } from '../history';
import { siteId } from '../siteId';
import { type HistoryReader, HistoryWriter } from './histories';
import { NumberReader, NumberWriter } from './numbers';
import type { Section } from './packedFile';
import { type Counters, emptyRow, NONE, readRow, type SiteRow, type Tables, tables, writeRow } from './siteRows';
import { type StringReader, StringWriter, wordAt } from './strings';

/** Sites by number, as an array has them. */
interface SiteList {
  readonly length: number;
  at(number: number): CatalogSite | undefined;
}

/** Templates that stand elsewhere in the file, by the number of their wording. */
export interface TemplateReader {
  /** The template of a wording, with names as {@link TemplateWriter.namesIn} gave them. */
  at(wording: number, names: string): string;
}

/** Templates that need not be packed, while packing. */
export interface TemplateWriter extends TemplateReader {
  /** Number of the wording of a site; undefined where it has none. */
  wordingOf(site: number): number | undefined;
  /** Names of the run-time parts of a template, all in one; empty where it has none. */
  namesIn(template: string): string;
}

/** What a row does not hold: what many sites share, such as what their entry says of them. */
interface Owner extends Pick<CatalogSite, 'kind' | 'role' | 'context'> {
  /** Left out where the code follows from the row: see {@link siteId}. */
  readonly code?: string;
}

const BLOCK = 8;
const WORD = 4;
const statements: readonly CatalogSite['statement'][] = ['raise', 'assert', 'log', 'warn', 'display', 'print', 'http'];
const levels: readonly CatalogSite['level'][] = [null, 'DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'];
/** Statements and levels share a number. */
const LEVEL_SHIFT = 4;
const counted = [...tables, 'wording', 'history'] as const;

/** Packed sites, and the JSON of their owners. */
export interface PackedSites {
  readonly rows: Uint8Array;
  readonly histories: Uint8Array;
  readonly texts: Tables<Uint8Array>;
  readonly owners: readonly Owner[];
  /** Names of the versions that histories count in, by project. */
  readonly versions: Readonly<Record<string, readonly string[]>>;
}

/** Packs sites. */
export function packSites(sites: readonly CatalogSite[], templates: TemplateWriter): PackedSites {
  const texts = tablesOf(() => new StringWriter());
  const owners = new Map<string, number>();
  const histories = new HistoryWriter(texts);
  // All texts of rows are numbered before those of histories, in the order in which rows have them.
  const rows = sites.map((site, number) => rowOf(site, number, { templates, texts, owners }));
  sites.forEach((site, i) => {
    const row = rows[i];
    if (row) row.history = histories.add(site);
  });
  return {
    rows: blocksOf(rows),
    histories: histories.encode(),
    texts: tablesOf((table) => texts[table].encode()),
    owners: [...owners.keys()].map((owner): Owner => JSON.parse(owner)),
    versions: histories.versions,
  };
}

interface Packing {
  readonly templates: TemplateWriter;
  readonly texts: Tables<StringWriter>;
  readonly owners: Map<string, number>;
}

function rowOf(site: CatalogSite, number: number, { templates, texts, owners }: Packing): SiteRow {
  const word = (text: string | null | undefined): number => (text == null ? NONE : texts.words.of(text));
  const { suffix, owner } = ownerOf(site);
  if (!owners.has(owner)) owners.set(owner, owners.size);
  const wording = templates.wordingOf(number);
  const names = templates.namesIn(site.template);
  const isKnown = wording !== undefined && templates.at(wording, names) === site.template;
  return {
    ...emptyRow(),
    function: texts.functions.of(site.function),
    file: texts.files.of(site.file),
    exception: word(site.exception),
    kinds: statements.indexOf(site.statement) | (levels.indexOf(site.level) << LEVEL_SHIFT),
    first: word(site.versions.first),
    last: word(site.versions.last),
    project: word(site.project),
    owner: owners.get(owner) ?? 0,
    wording: isKnown ? wording : NONE,
    template: isKnown ? NONE : word(site.template),
    names: isKnown && names !== '' ? texts.names.of(names) : NONE,
    line: site.line === lineOf(site.history) ? NONE : site.line,
    lineIn: word(site.lineIn),
    suffix,
  };
}

/** The JSON of an owner, and what follows the hash in a code that is not left to it. */
function ownerOf({ code, project, file, template, function: name, kind, role, context }: CatalogSite): {
  readonly suffix: number;
  readonly owner: string;
} {
  const suffix = Number(/-(\d{1,9})$/.exec(code)?.[1] ?? 0);
  const isHashed = code === `${project}/${siteId(file, template, name, suffix || undefined)}`;
  const owner: Owner = { ...(!isHashed && { code }), kind, role, context };
  return { suffix: isHashed ? suffix : 0, owner: JSON.stringify(owner) };
}

function lineOf(history: CatalogSite['history']): number | undefined {
  const lines = history?.places.at(-1)?.lines;
  return lines === undefined ? undefined : lastLine(lines);
}

function blocksOf(rows: readonly SiteRow[]): Uint8Array {
  const starts: number[] = [];
  const out = new NumberWriter();
  const counters = emptyCounters();
  rows.forEach((row, i) => {
    if (i % BLOCK === 0) {
      starts.push(out.length);
      for (const name of counted) out.number(counters[name]);
    }
    writeRow(out, row, (i % BLOCK === 0 ? undefined : rows[i - 1]) ?? emptyRow(), counters);
  });
  const head = new Int32Array([rows.length, ...starts]);
  const bytes = new Uint8Array(head.byteLength + out.length);
  bytes.set(new Uint8Array(head.buffer));
  bytes.set(out.encode(), head.byteLength);
  return bytes;
}

function emptyCounters(): Counters {
  return { files: 0, functions: 0, names: 0, words: 0, wording: 0, history: 0 };
}

/** Something for each table of texts. */
export function tablesOf<T>(make: (table: keyof Tables<T>) => T): Tables<T> {
  return { files: make('files'), functions: make('functions'), names: make('names'), words: make('words') };
}

/** What sites are read from. */
export interface SiteSources {
  readonly rows: Section;
  readonly texts: Tables<StringReader>;
  readonly owners: readonly Owner[];
  readonly histories: HistoryReader;
  readonly templates: TemplateReader;
}

/** Reads sites where they lie; each is read once. */
export class SiteTable implements SiteList {
  readonly length: number;
  private readonly known = new Map<number, CatalogSite>();

  constructor(private readonly from: SiteSources) {
    this.length = wordAt(from.rows, 0);
  }

  at(number: number): CatalogSite | undefined {
    if (number < 0 || number >= this.length) return undefined;
    const known = this.known.get(number);
    if (known) return known;
    this.readBlock(Math.floor(number / BLOCK), number, number + 1);
    return this.known.get(number);
  }

  /** All sites; reads everything. */
  all(): CatalogSite[] {
    for (let first = 0; first < this.length; first += BLOCK) this.readBlock(first / BLOCK, first, first + BLOCK);
    return Array.from({ length: this.length }, (_, number) => this.at(number)).filter((site) => site !== undefined);
  }

  /** Reads the sites [from, to) of a block. */
  private readBlock(block: number, from: number, to: number): void {
    const { rows } = this.from;
    const blocks = Math.ceil(this.length / BLOCK);
    const head = WORD * (1 + blocks);
    const end = block + 1 < blocks ? head + wordAt(rows, 2 + block) : rows.length;
    const reader = new NumberReader(rows.read(head + wordAt(rows, 1 + block), end));
    const counters = emptyCounters();
    for (const name of counted) counters[name] = reader.number();
    const row = emptyRow();
    for (let number = block * BLOCK; number < Math.min(to, this.length); number++) {
      readRow(reader, row, counters);
      if (number >= from && !this.known.has(number)) this.known.set(number, this.siteOf(row, counters.history));
    }
  }

  private siteOf(row: SiteRow, historyAt: number): CatalogSite {
    const { texts, owners, histories, templates } = this.from;
    const word = (number: number): string | null => (number === NONE ? null : texts.words.at(number));
    const project = word(row.project) ?? '';
    const file = texts.files.at(row.file);
    const name = texts.functions.at(row.function);
    const exception = word(row.exception);
    const template = word(row.template) ?? templates.at(row.wording, texts.names.at(row.names));
    const owner = owners[row.owner] ?? nobody;
    const here = { project, file, function: name, exception };
    const history = row.history === 0 ? undefined : histories.read(historyAt, historyAt + row.history, here);
    // One literal and two additions: spreading parts into it takes several times as long.
    const site: Writable<CatalogSite> = {
      kind: owner.kind,
      role: owner.role,
      context: owner.context,
      code: owner.code ?? `${project}/${siteId(file, template, name, row.suffix || undefined)}`,
      project,
      template,
      statement: statements[row.kinds & ((1 << LEVEL_SHIFT) - 1)] ?? 'raise',
      exception,
      level: levels[row.kinds >>> LEVEL_SHIFT] ?? null,
      file,
      line: row.line === NONE ? (lineOf(history) ?? 0) : row.line,
      function: name,
      versions: { first: word(row.first), last: word(row.last) },
    };
    const lineIn = word(row.lineIn);
    if (lineIn !== null) site.lineIn = lineIn;
    if (history) site.history = history;
    return site;
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const nobody: Owner = { kind: 'site', role: null, context: [] };
