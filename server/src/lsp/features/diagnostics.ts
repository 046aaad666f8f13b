/** Diagnostics: known errors in log files. Computed in pieces after the document has been still for a moment, and pushed. */
import { type Diagnostic, DiagnosticSeverity, type PublishDiagnosticsParams, type Range } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Entry } from '../../core/catalog/entry';
import type { Match } from '../../core/match/match';
import type { ErrorLookup } from '../../core/service';
import { type LocatedMatch, scanFrom, windowAround } from '../analysis';
import { commandUri } from '../commandLinks';
import { toRange } from '../convert';
import { takesDiagnostics } from '../documentKind';
import { clientCommands } from '../protocol';
import type { Session } from '../session';
import { WhenStill } from '../whenStill';

/** Shown as the origin of each diagnostic. */
export const diagnosticSource = 'Error Lookup';

const severities = new Map<Entry['severity'], DiagnosticSeverity>([
  ['critical', DiagnosticSeverity.Error],
  ['error', DiagnosticSeverity.Error],
  ['warning', DiagnosticSeverity.Warning],
  ['info', DiagnosticSeverity.Information],
]);

/** Most diagnostics a document; more help nobody. */
const maxDiagnostics = 1000;

/** What is known of a document. */
interface Scanned {
  /** Matches found so far, in the order of the text. */
  readonly found: readonly LocatedMatch[];
  /** Where the text has first changed since then; Infinity where it has not. */
  readonly changedFrom: number;
}

/** Keeps the diagnostics of open log files up to date. */
export class DiagnosticsPublisher {
  readonly #scanned = new Map<string, Scanned>();
  readonly #still: WhenStill;

  constructor(
    private readonly session: Session,
    private readonly send: (params: PublishDiagnosticsParams) => Promise<void>,
  ) {
    this.#still = new WhenStill(session, 'diagnostics', (uri) => this.#publish(uri));
  }

  /** Notes that the text has changed from an offset on; 0 for a new document. */
  changed(document: TextDocument, from: number): void {
    if (!takesDiagnostics(document.uri, document.languageId)) return;
    const before = this.#scanned.get(document.uri);
    const changedFrom = Math.min(from, before?.changedFrom ?? 0);
    this.#scanned.set(document.uri, { found: before?.found ?? [], changedFrom });
    this.#still.changed(document.uri);
  }

  /** Forgets a document and takes its diagnostics away. */
  async closed({ uri }: TextDocument): Promise<void> {
    this.#still.forget(uri);
    if (this.#scanned.delete(uri)) await this.send({ uri, diagnostics: [] });
  }

  /** Scans all documents again, after the settings or the catalog have changed. */
  refresh(): void {
    for (const uri of this.#scanned.keys()) {
      this.#scanned.set(uri, { found: [], changedFrom: 0 });
      this.#still.changed(uri);
    }
  }

  /** Scans nothing more. */
  stop(): void {
    this.#still.stop();
    this.#scanned.clear();
  }

  async #publish(uri: string): Promise<void> {
    const document = this.session.openDocument(uri);
    const before = this.#scanned.get(uri);
    if (!document || !before) return;
    const { version } = document;
    if (!this.session.settings.diagnostics.enabled || isBinary(document)) {
      await this.send({ uri, version, diagnostics: [] });
      return;
    }
    this.session.local.start();
    const lookup = await this.session.lookup();
    const isCurrent = (): boolean => this.#scanned.get(uri) === before && document.version === version;
    const { kept, from } = keep(document, before);
    const goesOn = (count: number): boolean => isCurrent() && kept.length + count < maxDiagnostics;
    const options = this.session.matchOptions;
    const found = [...kept, ...(await scanFrom(lookup, document.getText(), from, options, goesOn))];
    if (!isCurrent()) return;
    this.#scanned.set(uri, { found, changedFrom: Number.POSITIVE_INFINITY });
    const diagnostics = found.flatMap((located) => toDiagnostic(this.session, lookup, document, located) ?? []);
    await this.send({ uri, version, diagnostics: diagnostics.slice(0, maxDiagnostics) });
  }
}

/** Matches before the change that stay, and where to scan from: some lines before the change, never inside a match. */
function keep(document: TextDocument, { found, changedFrom }: Scanned): { kept: LocatedMatch[]; from: number } {
  const from = windowAround(document, Math.min(changedFrom, document.getText().length)).start;
  const cut = found.find(({ start, end }) => start < from && end > from);
  const safe = Math.min(from, cut?.start ?? from);
  return { kept: found.filter(({ end }) => end <= safe), from: safe };
}

/** NUL does not occur in text; editors show such files only on demand. */
function isBinary(document: TextDocument): boolean {
  return document.getText().slice(0, 8192).includes('\0');
}

/** The diagnostic of a match; undefined for a place in source that nobody has explained yet. */
function toDiagnostic(
  session: Session,
  lookup: ErrorLookup,
  document: TextDocument,
  located: LocatedMatch,
): Diagnostic | undefined {
  return diagnosticOf(session, lookup, located.match, toRange(document, located));
}

/** What a diagnostic says of a match. */
interface Said extends Pick<Match, 'confidence'> {
  readonly site: Pick<Match['site'], 'code' | 'project' | 'file' | 'line' | 'lineIn'>;
}

/** The diagnostic of a match in a range. */
export function diagnosticOf(
  session: Session,
  lookup: ErrorLookup,
  { site, confidence }: Said,
  range: Range,
): Diagnostic | undefined {
  const entry = lookup.catalog.get(site.code);
  if (!entry) return undefined;
  const href = session.options.commands
    ? commandUri(clientCommands.openPage, [entry.code])
    : lookup.catalog.sourceUrl(site.project, site.file, site.line, site.lineIn);
  return {
    range,
    severity: severities.get(entry.severity) ?? DiagnosticSeverity.Warning,
    source: diagnosticSource,
    code: entry.code,
    ...(href && { codeDescription: { href } }),
    // The title, since the hover above the same words begins with the summary.
    message:
      confidence === 'exact'
        ? entry.title
        : session.words.say(confidence === 'likely' ? 'Likely: {0}' : 'Possibly: {0}', entry.title),
  };
}
