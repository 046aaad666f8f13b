/**
 * Sites in records of one length, so that the record of a number is found without reading others. Texts stand in a
 * table of strings; what many sites share is a small number.
 */
import type { CatalogSite } from '../catalog';
import { stemOf } from '../siteId';
import { type HistoryReader, HistoryWriter } from './histories';
import type { Section } from './packedFile';
import type { StringReader, StringWriter } from './strings';

/** Sites by number, as an array has them. */
interface SiteList {
  readonly length: number;
  at(number: number): CatalogSite | undefined;
}

/** What a record does not hold: what many sites share, such as what their entry says of them. */
interface Owner extends Omit<CatalogSite, keyof Recorded | 'code'> {
  /** Left out where the code follows from the record: see {@link hashedCode}. */
  readonly code?: string;
}

/** What each site has for itself. */
type Recorded = Pick<
  CatalogSite,
  | 'project'
  | 'template'
  | 'statement'
  | 'exception'
  | 'level'
  | 'file'
  | 'line'
  | 'lineIn'
  | 'function'
  | 'versions'
  | 'history'
>;

const RECORD = 36;
const statements: readonly CatalogSite['statement'][] = ['raise', 'assert', 'log', 'warn', 'display', 'print', 'http'];
const levels: readonly CatalogSite['level'][] = [null, 'DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'];
/** Statements and levels share a byte. */
const LEVEL_SHIFT = 4;
const MAX_SHORT = 0xffff;
const NUMBER_SHIFT = 24;
const MAX_LINE = (1 << NUMBER_SHIFT) - 1;

/** Packed sites: their records, and the JSON of their owners. */
export interface PackedSites {
  readonly records: Uint8Array;
  readonly histories: Uint8Array;
  readonly owners: readonly Owner[];
  /** Names of the versions that histories count in, by project. */
  readonly versions: Readonly<Record<string, readonly string[]>>;
}

/** Packs sites; their texts go into `strings`. Throws where a catalog outgrows the format. */
export function packSites(sites: readonly CatalogSite[], strings: StringWriter): PackedSites {
  const owners = new Map<string, number>();
  const bytes = new Uint8Array(sites.length * RECORD);
  const view = new DataView(bytes.buffer);
  const histories = new HistoryWriter(strings);
  // What has two bytes in a record is numbered first.
  const short = (text: string | null | undefined): number =>
    text == null ? 0 : within(strings.of(text) + 1, MAX_SHORT);
  strings.of('');
  for (const site of sites) {
    const { first, last } = site.versions;
    for (const text of [site.project, site.file, site.exception, first, last, site.lineIn]) short(text);
  }
  sites.forEach((site, number) => {
    const at = number * RECORD;
    const hashed = hashedCode(site);
    const owner = JSON.stringify(ownerOf(site, hashed !== undefined));
    if (!owners.has(owner)) owners.set(owner, owners.size);
    view.setUint32(at, strings.of(site.template), true);
    view.setUint32(at + 4, strings.of(site.function), true);
    view.setUint32(at + 8, hashed?.hash ?? 0, true);
    view.setUint32(at + 12, ((hashed?.number ?? 0) << NUMBER_SHIFT) | within(site.line, MAX_LINE), true);
    view.setUint16(at + 16, short(site.project), true);
    view.setUint16(at + 18, short(site.file), true);
    view.setUint16(at + 20, short(site.exception), true);
    view.setUint16(at + 22, short(site.versions.first), true);
    view.setUint16(at + 24, short(site.versions.last), true);
    view.setUint16(at + 26, short(site.lineIn), true);
    view.setUint16(at + 28, within(owners.get(owner) ?? 0, MAX_SHORT), true);
    view.setUint32(at + 32, histories.add(site), true);
    view.setUint8(at + 30, statements.indexOf(site.statement) | (levels.indexOf(site.level) << LEVEL_SHIFT));
  });
  return {
    records: bytes,
    histories: histories.encode(),
    owners: [...owners.keys()].map((owner): Owner => JSON.parse(owner)),
    versions: histories.versions,
  };
}

/** Reads sites where they lie; each is read once. */
export class SiteTable implements SiteList {
  readonly length: number;
  private readonly known = new Map<number, CatalogSite>();

  constructor(
    private readonly records: Section,
    private readonly strings: StringReader,
    private readonly owners: readonly Owner[],
    private readonly histories: HistoryReader,
  ) {
    this.length = records.length / RECORD;
  }

  at(number: number): CatalogSite | undefined {
    if (number < 0 || number >= this.length) return undefined;
    const site = this.known.get(number) ?? this.read(number);
    this.known.set(number, site);
    return site;
  }

  /** All sites; reads everything. */
  all(): CatalogSite[] {
    return Array.from({ length: this.length }, (_, number) => this.at(number)).filter((site) => site !== undefined);
  }

  private read(number: number): CatalogSite {
    const bytes = this.records.read(number * RECORD, (number + 1) * RECORD);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const short = (at: number): string | null => {
      const text = view.getUint16(at, true);
      return text === 0 ? null : this.strings.at(text - 1);
    };
    const project = short(16) ?? '';
    const file = short(18) ?? '';
    const lineIn = short(26);
    const lineAndNumber = view.getUint32(12, true);
    const owner = this.owners[view.getUint16(28, true)];
    const kinds = view.getUint8(30);
    const history = this.histories.read(view.getUint32(32, true), project);
    return {
      ...(owner ?? nobody),
      code: owner?.code ?? codeOf(project, file, view.getUint32(8, true), lineAndNumber >>> NUMBER_SHIFT),
      project,
      template: this.strings.at(view.getUint32(0, true)),
      statement: statements[kinds & ((1 << LEVEL_SHIFT) - 1)] ?? 'raise',
      exception: short(20),
      level: levels[kinds >>> LEVEL_SHIFT] ?? null,
      file,
      line: lineAndNumber & MAX_LINE,
      ...(lineIn !== null && { lineIn }),
      function: this.strings.at(view.getUint32(4, true)),
      versions: { first: short(22), last: short(24) },
      ...(history && { history }),
    };
  }
}

const nobody: Owner = { kind: 'site', role: null, context: [] };

function ownerOf(site: CatalogSite, isHashed: boolean): Owner {
  const {
    project,
    template,
    statement,
    exception,
    level,
    file,
    line,
    lineIn,
    function: name,
    versions,
    ...rest
  } = site;
  const { history, code, ...owner } = rest;
  return isHashed ? owner : { ...owner, code };
}

/** Hash and number in the code of a harvested site, where the rest of the code follows from its project and file. */
function hashedCode({ code, project, file }: CatalogSite): { hash: number; number: number } | undefined {
  const [, hash = '', number = '0'] = /([0-9a-f]{8})(?:-(\d{1,3}))?$/.exec(code) ?? [];
  const found = { hash: Number.parseInt(hash, 16), number: Number(number) };
  return code === codeOf(project, file, found.hash, found.number) && found.number < 256 ? found : undefined;
}

function codeOf(project: string, file: string, hash: number, number: number): string {
  const name = `${project}/${stemOf(file)}/${hash.toString(16).padStart(8, '0')}`;
  return number === 0 ? name : `${name}-${number}`;
}

function within(number: number, limit: number): number {
  if (number > limit) throw new Error('the catalog is too large for its packed form');
  return number;
}
