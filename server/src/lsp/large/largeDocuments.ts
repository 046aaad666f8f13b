/**
 * Documents too large for text synchronisation. The client tells what is opened and edited; the text is read from the disk
 * where it is looked at, and the whole is scanned in the background.
 */
import type { PublishDiagnosticsParams } from 'vscode-languageserver';
import type { Match } from '../../core/match/match';
import type { ErrorLookup } from '../../core/service';
import { matchStretch } from '../analysis';
import { takesDiagnostics } from '../documentKind';
import { diagnosticOf } from '../features/diagnostics';
import type { FoundMatch } from '../fileScan';
import { describe } from '../guard';
import type { ChangeLargeParams, LogStory, OpenLargeParams } from '../protocol';
import type { Session } from '../session';
import { LargeDocument } from './largeDocument';

/** Stillness before a file is scanned again, in milliseconds. */
const delay = 1000;

/** Lines on either side of a change that are matched again, since a message can span lines. */
const linesAround = 100;

/** Most lines of a change that are matched again at once; more are found by the next scan. */
const maxChanged = 5000;

/** Milliseconds between two messages about what a scan has found so far: each of them lists all errors. */
const between = 1000;

type Row = FoundMatch;

interface Open {
  readonly document: LargeDocument;
  /** Errors found, in the order of the text. */
  rows: readonly Row[];
  stories: readonly LogStory[];
  scanning: AbortController | undefined;
  /** Waits for the next scan to begin. */
  timer: NodeJS.Timeout | undefined;
  /** Lines that were matched because somebody looks at them before the file has been scanned. */
  looked: { readonly first: number; readonly last: number } | undefined;
}

/** Keeps large documents from opening to closing. */
export class LargeDocuments {
  readonly #open = new Map<string, Open>();

  constructor(
    private readonly session: Session,
    private readonly send: (params: PublishDiagnosticsParams) => Promise<void>,
  ) {}

  /** The document, if it is open. */
  get(uri: string): LargeDocument | undefined {
    return this.#open.get(uri)?.document;
  }

  /** Somebody looks at lines: until the file has been scanned, theirs are matched first. */
  lookedAt(uri: string, first: number, last: number): void {
    const open = this.#open.get(uri);
    const isScanDue = open?.timer !== undefined || open?.scanning !== undefined;
    if (!open || !isScanDue || last - first > maxChanged) return;
    if (open.looked && first >= open.looked.first && last <= open.looked.last) return;
    open.looked = { first: first - linesAround, last: last + linesAround };
    this.#rematch(open, first, last).catch((error: unknown) => this.#failed(error));
  }

  /** Errors of the whole document, causes first; undefined for one that is not open. */
  stories(uri: string): readonly LogStory[] | undefined {
    return this.#open.get(uri)?.stories;
  }

  /** A document was opened, or is on the disk as it is in the editor once more. */
  opened({ uri, languageId, version, lineCount }: OpenLargeParams): void {
    const { files } = this.session.world;
    const path = files.toPath(uri);
    if (path === undefined) return;
    const known = this.#open.get(uri);
    const document = known?.document ?? new LargeDocument(files, path, uri, languageId, version);
    const open: Open = known ?? {
      document,
      rows: [],
      stories: [],
      scanning: undefined,
      timer: undefined,
      looked: undefined,
    };
    this.#open.set(uri, open);
    void document.load(version, lineCount).catch((error: unknown) => this.#failed(error));
    this.#schedule(open, known ? delay : 0);
  }

  /** The user has edited a document; without changes its text is not known until it is on the disk. */
  changed({ uri, version, changes }: ChangeLargeParams): void {
    const open = this.#open.get(uri);
    if (!open) return;
    open.scanning?.abort();
    const work = changes.length === 0 ? open.document.forget(version) : open.document.change(version, changes);
    work.catch((error: unknown) => this.#failed(error));
    for (const { range, text } of changes) {
      const added = text.split(/\r\n|\n|\r/).length - 1;
      const first = range.start.line;
      open.rows = moved(open.rows, first, range.end.line, first + added);
      void this.#rematch(open, first, first + added).catch((error: unknown) => this.#failed(error));
    }
  }

  /** A document was closed; its diagnostics go. */
  async closed(uri: string): Promise<void> {
    const open = this.#open.get(uri);
    this.#open.delete(uri);
    open?.scanning?.abort();
    clearTimeout(open?.timer);
    if (open) await this.send({ uri, diagnostics: [] });
  }

  /** Scans all again, after the settings or the catalog have changed. */
  refresh(): void {
    for (const open of this.#open.values()) this.#schedule(open, delay);
  }

  /** Scans nothing more. */
  stop(): void {
    for (const { timer, scanning } of this.#open.values()) {
      clearTimeout(timer);
      scanning?.abort();
    }
    this.#open.clear();
  }

  #schedule(open: Open, milliseconds: number): void {
    if (!takesDiagnostics(open.document.uri, open.document.languageId)) return;
    clearTimeout(open.timer);
    open.timer = setTimeout(() => {
      open.timer = undefined;
      void this.#scan(open).catch((error: unknown) => this.#failed(error));
    }, milliseconds);
  }

  async #scan(open: Open): Promise<void> {
    const { scanFile } = this.session.world;
    if (!scanFile) return;
    this.session.local.start();
    open.scanning?.abort();
    const scanning = new AbortController();
    open.scanning = scanning;
    const { path } = open.document;
    const job = {
      path,
      options: this.session.matchOptions,
      locale: this.session.locale,
      entries: this.session.catalogs.entries,
      local: this.session.local.parts,
    };
    const isCurrent = (): boolean => !scanning.signal.aborted && this.#open.has(open.document.uri);
    let next = this.session.world.now();
    const early = (_progress: unknown, found: readonly Row[]): void => {
      if (found.length === 0 || !isCurrent()) return;
      open.rows = merged(open.rows, found);
      if (this.session.world.now() < next) return;
      next = this.session.world.now() + between;
      this.#publish(open).catch((error: unknown) => this.#failed(error));
    };
    const { matches, stories } = await scanFile(job, early, scanning.signal);
    if (!isCurrent()) return;
    open.scanning = undefined;
    open.looked = undefined;
    open.rows = matches;
    open.stories = stories;
    await this.#publish(open);
    this.onScanned();
  }

  /** Told when the errors of a document are known; set by whoever draws from them. */
  onScanned: () => void = () => {};

  /** Matches lines and some around them once more. */
  async #rematch(open: Open, first: number, last: number): Promise<void> {
    const [from, to] = [first - linesAround, last + linesAround];
    if (last - first > maxChanged) return;
    const document = await open.document.around(Math.max(0, from), to);
    if (!document) return;
    const lookup = await this.session.lookup();
    const found = matchStretch(lookup, document.getText(), 0, this.session.matchOptions)
      .map(({ match, start, end }) => rowOf(match, document.positionAt(start), document.positionAt(end)))
      .filter(({ start }) => start.line >= from && start.line <= to);
    if (open.document.version !== document.version) return;
    // What the scan has told meanwhile stays.
    const others = open.rows.filter(({ start }) => start.line < from || start.line > to);
    open.rows = [...others, ...found].sort((a, b) => a.start.line - b.start.line);
    await this.#publish(open, lookup);
  }

  async #publish(open: Open, known?: ErrorLookup): Promise<void> {
    const { uri, languageId } = open.document;
    if (!takesDiagnostics(uri, languageId)) return;
    const lookup = known ?? (await this.session.lookup());
    const isWanted = this.session.settings.diagnostics.enabled;
    const diagnostics = isWanted
      ? open.rows.flatMap((row) => diagnosticOf(this.session, lookup, row, { start: row.start, end: row.end }) ?? [])
      : [];
    await this.send({ uri, diagnostics });
  }

  #failed(error: unknown): void {
    this.session.logger.error(`large document failed: ${describe(error)}`);
  }
}

function rowOf({ site, confidence }: Match, start: Row['start'], end: Row['end']): Row {
  return { site, confidence, start, end };
}

/** Rows of both in the order of the text, each once. */
function merged(rows: readonly Row[], more: readonly Row[]): Row[] {
  const keyOf = ({ site, start }: Row): string => `${start.line}:${start.character}:${site.code}`;
  const all = new Map([...rows, ...more].map((row) => [keyOf(row), row]));
  return [...all.values()].sort((a, b) => a.start.line - b.start.line);
}

/** Rows after lines [first, oldLast] became [first, newLast]: those near them are gone until they are matched again. */
function moved(rows: readonly Row[], first: number, oldLast: number, newLast: number): Row[] {
  return rows
    .filter(({ start }) => start.line < first - linesAround || start.line > oldLast + linesAround)
    .map((row) => (row.start.line > oldLast ? shifted(row, newLast - oldLast) : row));
}

function shifted({ start, end, ...row }: Row, lines: number): Row {
  return { ...row, start: { ...start, line: start.line + lines }, end: { ...end, line: end.line + lines } };
}
