/** Hints in manifests and scripts: what sends HTTP to a ZMQ port of vLLM, as the finder of the fix `scrape-port` sees it. */
import { type Diagnostic, DiagnosticSeverity, type PublishDiagnosticsParams } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../../core/fix/finding';
import { toRange } from '../convert';
import { documentKind } from '../documentKind';
import type { Session } from '../session';
import { WhenStill } from '../whenStill';
import { diagnosticSource } from './diagnostics';

/** Fix whose findings are told before anybody asks. */
const told = 'scrape-port';

/** Most hints a document. */
const maxHints = 200;

/** Keeps the hints of open manifests up to date. */
export class ManifestHints {
  readonly #still: WhenStill;
  /** Documents that were opened, with whether hints of them are shown. */
  readonly #open = new Map<string, boolean>();

  constructor(
    private readonly session: Session,
    private readonly send: (params: PublishDiagnosticsParams) => Promise<void>,
  ) {
    this.#still = new WhenStill(session, 'hints', (uri) => this.#publish(uri));
  }

  /** Notes that a document has another text, or is new. */
  changed({ uri, languageId }: TextDocument): void {
    if (documentKind(uri, languageId) !== 'manifest') return;
    this.#open.set(uri, this.#open.get(uri) ?? false);
    this.#still.changed(uri);
  }

  /** Forgets a document and takes its hints away. */
  async closed(uri: string): Promise<void> {
    this.#still.forget(uri);
    const isShown = this.#open.get(uri);
    this.#open.delete(uri);
    if (isShown) await this.send({ uri, diagnostics: [] });
  }

  /** Looks at all documents again, after the settings have changed. */
  refresh(): void {
    for (const uri of this.#open.keys()) this.#still.changed(uri);
  }

  /** Looks at nothing more. */
  stop(): void {
    this.#still.stop();
    this.#open.clear();
  }

  async #publish(uri: string): Promise<void> {
    const document = this.session.openDocument(uri);
    if (!document) return;
    const { version } = document;
    const diagnostics = await this.#hintsIn(document);
    const isShown = this.#open.get(uri);
    // Most manifests never have any, so nothing is said of them.
    if (isShown === undefined || document.version !== version || (!isShown && diagnostics.length === 0)) return;
    this.#open.set(uri, diagnostics.length > 0);
    await this.send({ uri, version, diagnostics });
  }

  async #hintsIn(document: TextDocument): Promise<Diagnostic[]> {
    const text = document.getText();
    // The finders are loaded late, and look at files that speak of vLLM alone.
    if (!this.session.settings.manifestHints.enabled || !text.includes('vllm')) return [];
    const lookup = await this.session.lookup();
    const findings = await lookup.findFixes({ path: document.uri, language: document.languageId, text });
    return findings
      .filter(({ fix, isHarmless }) => fix === told && !isHarmless)
      .slice(0, maxHints)
      .map((finding) => this.#toDiagnostic(document, finding));
  }

  #toDiagnostic(document: TextDocument, finding: Finding): Diagnostic {
    return {
      range: toRange(document, finding),
      severity: DiagnosticSeverity.Hint,
      source: diagnosticSource,
      code: finding.fix,
      message: this.session.words.reason(finding.why),
    };
  }
}
